//! Holds what one source says against the schema: keys become their own names, values their own types, and whatever is
//! unknown, doubled or of the wrong kind becomes a fault.

use std::collections::{BTreeMap, BTreeSet};

use acemq_core::{retry::RetryPolicy, suggest::nearest};

use super::{
    leaf::{Refusal, Style},
    schema::{self, Key, Shape},
    tree::{Entry, Kind, Node},
};
use crate::{
    fault::{Fault, Origin},
    listener::environment_form,
};

/// One source, held against the schema.
pub(super) struct Folded {
    /// Everything that can be laid over what other sources say.
    pub(super) tree: Node,
    /// `listeners.<id>`: which listener a name means is known when the listeners are, so these travel apart.
    pub(super) listeners: Vec<Entry>,
}

/// Folds the section of one source. `names` are those that the user gave in other sources: an environment variable cannot
/// spell them.
pub(super) fn fold(section: Node, style: Style, names: &BTreeSet<String>, faults: &mut Vec<Fault>) -> Folded {
    let origin = section.origin.clone();
    let mut fold = Fold { style, names, listeners: Vec::new(), faults };
    let tree = fold.table("", schema::ROOT, section).unwrap_or_else(|| Node::empty(origin));
    Folded { tree, listeners: fold.listeners }
}

struct Fold<'a> {
    style: Style,
    names: &'a BTreeSet<String>,
    listeners: Vec<Entry>,
    faults: &'a mut Vec<Fault>,
}

impl Fold<'_> {
    fn fault(&mut self, origin: &Origin, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(origin.clone(), path, message, help));
    }

    /// One value of that shape; `None` when there is nothing to keep.
    fn value(&mut self, path: &str, key: &Key, shape: Shape, node: Node) -> Option<Node> {
        if matches!(node.kind, Kind::Null) {
            // An empty value is what is left when somebody takes a line out: not written.
            return None;
        }
        match shape {
            Shape::Leaf(leaf) => match leaf.read(&node, self.style, key.example) {
                Ok(kind) => kind.map(|kind| Node::new(node.origin, kind)),
                Err(Refusal { message, help }) => {
                    self.fault(&node.origin, path, message, help);
                    None
                }
            },
            Shape::Table(keys) => self.table(path, keys, node),
            Shape::Retry(keys) => match node.kind.as_text() {
                Some(text) => self.ladder(path, text, &node.origin),
                None => self.table(path, keys, node),
            },
            Shape::Named(inner) => self.named(path, key, *inner, node),
            Shape::Listeners(keys) => {
                let named = self.named(path, key, Shape::Table(keys), node)?;
                if let Kind::Table(entries) = named.kind {
                    self.listeners.extend(entries);
                }
                None
            }
            Shape::List(inner) => self.list(path, key, *inner, node),
            Shape::Arguments => self.arguments(path, node),
        }
    }

    /// A table of known keys.
    fn table(&mut self, path: &str, keys: &'static [Key], node: Node) -> Option<Node> {
        let Kind::Table(entries) = node.kind else {
            let help = match keys {
                [first, ..] => format!("write keys below it, such as `{}`", first.name),
                [] => String::new(),
            };
            self.fault(&node.origin, path, format!("{} is not a table", node.describe()), help);
            return None;
        };
        let mut kept: Vec<Entry> = Vec::new();
        let mut seen: Vec<(&'static str, String, Origin)> = Vec::new();
        for entry in entries {
            let Some(key) = schema::find(keys, &entry.name) else {
                let help = unknown_key(path, &entry.name, keys);
                self.fault(&entry.origin, &join(path, &entry.name), "unknown key", help);
                continue;
            };
            if let Some((_, before, origin)) = seen.iter().find(|(name, ..)| *name == key.name) {
                let message = format!("written twice: as `{before}` ({origin}) and as `{}`", entry.name);
                self.fault(&entry.origin, &join(path, key.name), message, "keep one of the two");
                continue;
            }
            seen.push((key.name, entry.name, entry.origin.clone()));
            if let Some(node) = self.value(&join(path, key.name), key, key.shape, entry.node) {
                kept.push(Entry { name: key.name.to_owned(), origin: entry.origin, node });
            }
        }
        Some(Node::new(node.origin, Kind::Table(kept)))
    }

    /// A table whose names are the user's.
    fn named(&mut self, path: &str, key: &Key, inner: Shape, node: Node) -> Option<Node> {
        let Kind::Table(entries) = node.kind else {
            self.fault(
                &node.origin,
                path,
                format!("{} is not a table", node.describe()),
                "write names below it",
            );
            return None;
        };
        self.doubled(path, &entries);
        let mut kept = Vec::new();
        for entry in entries {
            let name = match self.style {
                Style::Text if !matches!(key.shape, Shape::Listeners(_)) => self.name_of(&entry.name),
                Style::Text | Style::Typed => entry.name,
            };
            let at = join(path, &name);
            // Nothing below a name is a name all the same: `stores: { db: }`.
            let is_bare = matches!(entry.node.kind, Kind::Null) && !matches!(inner, Shape::Leaf(_));
            let node = if is_bare {
                Some(Node::empty(entry.node.origin))
            } else {
                self.value(&at, key, inner, entry.node)
            };
            kept.extend(node.map(|node| Entry { name, origin: entry.origin, node }));
        }
        Some(Node::new(node.origin, Kind::Table(kept)))
    }

    /// Names that stand in one table twice, which YAML and JSON let pass.
    fn doubled(&mut self, path: &str, entries: &[Entry]) {
        for (index, entry) in entries.iter().enumerate() {
            if let Some(before) = entries[..index].iter().find(|before| before.name == entry.name) {
                let message = format!("written twice, first at {}", before.origin);
                self.fault(&entry.origin, &join(path, &entry.name), message, "keep one of the two");
            }
        }
    }

    /// The name that a variable means: one that another source spells, else the lower-case letters.
    fn name_of(&self, written: &str) -> String {
        self.names
            .iter()
            .find(|name| environment_form(name) == written)
            .cloned()
            .unwrap_or_else(|| written.to_ascii_lowercase())
    }

    fn list(&mut self, path: &str, key: &Key, inner: Shape, node: Node) -> Option<Node> {
        let origin = node.origin.clone();
        let Some(items) = items(node) else {
            self.fault(
                &origin,
                path,
                "this is not a list",
                "write a list, with an index from 0 in a variable",
            );
            return None;
        };
        let items = items
            .into_iter()
            .enumerate()
            .filter_map(|(index, item)| self.value(&format!("{path}[{index}]"), key, inner, item))
            .collect();
        Some(Node::new(origin, Kind::List(items)))
    }

    /// Names and values of the broker's. A variable spells neither, so its name is in lower case with dashes, as the broker's
    /// are, and its value a number or a truth value when it reads as one.
    fn arguments(&mut self, path: &str, node: Node) -> Option<Node> {
        let Kind::Table(entries) = node.kind else {
            let message = format!("{} is not a table", node.describe());
            self.fault(&node.origin, path, message, "write arguments below it, such as `x-max-length`");
            return None;
        };
        self.doubled(path, &entries);
        if self.style == Style::Typed {
            return Some(Node::new(node.origin, Kind::Table(entries)));
        }
        let entries = entries
            .into_iter()
            .map(|entry| {
                let kind = entry.node.kind.as_text().map(typed).unwrap_or(entry.node.kind);
                let name = entry.name.to_ascii_lowercase().replace('_', "-");
                Entry { name, node: Node::new(entry.node.origin, kind), origin: entry.origin }
            })
            .collect();
        Some(Node::new(node.origin, Kind::Table(entries)))
    }

    /// A ladder as one text: the same keys, and those that it does not say are emptied, so that it replaces as a whole what
    /// a weaker source says.
    fn ladder(&mut self, path: &str, text: &str, origin: &Origin) -> Option<Node> {
        if let Err(error) = text.parse::<RetryPolicy>() {
            self.fault(origin, path, error.message(), error.help());
            return None;
        }
        let node = |kind| Node::new(origin.clone(), kind);
        let mut entries = vec![Entry {
            name: LADDER_TEXT.to_owned(),
            origin: origin.clone(),
            node: node(Kind::Text(text.to_owned())),
        }];
        entries.extend(schema::RETRY.iter().map(|key| Entry {
            name: key.name.to_owned(),
            origin: origin.clone(),
            node: node(Kind::Null),
        }));
        Some(node(Kind::Table(entries)))
    }
}

/// Where a ladder's text travels beside its keys. No user can write it: it is in no schema.
pub(super) const LADDER_TEXT: &str = "text";

/// A path with one more level.
pub(super) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn unknown_key(path: &str, written: &str, keys: &'static [Key]) -> String {
    let here: Vec<&str> = keys.iter().map(|key| key.name).collect();
    if let Some(near) = nearest(written, &here) {
        return format!("write `{near}`");
    }
    match schema::meant(written, ".") {
        Some(name) => format!("write `{name}`"),
        None if path.is_empty() => format!("the keys are `{}`", here.join("`, `")),
        None => format!("the keys of `{path}` are `{}`", here.join("`, `")),
    }
}

/// The items of a list. A source that has no lists writes a table whose names are 0, 1, 2 … in any order.
fn items(node: Node) -> Option<Vec<Node>> {
    match node.kind {
        Kind::List(items) => Some(items),
        Kind::Table(entries) => {
            let by_index: BTreeMap<usize, Node> = entries
                .iter()
                .filter_map(|entry| Some((entry.name.parse().ok()?, entry.node.clone())))
                .collect();
            let is_whole = by_index.len() == entries.len() && by_index.keys().copied().eq(0..entries.len());
            is_whole.then(|| by_index.into_values().collect())
        }
        Kind::Null
        | Kind::Bool(_)
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::Text(_)
        | Kind::Duration(_) => None,
    }
}

/// A truth value or a number where the text reads as one.
fn typed(text: &str) -> Kind {
    match text.trim() {
        "true" => Kind::Bool(true),
        "false" => Kind::Bool(false),
        number => number.parse().map_or_else(|_| Kind::Text(text.to_owned()), Kind::Integer),
    }
}
