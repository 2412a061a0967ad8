//! `acemq.stores.<name>`: where claims of handled messages are kept.

use std::{collections::BTreeMap, time::Duration};

use super::assemble::above_zero;
use crate::{
    broker::Secret,
    config::read::Reader,
    fault::{Fault, Written},
    idempotency::Scope,
};

/// What keeps the claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoreKind {
    Memory,
    Sqlite,
}

/// One store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreSettings {
    pub(crate) kind: StoreKind,
    /// Where the database is; may carry a password. Unset for `memory`.
    pub(crate) url: Option<Secret>,
    pub(crate) table: String,
    pub(crate) scope: Scope,
    /// How long a handled message is remembered.
    pub(crate) retention: Duration,
    /// How long a claim holds without being renewed.
    pub(crate) lease: Duration,
    /// Whether a missing table is created.
    pub(crate) create_schema: bool,
    /// How many entries a memory store keeps.
    pub(crate) capacity: usize,
}

/// What the family calls its table.
const TABLE: &str = "acemq_idempotency";

/// Reads all stores.
pub(super) fn read(stores: &Reader<'_>, faults: &mut Vec<Fault>) -> BTreeMap<String, StoreSettings> {
    stores.named().map(|(name, store)| (name.to_owned(), one(name, &store, faults))).collect()
}

fn one(name: &str, store: &Reader<'_>, faults: &mut Vec<Fault>) -> StoreSettings {
    let url = store.text("url");
    let kind = kind(name, store, faults);
    if let (Some(StoreKind::Memory), Some(url)) = (kind, &url) {
        faults.push(Fault::at(
            &url.place,
            "a store of kind `memory` is in this process and has no URL",
            "leave it out, or write another `kind`",
        ));
    }
    StoreSettings {
        kind: kind.unwrap_or(StoreKind::Memory),
        url: url.map(|url| Secret::new(url.value)),
        table: table(store, faults),
        scope: store
            .choice("scope", &[("queue", Scope::Queue), ("bare", Scope::Bare)])
            .map(|written| written.value)
            .unwrap_or_default(),
        retention: above_zero(store.duration("retention"), Duration::from_hours(24), faults),
        lease: above_zero(store.duration("lease"), Duration::from_secs(30), faults),
        create_schema: store.is("create-schema").is_none_or(|written| written.value),
        capacity: store.integer("capacity").map_or(100_000, |written| written.value),
    }
}

fn kind(name: &str, store: &Reader<'_>, faults: &mut Vec<Fault>) -> Option<StoreKind> {
    let words = [
        ("memory", Some(StoreKind::Memory)),
        ("sqlite", Some(StoreKind::Sqlite)),
        // Words of the family for databases that this version does not know.
        ("postgres", None),
        ("mysql", None),
    ];
    match store.choice("kind", &words) {
        Some(Written { value: None, place }) => {
            let help = format!(
                "write `sqlite` or `memory`, or give a store of your own with `App::store(\"{name}\", …)`"
            );
            faults.push(Fault::at(&place, "not in this version", help));
            None
        }
        Some(Written { value, .. }) => value,
        None => {
            if store.find("kind").is_none() {
                let help = "write `kind` below it: `sqlite` or `memory`";
                faults.push(Fault::at(&store.here(), "the store has no `kind`", help));
            }
            None
        }
    }
}

/// The table's name goes into statements as it stands, so it is one that can (wire contract §6).
fn table(store: &Reader<'_>, faults: &mut Vec<Fault>) -> String {
    let Some(written) = store.text("table") else { return TABLE.to_owned() };
    let name = written.value;
    let begins = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let goes_on = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if !begins || !goes_on || name.len() > 63 {
        faults.push(Fault::at(
            &written.place,
            "the name of a table is 1 to 63 letters, digits and `_`, and does not begin with a digit",
            format!("write `{TABLE}`"),
        ));
    }
    name
}
