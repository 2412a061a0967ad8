//! Reads values out of a table whose types the schema has already checked.

use std::time::Duration;

use super::{
    fold::join,
    tree::{Kind, Node},
};
use crate::fault::{Origin, Place, Written};

/// A table of checked values, and what leads to it.
#[derive(Clone)]
pub(super) struct Reader<'a> {
    node: Option<&'a Node>,
    path: String,
}

impl<'a> Reader<'a> {
    /// A reader of the table that stands at `path`.
    pub(super) fn new(node: &'a Node, path: impl Into<String>) -> Self {
        Self { node: Some(node), path: path.into() }
    }

    /// The table below `name`; one with nothing in it when there is none.
    pub(super) fn below(&self, name: &str) -> Self {
        Self { node: self.find(name), path: join(&self.path, name) }
    }

    /// The names of the user's in this table, each with a reader of what stands below it.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'a str, Reader<'a>)> + use<'a, '_> {
        self.node
            .map_or(&[][..], Node::entries)
            .iter()
            .map(|entry| (entry.name.as_str(), Reader::new(&entry.node, join(&self.path, &entry.name))))
    }

    /// The tables of a list.
    pub(super) fn items(&self, name: &str) -> Vec<Reader<'a>> {
        self.find(name)
            .and_then(|node| node.kind.as_list())
            .unwrap_or_default()
            .iter()
            .enumerate()
            .map(|(index, item)| Reader::new(item, format!("{}[{index}]", join(&self.path, name))))
            .collect()
    }

    /// The node below `name`, whatever it is.
    pub(super) fn find(&self, name: &str) -> Option<&'a Node> {
        self.node?.get(name).filter(|node| !matches!(node.kind, Kind::Null))
    }

    /// The place of the key `name`, written or not.
    pub(super) fn place(&self, name: &str) -> Place {
        let origin = self.find(name).map_or_else(|| self.origin(), |node| node.origin.clone());
        Place::new(origin, join(&self.path, name))
    }

    /// The place of the table itself.
    pub(super) fn here(&self) -> Place {
        Place::new(self.origin(), self.path.as_str())
    }

    /// Where the table stands; a merged one stands where its first value does.
    fn origin(&self) -> Origin {
        let Some(node) = self.node else { return Origin::new("the configuration") };
        node.entries().first().map_or_else(|| node.origin.clone(), |entry| entry.origin.clone())
    }

    fn read<T>(&self, name: &str, read: impl FnOnce(&Kind) -> Option<T>) -> Option<Written<T>> {
        let node = self.find(name)?;
        let value = read(&node.kind);
        // The schema and the reader disagree: a mistake of ours that the test of every key finds.
        debug_assert!(
            value.is_some(),
            "`{}` is read as another type than the schema's",
            join(&self.path, name)
        );
        Some(Written::new(value?, self.place(name)))
    }

    pub(super) fn text(&self, name: &str) -> Option<Written<String>> {
        self.read(name, |kind| kind.as_text().map(str::to_owned))
    }

    pub(super) fn is(&self, name: &str) -> Option<Written<bool>> {
        self.read(name, Kind::as_bool)
    }

    pub(super) fn number(&self, name: &str) -> Option<Written<f64>> {
        self.read(name, Kind::as_float)
    }

    pub(super) fn integer<N: TryFrom<i64>>(&self, name: &str) -> Option<Written<N>> {
        self.read(name, |kind| N::try_from(kind.as_integer()?).ok())
    }

    pub(super) fn duration(&self, name: &str) -> Option<Written<Duration>> {
        self.read(name, Kind::as_duration)
    }

    /// One of a set of words, as what it stands for.
    pub(super) fn choice<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Option<Written<T>> {
        self.read(name, |kind| {
            let text = kind.as_text()?;
            words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
        })
    }
}
