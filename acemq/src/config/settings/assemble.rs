//! Makes the settings of the merged configuration, and finds what is wrong between keys.

use std::time::Duration;

use super::{Settings, Startup, connection, listener, store, topology};
use crate::{
    config::{placeholder::Placeholders, read::Reader, tree::Entry},
    fault::{Fault, Place, Written},
};

/// Everything that [`assemble`] is made of beside the merged tree.
pub(in crate::config) struct Beside {
    /// `listeners.<id>` of every source, the strongest first.
    pub(in crate::config) listeners: Vec<Entry>,
    /// What placeholders can find outside `vars`.
    pub(in crate::config) placeholders: Placeholders,
}

/// The settings, with every default filled in. What is wrong is added to `faults`, and the setting then has its default.
pub(in crate::config) fn assemble(root: &Reader<'_>, beside: Beside, faults: &mut Vec<Fault>) -> Settings {
    let listener = root.below("listener");
    let layer = listener::layer(&listener);
    faults.extend(layer.faults_of_defaults());
    let mut vars = beside.placeholders;
    vars.vars = root
        .below("vars")
        .named()
        .filter_map(|(name, _)| Some((name.to_owned(), root.below("vars").text(name)?.value)))
        .collect();
    Settings {
        enabled: root.is("enabled").is_none_or(|written| written.value),
        connection: connection::read(root, faults),
        format: root.text("format"),
        startup: root
            .choice("startup", &[("wait", Startup::Wait), ("fail-fast", Startup::FailFast)])
            .map(|written| written.value)
            .unwrap_or_default(),
        startup_timeout: above_zero(root.duration("startup-timeout"), Duration::from_mins(1), faults),
        allow_no_listeners: root.is("allow-no-listeners").is_some_and(|written| written.value),
        topology: topology::read(&root.below("topology"), faults),
        shutdown_timeout: above_zero(listener.duration("shutdown-timeout"), Duration::from_secs(30), faults),
        listener: layer,
        listeners: beside.listeners.iter().map(|entry| listener::entry(entry, faults)).collect(),
        stores: store::read(&root.below("stores"), faults),
        vars,
    }
}

/// A duration of which zero makes no sense.
pub(super) fn above_zero(
    written: Option<Written<Duration>>,
    default: Duration,
    faults: &mut Vec<Fault>,
) -> Duration {
    match written {
        Some(Written { value, place }) if value.is_zero() => {
            faults.push(zero(&place, default));
            default
        }
        Some(written) => written.value,
        None => default,
    }
}

fn zero(place: &Place, default: Duration) -> Fault {
    let default = acemq_core::duration::format(default);
    Fault::at(place, "a deadline of zero has always passed", format!("write `{default}`"))
}
