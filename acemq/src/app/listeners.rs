//! The listeners of an application, checked against configuration, state and stores. All faults at once.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    builder::{App, Listeners},
    codecs, exhausted,
};
use crate::{
    config::{Settings, TopologySettings},
    extract::{Requirements, Resources},
    fault::{Fault, Origin, Place},
    idempotency::Scope,
    listener::{self, ListenerLayer, NotFound, Registration, Resolved},
    topology::{ListenerTopology, conflicts},
};

/// A listener with its options resolved.
#[derive(Debug)]
pub(super) struct Chosen {
    pub(super) registration: Registration,
    pub(super) resolved: Resolved,
}

/// What the listeners come to, and everything that is wrong with them.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// In start order.
    pub(super) listeners: Vec<Chosen>,
    pub(super) faults: Vec<Fault>,
}

/// Chooses, resolves and checks the listeners.
pub(super) fn check(app: &App, settings: &Settings) -> Checked {
    let mut checked = Checked::default();
    let faults = &mut checked.faults;
    let ids: Vec<&str> = app.listeners.all.iter().map(|one| one.id).collect();
    duplicates(&app.listeners.all, faults);
    expected(&app.expected, &ids, faults);
    for name in &app.registered_twice {
        faults.push(in_code("state", format!("`{name}` is registered twice"), "register it once"));
    }
    exhausted::recoverer_names(&app.recoverers, faults);
    let overrides = settings.overrides(&ids).unwrap_or_else(|more| {
        faults.extend(more);
        BTreeMap::new()
    });
    let mut warned = BTreeSet::new();
    for registration in chosen(&app.listeners, &ids, faults) {
        missing_state(&registration, &app.resources, faults);
        match resolve(&registration, settings, &overrides) {
            Ok(resolved) => {
                for warning in &resolved.warnings {
                    // What is written once, under `acemq.listener`, is said once and not for every listener.
                    if warned.insert(warning.clone()) {
                        tracing::warn!(listener = registration.id, "{warning}");
                    }
                }
                known_store(&registration, &resolved, app, settings, faults);
                exhausted::known_recoverer(&resolved, &app.recoverers, faults);
                exhausted::warn_of_reject(registration.id, &resolved, &settings.topology.declared);
                checked.listeners.push(Chosen { registration, resolved });
            }
            Err(more) => faults.extend(more),
        }
    }
    bare_stores(&checked.listeners, settings, faults);
    faults.extend(codecs::faults(app, settings, &checked.listeners));
    if app.listeners.all.is_empty() && !settings.allow_no_listeners {
        faults.push(in_code(
            "",
            "this program has no listener",
            "annotate one with `#[ace_listener(queue = \"…\")]`; one in a library crate is linked only when the \
             program names that crate, as in `use my_listeners as _;`; or set `acemq.allow-no-listeners` to true",
        ));
    }
    checked.listeners.sort_by_key(|one| (one.resolved.order, one.registration.id));
    checked
}

/// The contradictions of the topology, as faults.
pub(super) fn topology_faults(listeners: &[ListenerTopology], topology: &TopologySettings) -> Vec<Fault> {
    conflicts(listeners, &topology.declared, topology.rungs)
        .into_iter()
        .map(|conflict| Fault::new(Origin::new("topology"), "", conflict.to_string(), conflict.help()))
        .collect()
}

fn duplicates(all: &[Registration], faults: &mut Vec<Fault>) {
    if let Err(duplicates) = listener::Registry::new(all.iter().copied()) {
        for duplicate in duplicates {
            let places: Vec<String> = duplicate.locations.iter().map(ToString::to_string).collect();
            let name = duplicate.id.rsplit("::").next().unwrap_or(duplicate.id);
            faults.push(Fault::new(
                Origin::new(places.join(" and ")),
                "id",
                format!("{} listeners have the id `{}`", places.len(), duplicate.id),
                format!("give one of them another: `id = \"{name}-2\"`"),
            ));
        }
    }
}

fn expected(expected: &[String], ids: &[&str], faults: &mut Vec<Fault>) {
    for name in expected {
        if let Err(error) = listener::find(name, ids) {
            faults.push(not_found("expect_listeners", name, &error));
        }
    }
}

/// The listeners that run: all, or those that `App::only` names.
fn chosen(listeners: &Listeners, ids: &[&str], faults: &mut Vec<Fault>) -> Vec<Registration> {
    let Some(only) = &listeners.only else { return listeners.all.clone() };
    let mut wanted = BTreeSet::new();
    for name in only {
        match listener::find(name, ids) {
            Ok(id) => {
                wanted.insert(id);
            }
            Err(error) => faults.push(not_found("only", name, &error)),
        }
    }
    listeners.all.iter().filter(|one| wanted.contains(one.id)).copied().collect()
}

fn not_found(key: &str, name: &str, error: &NotFound) -> Fault {
    match error {
        NotFound::Unknown { help } => in_code(key, format!("there is no listener `{name}`"), help.as_str()),
        NotFound::Ambiguous { ids } => in_code(
            key,
            format!("`{name}` is the end of more than one id"),
            format!("write one of `{}`", ids.join("`, `")),
        ),
    }
}

fn missing_state(registration: &Registration, resources: &Resources, faults: &mut Vec<Fault>) {
    let mut requirements = Requirements::default();
    (registration.requires)(&mut requirements);
    for name in requirements.missing_from(resources) {
        faults.push(Fault::new(
            Origin::new(registration.location.to_string()),
            registration.id,
            format!("the handler takes `State<{name}>`, and nobody registered one"),
            format!("write `App::new(config).state(value)` with a `{name}`"),
        ));
    }
}

fn resolve(
    registration: &Registration,
    settings: &Settings,
    overrides: &BTreeMap<String, ListenerLayer>,
) -> Result<Resolved, Vec<Fault>> {
    let origin = Origin::new(registration.location.to_string());
    let place = Place::new(origin.clone(), registration.id);
    let attribute = ListenerLayer::of_attribute(&registration.options, registration.queue, &origin)?;
    let attribute = settings.fill(attribute)?;
    let over = overrides.get(registration.id).map(|layer| settings.fill(layer.clone())).transpose()?;
    let defaults = settings.fill(settings.listener.clone())?;
    listener::resolve(&attribute, over.as_ref(), &defaults, &place)
}

fn known_store(
    registration: &Registration,
    resolved: &Resolved,
    app: &App,
    settings: &Settings,
    faults: &mut Vec<Fault>,
) {
    let Some(name) = &resolved.idempotent else { return };
    let is_known = app.stores.contains_key(name)
        || settings.stores.contains_key(name)
        || super::stores::has_default(name);
    if is_known {
        return;
    }
    let known: Vec<&str> =
        app.stores.keys().chain(settings.stores.keys()).map(String::as_str).chain(["db", "memory"]).collect();
    let help = match acemq_core::suggest::nearest(name, &known) {
        Some(near) => format!("write `idempotent = \"{near}\"`, or name a store under `acemq.stores.{name}`"),
        None => {
            format!("name a store under `acemq.stores.{name}`, or give one with `App::store(\"{name}\", …)`")
        }
    };
    faults.push(Fault::new(
        Origin::new(registration.location.to_string()),
        registration.id,
        format!("there is no store `{name}`"),
        help,
    ));
}

/// A store with `scope: bare` is one queue's: its keys name no queue, and one event in two queues carries one id, so that
/// the second listener would take it for a duplicate (wire contract §6).
fn bare_stores(listeners: &[Chosen], settings: &Settings, faults: &mut Vec<Fault>) {
    let mut first: BTreeMap<&str, &Chosen> = BTreeMap::new();
    for chosen in listeners {
        let Some(name) = chosen.resolved.idempotent.as_deref() else { continue };
        if settings.stores.get(name).is_none_or(|store| store.scope != Scope::Bare) {
            continue;
        }
        let before = *first.entry(name).or_insert(chosen);
        if before.resolved.queue != chosen.resolved.queue {
            faults.push(Fault::new(
                Origin::new(chosen.registration.location.to_string()),
                format!("stores.{name}.scope"),
                format!(
                    "listeners `{}` and `{}` read two queues, `{}` and `{}`, and a store of scope `bare` is for one",
                    before.registration.id, chosen.registration.id, before.resolved.queue, chosen.resolved.queue
                ),
                "write `queue`, or name a store for each of the two",
            ));
        }
    }
}

fn in_code(key: &str, message: impl Into<String>, help: impl Into<String>) -> Fault {
    Fault::new(Origin::code(), key, message, help)
}
