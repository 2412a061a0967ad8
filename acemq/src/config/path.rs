//! A key given as one line, `listeners.on_payment.prefetch` or `LISTENERS__ON_PAYMENT__PREFETCH`, taken apart into the levels
//! that the schema knows.
//!
//! A name of the user's may itself hold what stands between the levels (`shop::on_payment` has `__` in the form of the
//! environment), so a name is as short as what follows it allows.

use super::{
    schema::{self, Key, Shape},
    tree::{Entry, Kind, Node},
};
use crate::fault::Origin;

/// The levels of a key; `None` when the schema knows no such key.
pub(super) fn levels(key: &str, between: &str) -> Option<Vec<String>> {
    let segments: Vec<&str> = key.split(between).collect();
    below_table(schema::ROOT, &segments, between)
}

fn below(shape: Shape, segments: &[&str], between: &str) -> Option<Vec<String>> {
    match shape {
        Shape::Leaf(_) => segments.is_empty().then(Vec::new),
        Shape::Retry(_) if segments.is_empty() => Some(Vec::new()),
        Shape::Table(keys) | Shape::Retry(keys) => below_table(keys, segments, between),
        Shape::Named(inner) => below_name(*inner, segments, between),
        Shape::Listeners(keys) => below_name(Shape::Table(keys), segments, between),
        Shape::List(inner) => {
            let (index, rest) = segments.split_first()?;
            index.parse::<usize>().ok()?;
            Some(with(index, below(*inner, rest, between)?))
        }
        Shape::Arguments => (!segments.is_empty()).then(|| vec![segments.join(between)]),
    }
}

fn below_table(keys: &'static [Key], segments: &[&str], between: &str) -> Option<Vec<String>> {
    let (first, rest) = segments.split_first()?;
    let key = schema::find(keys, first)?;
    Some(with(first, below(key.shape, rest, between)?))
}

fn below_name(inner: Shape, segments: &[&str], between: &str) -> Option<Vec<String>> {
    (1..=segments.len()).find_map(|length| {
        let (name, rest) = segments.split_at(length);
        let name = name.join(between);
        // A leaf needs nothing below it, so there the name is all that is left.
        if name.is_empty() { None } else { Some(with(&name, below(inner, rest, between)?)) }
    })
}

fn with(first: &str, rest: Vec<String>) -> Vec<String> {
    let mut levels = vec![first.to_owned()];
    levels.extend(rest);
    levels
}

/// Whether these are the levels of something in an item of a list: `topology.queues.0.name`.
pub(super) fn is_of_item(levels: &[String]) -> bool {
    matches!(levels, [topology, _, index, _, ..] if topology.eq_ignore_ascii_case("topology") && index.parse::<usize>().is_ok())
}

/// Puts a value into a table, at those levels.
///
/// A level that is taken by a value is written a second time: that is a fault for whoever reads the tree to find.
pub(super) fn insert(table: &mut Vec<Entry>, levels: &[String], origin: &Origin, kind: Kind) {
    let [first, rest @ ..] = levels else { return };
    if rest.is_empty() {
        let node = Node::new(origin.clone(), kind);
        table.push(Entry { name: first.clone(), origin: origin.clone(), node });
        return;
    }
    let position = table
        .iter()
        .position(|entry| entry.name == *first && matches!(entry.node.kind, Kind::Table(_)))
        .unwrap_or_else(|| {
            let node = Node::empty(origin.clone());
            table.push(Entry { name: first.clone(), origin: origin.clone(), node });
            table.len() - 1
        });
    if let Kind::Table(entries) = &mut table[position].node.kind {
        insert(entries, rest, origin, kind);
    }
}

#[cfg(test)]
mod tests {
    use super::levels;

    #[test]
    fn a_key_falls_into_the_levels_that_the_schema_knows() {
        for (key, between, expected) in [
            ("prefetch", ".", None),
            ("listener.prefetch", ".", Some(vec!["listener", "prefetch"])),
            ("listener", ".", None),
            ("listener.retry", ".", Some(vec!["listener", "retry"])),
            ("listener.retry.jitter", ".", Some(vec!["listener", "retry", "jitter"])),
            ("listeners.shop.eu.prefetch", ".", Some(vec!["listeners", "shop.eu", "prefetch"])),
            ("listeners.shop.retry.kind", ".", Some(vec!["listeners", "shop", "retry", "kind"])),
            ("listeners.shop.retry", ".", Some(vec!["listeners", "shop", "retry"])),
            ("listeners.prefetch", ".", None),
            (
                "LISTENERS__SHOP__ON_PAYMENT__RETRY__MAX_ATTEMPTS",
                "__",
                Some(vec!["LISTENERS", "SHOP__ON_PAYMENT", "RETRY", "MAX_ATTEMPTS"]),
            ),
            ("VARS__A__B", "__", Some(vec!["VARS", "A__B"])),
            ("VARS", "__", None),
            ("VARS__", "__", None),
            ("STORES__DB__URL", "__", Some(vec!["STORES", "DB", "URL"])),
            ("TOPOLOGY__QUEUES__0__NAME", "__", Some(vec!["TOPOLOGY", "QUEUES", "0", "NAME"])),
            ("TOPOLOGY__QUEUES__X__NAME", "__", None),
            (
                "topology.queues.1.arguments.x-max-length",
                ".",
                Some(vec!["topology", "queues", "1", "arguments", "x-max-length"]),
            ),
        ] {
            let expected = expected.map(|levels| levels.into_iter().map(str::to_owned).collect());
            assert_eq!(levels(key, between), expected, "{key}");
        }
    }
}
