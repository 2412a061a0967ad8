//! Which part of a document is ours: a table `acemq` at the top, in any case, else all of it.

use super::tree::{Entry, Kind, Node};
use crate::fault::{Fault, Origin};

/// A document, taken apart.
#[derive(Clone)]
pub(super) struct Document {
    /// What is ours.
    pub(super) section: Node,
    /// What is not: only placeholders look there.
    pub(super) outside: Node,
}

/// Finds the section.
pub(super) fn split(root: Node, faults: &mut Vec<Fault>) -> Document {
    let origin = root.origin.clone();
    let nothing = || Node::empty(origin.clone());
    let Kind::Table(entries) = root.kind else {
        let message = format!("the document is {}, not a table", root.describe());
        faults.push(Fault::new(origin.clone(), "", message, "write `url: amqp://localhost:5672`"));
        return Document { section: nothing(), outside: nothing() };
    };
    let (mut ours, others): (Vec<Entry>, Vec<Entry>) =
        entries.into_iter().partition(|entry| entry.name.eq_ignore_ascii_case("acemq"));
    if ours.len() > 1 {
        let second = ours.swap_remove(1);
        let message = format!("a second section: the first is `{}` ({})", ours[0].name, ours[0].origin);
        faults.push(Fault::new(second.origin, second.name, message, "make one section of the two"));
    }
    let others = Node::new(origin.clone(), Kind::Table(others));
    match ours.into_iter().next() {
        None => Document { section: others, outside: nothing() },
        Some(Entry { node: Node { kind: Kind::Null, .. }, .. }) => {
            Document { section: nothing(), outside: others }
        }
        Some(entry) => Document { section: entry.node, outside: others },
    }
}

/// The origin of a document that is not there.
pub(super) fn none() -> Document {
    let nothing = Node::empty(Origin::new("the defaults"));
    Document { section: nothing.clone(), outside: nothing }
}
