//! TOML, through the toml crate's own tree with its spans.

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    super::tree::{Entry, Kind, Node},
    line_of,
};
use crate::fault::{Fault, Origin};

/// Reads a document. All faults of the syntax that the parser can go on behind are found at once.
pub(super) fn parse(name: &str, text: &str) -> Result<Node, Vec<Fault>> {
    let document = Document { name, text };
    let (table, errors) = DeTable::parse_recoverable(text);
    if errors.is_empty() {
        return document
            .table(table.get_ref())
            .map(|entries| Node::new(Origin::line(name, 1), Kind::Table(entries)))
            .map_err(|fault| vec![fault]);
    }
    Err(errors
        .iter()
        .map(|error| {
            let origin = document.origin(error.span().map_or(0, |span| span.start));
            Fault::new(origin, "", format!("this is not TOML: {}", error.message()), "")
        })
        .collect())
}

struct Document<'a> {
    name: &'a str,
    text: &'a str,
}

impl Document<'_> {
    fn origin(&self, offset: usize) -> Origin {
        Origin::line(self.name, line_of(self.text, offset))
    }

    /// The entries in the order of the file; the crate has them in the order of their names.
    fn table(&self, table: &DeTable<'_>) -> Result<Vec<Entry>, Fault> {
        let mut entries: Vec<(usize, Entry)> = Vec::new();
        for (key, value) in table {
            let start = key.span().start;
            let name = key.get_ref().clone().into_owned();
            entries.push((start, Entry { name, origin: self.origin(start), node: self.node(value, start)? }));
        }
        entries.sort_by_key(|(start, _)| *start);
        Ok(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    fn node(&self, value: &Spanned<DeValue<'_>>, key: usize) -> Result<Node, Fault> {
        // A table that a header opened has no span of its own worth naming.
        let origin = self.origin(value.span().start.max(key));
        let kind = match value.get_ref() {
            DeValue::String(text) => Kind::Text(text.clone().into_owned()),
            DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(integer) => Kind::Integer(integer),
                Err(_) => return Err(Fault::new(origin, "", "the number is too large", "")),
            },
            DeValue::Float(float) => match float.as_str().parse() {
                Ok(float) => Kind::Float(float),
                Err(_) => return Err(Fault::new(origin, "", "this is no number", "")),
            },
            DeValue::Boolean(value) => Kind::Bool(*value),
            // `00:00:30` without quotes is a time of day to TOML, and a duration to whoever wrote it.
            DeValue::Datetime(time) => Kind::Text(time.to_string()),
            DeValue::Array(items) => {
                Kind::List(items.iter().map(|item| self.node(item, key)).collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => Kind::Table(self.table(table)?),
        };
        Ok(Node::new(origin, kind))
    }
}
