//! What a source says, before anybody asked whether it makes sense: values that know where they stand.
//!
//! There is no `Debug`: a tree holds passwords.

use std::time::Duration;

use crate::fault::Origin;

/// A value and where it stands.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) origin: Origin,
    pub(super) kind: Kind,
}

/// What a value is.
#[derive(Clone)]
pub(super) enum Kind {
    /// Written, and empty.
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    /// Only behind the schema: no format has durations.
    Duration(Duration),
    List(Vec<Node>),
    /// In the order of the source.
    Table(Vec<Entry>),
}

/// One entry of a table.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: String,
    /// Where the name stands.
    pub(super) origin: Origin,
    pub(super) node: Node,
}

impl Kind {
    /// The text, of a text only.
    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The truth value, of one only.
    pub(super) fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(value) = self { Some(*value) } else { None }
    }

    /// The whole number, of one only.
    pub(super) fn as_integer(&self) -> Option<i64> {
        if let Self::Integer(value) = self { Some(*value) } else { None }
    }

    /// The number with a fraction, of one only.
    pub(super) fn as_float(&self) -> Option<f64> {
        if let Self::Float(value) = self { Some(*value) } else { None }
    }

    /// The duration, of one only.
    pub(super) fn as_duration(&self) -> Option<Duration> {
        if let Self::Duration(value) = self { Some(*value) } else { None }
    }

    /// The items, of a list only.
    pub(super) fn as_list(&self) -> Option<&[Node]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }
}

impl Node {
    pub(super) fn new(origin: Origin, kind: Kind) -> Self {
        Self { origin, kind }
    }

    /// A table with nothing in it.
    pub(super) fn empty(origin: Origin) -> Self {
        Self::new(origin, Kind::Table(Vec::new()))
    }

    /// The entries of a table; none of anything else.
    pub(super) fn entries(&self) -> &[Entry] {
        if let Kind::Table(entries) = &self.kind { entries } else { &[] }
    }

    /// The entry of that name, as it is written.
    pub(super) fn get(&self, name: &str) -> Option<&Node> {
        self.entries().iter().find(|entry| entry.name == name).map(|entry| &entry.node)
    }

    /// A scalar as text.
    pub(super) fn as_plain_text(&self) -> Option<String> {
        match &self.kind {
            Kind::Bool(value) => Some(value.to_string()),
            Kind::Integer(value) => Some(value.to_string()),
            Kind::Float(value) => Some(value.to_string()),
            Kind::Text(text) => Some(text.clone()),
            Kind::Duration(duration) => Some(acemq_core::duration::format(*duration)),
            Kind::Null | Kind::List(_) | Kind::Table(_) => None,
        }
    }

    /// What it is, for a message; the value itself when it is short and not a secret.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            Kind::Null => "nothing".to_owned(),
            Kind::List(_) => "a list".to_owned(),
            Kind::Table(_) => "a table".to_owned(),
            Kind::Text(text) => format!("`{}`", shortened(text)),
            Kind::Bool(_) | Kind::Integer(_) | Kind::Float(_) | Kind::Duration(_) => {
                format!("`{}`", self.as_plain_text().unwrap_or_default())
            }
        }
    }
}

/// A text on one line, cut with a mark when it is long.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String =
        text.chars().take(LONGEST).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.chars().count() > LONGEST {
        short.push('…');
    }
    short
}
