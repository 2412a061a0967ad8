//! The stores that listeners name, opened before the first of them starts.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use super::{builder::App, listeners::Chosen};
use crate::{
    broker::Secret,
    config::{Settings, StoreKind, StoreSettings},
    error::{Error, Result},
    idempotency::{IdempotencyStore, MemoryStore, Scope},
};

/// The name that needs no configuration: a file of SQLite in the working directory.
const EMBEDDED: &str = "db";
/// The name that needs none either: this process's memory.
const MEMORY: &str = "memory";
/// The file of the embedded default.
const EMBEDDED_URL: &str = "sqlite:acemq-idempotency.db";

/// How long a store without settings remembers a handled message, and holds a claim.
const RETENTION: Duration = Duration::from_hours(24);
const LEASE: Duration = Duration::from_secs(30);

/// A store that is open, and how keys in it are made.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) store: Arc<dyn IdempotencyStore>,
    pub(super) scope: Scope,
    pub(super) lease: Duration,
    /// How long a handled message is remembered; a guess for a store of the application's own.
    pub(super) retention: Duration,
}

/// Whether a name stands for a store without being configured.
pub(super) fn has_default(name: &str) -> bool {
    name == MEMORY || (cfg!(feature = "sqlite") && name == EMBEDDED)
}

/// Opens every store that a listener names.
///
/// # Errors
///
/// A store cannot be opened.
pub(super) async fn open(
    app: &App,
    settings: &Settings,
    listeners: &[Chosen],
) -> Result<BTreeMap<String, Opened>> {
    let names: BTreeSet<&String> =
        listeners.iter().filter_map(|one| one.resolved.idempotent.as_ref()).collect();
    let mut opened = BTreeMap::new();
    for name in names {
        let configured = settings.stores.get(name);
        let scope = configured.map_or(Scope::Queue, |configured| configured.scope);
        let lease = configured.map_or(LEASE, |configured| configured.lease);
        let retention = configured.map_or(RETENTION, |configured| configured.retention);
        let store = match (app.stores.get(name), configured) {
            (Some(given), _) => Arc::clone(given),
            (None, Some(configured)) => open_configured(name, configured).await?,
            (None, None) if name == MEMORY => Arc::new(MemoryStore::for_one_day()),
            (None, None) => open_embedded().await?,
        };
        opened.insert(name.clone(), Opened { store, scope, lease, retention });
    }
    Ok(opened)
}

async fn open_configured(name: &str, settings: &StoreSettings) -> Result<Arc<dyn IdempotencyStore>> {
    match settings.kind {
        StoreKind::Memory => Ok(Arc::new(MemoryStore::new(settings.retention).capacity(settings.capacity))),
        StoreKind::Sqlite => sqlite(name, settings).await,
    }
}

async fn open_embedded() -> Result<Arc<dyn IdempotencyStore>> {
    tracing::warn!(
        url = EMBEDDED_URL,
        "no `acemq.stores.db` is configured: handled messages are remembered in a file of this one process on this \
         one disk"
    );
    let settings = StoreSettings {
        kind: StoreKind::Sqlite,
        url: Some(Secret::new(EMBEDDED_URL)),
        table: "acemq_idempotency".to_owned(),
        scope: Scope::Queue,
        retention: RETENTION,
        lease: LEASE,
        create_schema: true,
        capacity: 0,
    };
    sqlite(EMBEDDED, &settings).await
}

#[cfg(feature = "sqlite")]
async fn sqlite(name: &str, settings: &StoreSettings) -> Result<Arc<dyn IdempotencyStore>> {
    use crate::store::SqliteStore;

    let context = |error: &dyn std::fmt::Display| Error::other(format!("`acemq.stores.{name}`: {error}"));
    let url = settings.url.as_ref().map_or(EMBEDDED_URL, Secret::reveal);
    let store = SqliteStore::connect(url).await.map_err(|error| context(&error))?;
    let store = store.table(&settings.table).map_err(|error| context(&error))?.retention(settings.retention);
    if settings.create_schema {
        store.create_schema_if_absent().await.map_err(|error| context(&error))?;
    }
    store.check_schema().await.map_err(|error| context(&error))?;
    Ok(Arc::new(store))
}

#[cfg(not(feature = "sqlite"))]
#[allow(clippy::unused_async, reason = "with the feature it waits for the file")]
async fn sqlite(name: &str, _settings: &StoreSettings) -> Result<Arc<dyn IdempotencyStore>> {
    Err(Error::other(format!(
        "`acemq.stores.{name}.kind`: this build has no SQLite\nhelp: enable the feature `sqlite` of `acemq`"
    )))
}
