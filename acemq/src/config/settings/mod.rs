//! The configuration as the application reads it: typed, checked, every default filled in.

mod assemble;
mod connection;
mod listener;
mod lookup;
mod store;
mod topology;
mod url;

use std::{collections::BTreeMap, time::Duration};

pub(super) use self::assemble::{Beside, assemble};
pub(crate) use self::{
    store::{StoreKind, StoreSettings},
    topology::{Apply, TopologySettings},
};
use super::placeholder::Placeholders;
use crate::{
    broker::ConnectOptions,
    fault::{Origin, Written},
    listener::ListenerLayer,
};

/// Whether start-up waits for a broker that is not reachable yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Startup {
    /// Tries again until `startup-timeout`.
    #[default]
    Wait,
    /// Ends at once.
    FailFast,
}

/// Every setting.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Whether anything is started at all.
    pub(crate) enabled: bool,
    pub(crate) connection: ConnectOptions,
    /// The name of the format that is written, and read where the content type says nothing. Judged when the codecs are
    /// known.
    pub(crate) format: Option<Written<String>>,
    pub(crate) startup: Startup,
    pub(crate) startup_timeout: Duration,
    /// Whether a program without a listener is no mistake.
    pub(crate) allow_no_listeners: bool,
    pub(crate) topology: TopologySettings,
    /// `acemq.listener.*`: what holds where neither the attribute nor `acemq.listeners.<id>` says something.
    pub(crate) listener: ListenerLayer,
    /// How long a drain may take.
    pub(crate) shutdown_timeout: Duration,
    /// `acemq.listeners.<id>.*`, the strongest source first; the name is an id or a tail of one, as written. See
    /// [`Settings::overrides`].
    pub(crate) listeners: Vec<(String, Origin, ListenerLayer)>,
    pub(crate) stores: BTreeMap<String, StoreSettings>,
    pub(crate) vars: Placeholders,
}
