//! The start, to be read from top to bottom. All or nothing: any failure unwinds what had started.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use acemq_core::{exhausted::OnExhausted, retry::RetryKind};
use tokio::{sync::watch, task::JoinSet, time::Instant};

use super::{
    apply::{DeclareQueues, Restore, apply},
    builder::App,
    codecs,
    connect::connect_patiently,
    drain::drain,
    exhausted, fuse,
    handle::ListenerHandle,
    listeners::{self, Chosen},
    off::Off,
    purge,
    running::Running,
    stores::{self, Opened},
    supervisor::Supervisor,
    worker::{Limits, Order, Worker},
};
use crate::{
    broker::Broker,
    codec::{Codecs, Format},
    config::{Apply, Settings},
    error::{Error, Result},
    extract::Resources,
    listener::NamedRecoverer,
    message::{Clock, ErrorProbe},
    pipeline::{Claims, Context, Gate, MayDeclare, Rules, Rungs},
    publish::AceMq,
    telemetry::ListenerMetrics,
    topology::{self, ListenerTopology},
};

/// How long the unwinding of a failed start may take.
const UNWIND_WITHIN: Duration = Duration::from_secs(5);

/// The largest batch of acks that is sent as one, and the part of the window that it may be.
const MAX_ACK_BATCH: u32 = 64;
const ACK_BATCH_PART: u32 = 4;

/// Starts an application. `begun` is set before the first listener starts: from then on the start must not be dropped,
/// but awaited and drained.
pub(super) async fn start(app: App, begun: &AtomicBool) -> Result<Running> {
    // 1. Everything that can be wrong without a broker, in one error.
    let (settings, mut faults) = app.config.judged();
    let Some(settings) = settings else { return Err(Error::startup(faults)) };
    let checked = listeners::check(&app, &settings);
    let needs: Vec<ListenerTopology> = checked.listeners.iter().map(topology_of).collect();
    let declared = &settings.topology.declared;
    faults.extend(checked.faults);
    faults.extend(listeners::topology_faults(&needs, &settings.topology));
    if !faults.is_empty() {
        return Err(Error::startup(faults));
    }

    let format = codecs::format(&app.codecs.codecs, &settings);
    if !settings.enabled {
        return Ok(off(&settings, format));
    }

    // 2. What listeners use: stores first, since they are ours to get wrong.
    crate::telemetry::describe();
    let clock = Clock::start();
    let stores = stores::open(&app, &settings, &checked.listeners).await?;

    // 3. The broker, and what is to be declared on it.
    let deadline = Instant::now() + settings.startup_timeout;
    let broker =
        connect_patiently(&settings.connection, settings.startup, deadline).await.map_err(Error::broker)?;
    let mq = AceMq::new(Arc::clone(&broker), format, &settings.connection, clock);
    let mut running = Running {
        mq: mq.clone(),
        broker: Arc::clone(&broker),
        supervisor: Supervisor::new(),
        listeners: Vec::new(),
        purges: purge::start(&stores),
        shutdown_timeout: settings.shutdown_timeout,
    };
    let plan = topology::plan(&needs, declared, settings.topology.rungs);
    let declare_queues =
        if settings.topology.declare_listener_queues { DeclareQueues::Yes } else { DeclareQueues::No };
    let plan = match settings.topology.apply {
        Apply::CreateOnly => Some(plan),
        Apply::None => None,
    };
    if let Some(plan) = &plan
        && let Err(error) = apply(&broker, plan.clone(), declare_queues).await
    {
        return Err(unwind(running, error).await);
    }

    exhausted::warn_of_missing_targets(&broker, &checked.listeners).await;

    // 4. The listeners, one by one, in their order.
    let mut resources = app.resources;
    resources.insert(mq);
    let bench = Bench {
        broker,
        resources: Arc::new(resources),
        probes: app.error_types.into(),
        stores,
        codecs: app.codecs.codecs,
        recoverers: app.recoverers.by_name,
        settings,
        clock,
        gate: Arc::default(),
    };
    begun.store(true, Ordering::Relaxed);
    for chosen in checked.listeners {
        if !chosen.resolved.auto_startup {
            tracing::debug!(listener = chosen.registration.id, "not started: auto_startup is false");
            continue;
        }
        let id = chosen.registration.id;
        let orders = running.supervisor.orders();
        let restore = plan.as_ref().and_then(|plan| plan.listener(id)).cloned();
        let restore = restore.map(|plan| Restore { plan, declare_queues });
        let order = chosen.resolved.order;
        let worker = bench.worker(chosen, restore, orders);
        running.listeners.push(ListenerHandle::of(&worker, order));
        if let Err(error) = running.supervisor.start(worker).await {
            let error = Error::other(format!("listener `{id}` cannot start: {error}"));
            return Err(unwind(running, error).await);
        }
    }
    Ok(running)
}

/// With `acemq.enabled: false` there is no connection and no listener; what is published fails and says so.
fn off(settings: &Settings, format: Format) -> Running {
    tracing::warn!("acemq.enabled is false: no connection is made and no listener started");
    let broker: Arc<dyn Broker> = Arc::new(Off::new());
    Running {
        mq: AceMq::new(Arc::clone(&broker), format, &settings.connection, Clock::start()),
        broker,
        supervisor: Supervisor::new(),
        listeners: Vec::new(),
        purges: JoinSet::new(),
        shutdown_timeout: settings.shutdown_timeout,
    }
}

/// Stops what had started, and gives the error back that stopped the start.
async fn unwind(running: Running, error: Error) -> Error {
    let Running { broker, supervisor, .. } = running;
    let drained = drain(supervisor, broker, Instant::now() + UNWIND_WITHIN).await;
    tracing::debug!(?drained, "the start was unwound");
    error
}

fn topology_of(chosen: &Chosen) -> ListenerTopology {
    let Chosen { registration, resolved } = chosen;
    ListenerTopology {
        id: registration.id.to_owned(),
        queue: resolved.queue.clone(),
        rungs: resolved.retry.broker_rungs(),
        has_store: resolved.idempotent.is_some(),
    }
}

/// What all listeners are built from.
struct Bench {
    broker: Arc<dyn Broker>,
    resources: Arc<Resources>,
    probes: Arc<[ErrorProbe]>,
    stores: BTreeMap<String, Opened>,
    codecs: Codecs,
    recoverers: BTreeMap<String, NamedRecoverer>,
    settings: Settings,
    clock: Clock,
    gate: Arc<Gate>,
}

impl Bench {
    fn worker(&self, chosen: Chosen, restore: Option<Restore>, orders: watch::Receiver<Order>) -> Worker {
        let rungs = self.rungs(&chosen);
        let Chosen { registration, resolved } = chosen;
        log_ladder(registration.id, &resolved.retry);
        let declared = &self.settings.topology.declared;
        let (fuse, first_window) = (fuse::of(&resolved, declared), fuse::first_window(&resolved, declared));
        fuse::warn_of_classic(registration.id, &resolved, declared);
        let claims = resolved.idempotent.as_ref().and_then(|name| self.stores.get_key_value(name)).map(
            |(name, opened)| Claims {
                store_name: name.clone(),
                store: Arc::clone(&opened.store),
                scope: opened.scope,
                lease: opened.lease,
                key: resolved.idempotency_key.clone(),
                warned_without_id: AtomicBool::new(false),
            },
        );
        let on_exhausted = resolved.on_exhausted.map(|written| written.value).unwrap_or_default();
        let recoverer = if let OnExhausted::Recoverer(name) = &on_exhausted {
            self.recoverers.get(name).cloned()
        } else {
            None
        };
        let context = Context {
            id: registration.id.into(),
            queue: resolved.queue.as_str().into(),
            rules: Rules {
                retry: resolved.retry,
                requeue_on_failure: resolved.requeue_on_failure,
                on_exhausted,
            },
            recoverer,
            fuse,
            gate: Arc::clone(&self.gate),
            prepare: registration.prepare,
            probes: Arc::clone(&self.probes),
            timeout: resolved.timeout,
            reading: codecs::reading(&self.codecs, &self.settings, resolved.codec.as_ref()),
            resources: Arc::clone(&self.resources),
            claims,
            broker: Arc::clone(&self.broker),
            rungs,
            clock: self.clock,
            metrics: ListenerMetrics::new(&resolved.queue),
        };
        let limits = Limits {
            prefetch: resolved.prefetch,
            first_window,
            concurrency: resolved.concurrency,
            ack_batch: resolved.ack_batch.unwrap_or_else(|| default_ack_batch(resolved.prefetch)),
        };
        Worker { context: Arc::new(context), limits, arguments: resolved.consumer_arguments, restore, orders }
    }

    fn rungs(&self, chosen: &Chosen) -> Rungs {
        let (may_declare, in_progress) = match self.settings.topology.apply {
            Apply::CreateOnly => {
                (MayDeclare::Yes, chosen.resolved.idempotent.as_ref().map(|_| topology::IN_PROGRESS_WAIT))
            }
            // Whoever declares the topology declares the contract's; what is missing is found out by publishing.
            Apply::None => (MayDeclare::No, Some(topology::IN_PROGRESS_WAIT)),
        };
        let declared = chosen.resolved.retry.broker_rungs().into_iter().chain(in_progress);
        Rungs::new(self.settings.topology.rungs, may_declare, declared)
    }
}

fn default_ack_batch(prefetch: u16) -> u32 {
    (u32::from(prefetch) / ACK_BATCH_PART).clamp(1, MAX_ACK_BATCH)
}

/// Says once, at start, what will happen to a message that fails.
fn log_ladder(id: &str, retry: &acemq_core::retry::RetryPolicy) {
    match retry.kind() {
        RetryKind::None => tracing::debug!(listener = id, "no ladder: a failure ends the message's attempts"),
        RetryKind::Fixed | RetryKind::Exponential => {
            let waits: Vec<String> = retry
                .schedule()
                .into_iter()
                .map(|wait| {
                    let place = if retry.waits_in_broker(wait) { "in the broker" } else { "here" };
                    format!("{} {place}", acemq_core::duration::format(wait))
                })
                .collect();
            tracing::info!(listener = id, ladder = %retry, waits = waits.join(", "), "retries");
        }
        _ => {}
    }
}
