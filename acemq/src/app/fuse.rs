//! What start-up knows of the crash fuse: whether a listener has one, how it begins to read, and what it cannot see.

use crate::{
    listener::Resolved,
    pipeline::{CountedBy, Fuse},
    topology::{DeclaredTopology, QueueKind},
};

/// What a subscription to a stream carries.
const STREAM_OFFSET: &str = "x-stream-offset";
/// What a queue carries of whose consumers one at a time is served.
const SINGLE_ACTIVE: &str = "x-single-active-consumer";

/// The fuse of a listener. None under requeue-on-failure: there a message comes back by the user's own will.
pub(super) fn of(resolved: &Resolved, declared: &DeclaredTopology) -> Option<Fuse> {
    let counted_by =
        if is_classic(&resolved.queue, declared) { CountedBy::Nobody } else { CountedBy::Broker };
    (!resolved.requeue_on_failure).then(|| Fuse::new(resolved.max_redeliveries, counted_by))
}

/// How many messages a subscription lets in until its head is known: one, where the broker may count.
///
/// A classic queue does not. A stream does not either, and is read from where a subscription begins, so that a second one
/// would read another part of it. And where one consumer at a time is served, a second one of ours would stand behind those
/// of other processes.
pub(super) fn first_window(resolved: &Resolved, declared: &DeclaredTopology) -> u16 {
    let is_stream = resolved.consumer_arguments.contains_key(STREAM_OFFSET);
    let is_single_active = declared
        .queues
        .iter()
        .any(|one| one.name == resolved.queue && one.arguments.contains_key(SINGLE_ACTIVE));
    if resolved.requeue_on_failure || is_stream || is_single_active || is_classic(&resolved.queue, declared) {
        resolved.prefetch
    } else {
        1
    }
}

/// Says what no fuse can see: a classic queue does not count how often it delivers a message.
pub(super) fn warn_of_classic(id: &str, resolved: &Resolved, declared: &DeclaredTopology) {
    let queue = &resolved.queue;
    match sight(resolved, declared) {
        Sight::Whole | Sight::NotAsked => {}
        Sight::None => tracing::warn!(
            listener = id,
            queue,
            "the queue is classic and counts no redeliveries: a message that kills the process comes again without end; \
             declare it with `type = \"quorum\"`"
        ),
        Sight::WithinLease => tracing::info!(
            listener = id,
            queue,
            "the queue is classic and counts no redeliveries: a message that kills the process is counted only where it \
             comes again within the lease of its claim, in a store that outlives the process"
        ),
    }
}

/// What a listener's fuse sees, as far as the configuration tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    /// The broker counts.
    Whole,
    /// A claim that a dead process left.
    WithinLease,
    /// Nothing.
    None,
    /// The listener wants no fuse.
    NotAsked,
}

fn sight(resolved: &Resolved, declared: &DeclaredTopology) -> Sight {
    if resolved.requeue_on_failure {
        Sight::NotAsked
    } else if !is_classic(&resolved.queue, declared) {
        Sight::Whole
    } else if resolved.idempotent.is_some() {
        Sight::WithinLease
    } else {
        Sight::None
    }
}

fn is_classic(queue: &str, declared: &DeclaredTopology) -> bool {
    declared.queues.iter().any(|one| one.name == queue && one.kind == QueueKind::Classic)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fault::{Origin, Place},
        listener::{ListenerLayer, Options, resolve},
        message::Table,
        topology::{DeadLetter, DeclaredQueue},
    };

    fn resolved(options: Options) -> Resolved {
        let origin = Origin::code();
        let attribute = ListenerLayer::of_attribute(&options, "orders", &origin).expect("a layer");
        let defaults = ListenerLayer::default();
        resolve(&attribute, None, &defaults, &Place::new(origin, "on_order")).expect("options")
    }

    fn declared(kind: QueueKind) -> DeclaredTopology {
        let queue = DeclaredQueue {
            name: "orders".into(),
            kind,
            dead_letter: DeadLetter::On,
            arguments: Table::new(),
        };
        DeclaredTopology { queues: vec![queue], ..DeclaredTopology::default() }
    }

    #[test]
    fn what_a_fuse_sees_depends_on_the_queue_and_the_store() {
        let (classic, quorum) = (declared(QueueKind::Classic), declared(QueueKind::Quorum));
        let plain = || resolved(Options::default());
        let stored = || resolved(Options { idempotent: Some("db"), ..Options::default() });
        let requeueing = || resolved(Options { requeue_on_failure: Some(true), ..Options::default() });
        for (listener, queue, seen, window) in [
            (plain(), &quorum, Sight::Whole, 1),
            (plain(), &DeclaredTopology::default(), Sight::Whole, 1),
            (plain(), &classic, Sight::None, 100),
            (stored(), &classic, Sight::WithinLease, 100),
            (stored(), &quorum, Sight::Whole, 1),
            (requeueing(), &quorum, Sight::NotAsked, 100),
        ] {
            assert_eq!((sight(&listener, queue), first_window(&listener, queue)), (seen, window));
            assert_eq!(of(&listener, queue).is_none(), seen == Sight::NotAsked);
        }
    }

    #[test]
    fn a_stream_is_read_with_the_whole_window_from_the_beginning() {
        let mut listener = resolved(Options::default());
        listener.consumer_arguments.insert(STREAM_OFFSET.into(), "first".into());
        assert_eq!(first_window(&listener, &DeclaredTopology::default()), 100);
    }

    #[test]
    fn a_queue_that_serves_one_consumer_at_a_time_is_not_subscribed_twice() {
        let mut declared = declared(QueueKind::Quorum);
        declared.queues[0].arguments.insert(SINGLE_ACTIVE.into(), true.into());
        assert_eq!(first_window(&resolved(Options::default()), &declared), 100);
    }
}
