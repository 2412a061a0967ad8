//! What file, environment and code say, each held against the schema, in the order of their strength.

use std::collections::BTreeSet;

use super::{
    environment,
    fold::{Folded, fold},
    leaf::Style,
    path, schema,
    tree::{Kind, Node},
    value::ConfigValue,
};
use crate::fault::{Fault, Origin};

/// All sources, the weakest first: the file, then the environment, then each key that the program set.
pub(super) fn gather(
    section: &Node,
    variables: &[(String, String)],
    code: &[(String, ConfigValue)],
    faults: &mut Vec<Fault>,
) -> Vec<Folded> {
    let none = BTreeSet::new();
    let file = fold(section.clone(), Style::Typed, &none, faults);
    let code: Vec<Folded> =
        set_in_code(code, faults).into_iter().map(|set| fold(set, Style::Typed, &none, faults)).collect();
    let mut names = BTreeSet::new();
    for source in std::iter::once(&file).chain(&code) {
        for table in ["stores", "vars"] {
            let entries = source.tree.get(table).map_or(&[][..], Node::entries);
            names.extend(entries.iter().map(|entry| entry.name.clone()));
        }
    }
    let variables = environment::section(variables, faults);
    let environment = fold(variables, Style::Text, &names, faults);
    [file, environment].into_iter().chain(code).collect()
}

/// What the program set: each key is a source of its own, so that a later call beats an earlier one. Items of lists are
/// one source together: a list replaces another as a whole.
fn set_in_code(code: &[(String, ConfigValue)], faults: &mut Vec<Fault>) -> Vec<Node> {
    let origin = Origin::code();
    let mut items = Vec::new();
    let mut sources = Vec::new();
    for (key, value) in code {
        let Some(levels) = path::levels(key, ".") else {
            faults.push(unknown(key));
            continue;
        };
        if path::is_of_item(&levels) {
            path::insert(&mut items, &levels, &origin, value.0.clone());
        } else {
            let mut entries = Vec::new();
            path::insert(&mut entries, &levels, &origin, value.0.clone());
            sources.push(Node::new(origin.clone(), Kind::Table(entries)));
        }
    }
    sources.push(Node::new(origin, Kind::Table(items)));
    sources
}

fn unknown(key: &str) -> Fault {
    let fault = |message: &str, help: String| Fault::new(Origin::code(), key, message, help);
    let below = format!("{key}.");
    if let Some(first) = schema::names(".").iter().find(|name| name.starts_with(&below)) {
        return fault(
            "this is a table of keys",
            format!("write one of the keys below it, such as `{first}`"),
        );
    }
    let help = match schema::meant(key, ".") {
        Some(name) => format!("write `{name}`"),
        None => "write a key with its levels, such as `listener.prefetch`".to_owned(),
    };
    fault("unknown key", help)
}
