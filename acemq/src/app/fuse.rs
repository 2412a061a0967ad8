//! What start-up knows of the crash fuse: whether a listener has one, how it begins to read, and what it cannot see.

use crate::{
    listener::Resolved,
    pipeline::Fuse,
    topology::{DeclaredTopology, QueueKind},
};

/// What a subscription to a stream carries.
const STREAM_OFFSET: &str = "x-stream-offset";

/// The fuse of a listener. None under requeue-on-failure: there a message comes back by the user's own will.
pub(super) fn of(resolved: &Resolved) -> Option<Fuse> {
    (!resolved.requeue_on_failure).then(|| Fuse::new(resolved.max_redeliveries))
}

/// How many messages a subscription lets in until its head is known: one, where the broker may count.
///
/// A classic queue does not. A stream does not either, and is read from where a subscription begins, so that a second one
/// would read another part of it.
pub(super) fn first_window(resolved: &Resolved, declared: &DeclaredTopology) -> u16 {
    let is_stream = resolved.consumer_arguments.contains_key(STREAM_OFFSET);
    if of(resolved).is_none() || is_stream || is_classic(&resolved.queue, declared) {
        resolved.prefetch
    } else {
        1
    }
}

/// Says what no fuse can see: a classic queue does not count how often it delivers a message.
pub(super) fn warn_of_classic(id: &str, resolved: &Resolved, declared: &DeclaredTopology) {
    if of(resolved).is_none() || !is_classic(&resolved.queue, declared) {
        return;
    }
    let queue = &resolved.queue;
    match &resolved.idempotent {
        None => tracing::warn!(
            listener = id,
            queue,
            "the queue is classic and counts no redeliveries: a message that kills the process comes again without end; \
             declare it with `type = \"quorum\"`"
        ),
        Some(store) => tracing::info!(
            listener = id,
            queue,
            store,
            "the queue is classic and counts no redeliveries: a message that kills the process is counted only where it \
             comes again within the lease of its claim, in a store that outlives the process"
        ),
    }
}

fn is_classic(queue: &str, declared: &DeclaredTopology) -> bool {
    declared.queues.iter().any(|one| one.name == queue && one.kind == QueueKind::Classic)
}
