//! Contradictions that can be seen before a broker is asked: it would refuse the second object with a 406.

use std::collections::HashMap;

use acemq_core::names::RungKind;

use super::{
    DeadLetter, DeclaredTopology, ListenerTopology, Object,
    derived::{
        DEAD_LETTER_KEY, DEAD_LETTER_TO, IN_PROGRESS_WAIT, QUEUE_TYPE, declared_queue, rung_queue,
        set_aside_objects, way_home,
    },
};

/// A contradiction, with the setting or the listener that it comes from and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Conflict {
    /// One name twice in a list of the configuration.
    #[error("`{name}` stands twice under `{list}`")]
    Twice {
        /// `topology.exchanges` or `topology.queues`.
        list: &'static str,
        /// The name.
        name: String,
    },
    /// An argument that another key of the same queue already decides.
    #[error("queue `{queue}` under `topology.queues` has the argument `{argument}`, which `{key}` decides")]
    Decided {
        /// The queue.
        queue: String,
        /// The argument that is one too many.
        argument: &'static str,
        /// The key that decides it.
        key: &'static str,
    },
    /// One object, wanted in two ways.
    #[error("{first} and {second} want `{name}` in two different ways")]
    Differs {
        /// The object's name.
        name: String,
        /// Who wants it first.
        first: String,
        /// Who wants it otherwise.
        second: String,
    },
    /// A listener that reads a rung: the messages that wait there would never wait.
    #[error("listener `{listener}` reads `{queue}`, in which retries of listener `{owner}` wait")]
    ReadsRung {
        /// The listener.
        listener: String,
        /// Its queue.
        queue: String,
        /// Whose rung it is.
        owner: String,
    },
}

impl Conflict {
    /// What to write instead.
    pub(crate) fn help(&self) -> &'static str {
        match self {
            Self::Twice { .. } => "keep one of the two",
            Self::Decided { .. } => "remove one of the two",
            Self::Differs { .. } => "give one of them another name",
            Self::ReadsRung { .. } => "give its queue another name",
        }
    }
}

/// Finds all contradictions at once.
pub(crate) fn conflicts(
    listeners: &[ListenerTopology],
    declared: &DeclaredTopology,
    rungs: RungKind,
) -> Vec<Conflict> {
    let mut found =
        twice("topology.exchanges", declared.exchanges.iter().map(|exchange| exchange.name.as_str()));
    found.extend(twice("topology.queues", declared.queues.iter().map(|queue| queue.name.as_str())));
    found.extend(decided(declared));
    found.extend(differing(listeners, declared, rungs));
    found.extend(reads_rung(listeners, rungs));
    found
}

fn twice<'a>(list: &'static str, names: impl Iterator<Item = &'a str>) -> Vec<Conflict> {
    let mut counts = HashMap::new();
    let mut found = Vec::new();
    for name in names {
        let count = counts.entry(name).or_insert(0_usize);
        *count += 1;
        if *count == 2 {
            found.push(Conflict::Twice { list, name: name.to_owned() });
        }
    }
    found
}

fn decided(declared: &DeclaredTopology) -> Vec<Conflict> {
    let mut found = Vec::new();
    for queue in &declared.queues {
        let mut refuse = |argument: &'static str, key| {
            if queue.arguments.contains_key(argument) {
                found.push(Conflict::Decided { queue: queue.name.clone(), argument, key });
            }
        };
        refuse(QUEUE_TYPE, "type");
        match queue.dead_letter {
            DeadLetter::On => {
                refuse(DEAD_LETTER_TO, "dead-letter: true");
                refuse(DEAD_LETTER_KEY, "dead-letter: true");
            }
            DeadLetter::Off => {}
        }
    }
    found
}

/// Compares every object with the first of its kind and name. Names that stand twice in one list are reported already.
fn differing(listeners: &[ListenerTopology], declared: &DeclaredTopology, rungs: RungKind) -> Vec<Conflict> {
    let mut wanted: Vec<(Object, String)> = declared
        .exchanges
        .iter()
        .map(|exchange| Object::Exchange { name: exchange.name.clone(), kind: exchange.kind })
        .map(|exchange| (exchange, "`topology.exchanges`".to_owned()))
        .collect();
    wanted
        .extend(declared.queues.iter().map(|queue| (declared_queue(queue), "`topology.queues`".to_owned())));
    for queue in &declared.queues {
        let source = format!("`dead-letter: true` of queue `{}`", queue.name);
        match queue.dead_letter {
            DeadLetter::On => {
                wanted.extend(set_aside_objects(&queue.name).map(|object| (object, source.clone())));
            }
            DeadLetter::Off => {}
        }
    }
    for listener in listeners {
        let source = format!("listener `{}`", listener.id);
        let derived = set_aside_objects(&listener.queue).into_iter().chain(way_home(&listener.queue));
        let waits = waits(listener).map(|wait| rung_queue(&listener.queue, wait, rungs));
        wanted.extend(derived.chain(waits).map(|object| (object, source.clone())));
    }

    let mut first: HashMap<(bool, String), (Object, String)> = HashMap::new();
    let mut found = Vec::new();
    for (object, source) in wanted {
        let Some(key) = identity(&object) else { continue };
        match first.get(&key) {
            None => {
                first.insert(key, (object, source));
            }
            Some((same, _)) if *same == object => {}
            Some((_, earlier)) if *earlier == source => {}
            Some((_, earlier)) => {
                let conflict = Conflict::Differs { name: key.1, first: earlier.clone(), second: source };
                if !found.contains(&conflict) {
                    found.push(conflict);
                }
            }
        }
    }
    found
}

/// Exchanges and queues have names of their own; a binding is what it says and cannot differ from itself.
fn identity(object: &Object) -> Option<(bool, String)> {
    match object {
        Object::Exchange { name, .. } => Some((true, name.clone())),
        Object::Queue { name, .. } => Some((false, name.clone())),
        Object::Binding { .. } => None,
    }
}

fn reads_rung(listeners: &[ListenerTopology], rungs: RungKind) -> Vec<Conflict> {
    let mut owners = HashMap::new();
    for listener in listeners {
        for wait in waits(listener) {
            owners.entry(acemq_core::names::rung(&listener.queue, wait, rungs)).or_insert(&listener.id);
        }
    }
    listeners
        .iter()
        .filter_map(|listener| {
            owners.get(&listener.queue).map(|owner| Conflict::ReadsRung {
                listener: listener.id.clone(),
                queue: listener.queue.clone(),
                owner: (*owner).clone(),
            })
        })
        .collect()
}

fn waits(listener: &ListenerTopology) -> impl Iterator<Item = std::time::Duration> {
    listener.rungs.iter().copied().chain(listener.has_store.then_some(IN_PROGRESS_WAIT))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{
        message::Value,
        topology::{DeclaredExchange, DeclaredQueue, ExchangeKind, QueueKind},
    };

    fn listener(id: &str, queue: &str, rungs: &[u64]) -> ListenerTopology {
        let rungs = rungs.iter().map(|seconds| Duration::from_secs(*seconds)).collect();
        ListenerTopology { id: id.into(), queue: queue.into(), rungs, has_store: false }
    }

    fn queue(name: &str, kind: QueueKind, dead_letter: DeadLetter, arguments: &[&str]) -> DeclaredQueue {
        let arguments = arguments.iter().map(|name| ((*name).into(), Value::from("x"))).collect();
        DeclaredQueue { name: name.into(), kind, dead_letter, arguments }
    }

    fn texts(
        listeners: &[ListenerTopology],
        exchanges: &[(&str, ExchangeKind)],
        queues: &[DeclaredQueue],
    ) -> Vec<String> {
        let exchanges = exchanges
            .iter()
            .map(|(name, kind)| DeclaredExchange { name: (*name).into(), kind: *kind })
            .collect();
        let declared = DeclaredTopology { exchanges, queues: queues.to_vec(), bindings: Vec::new() };
        conflicts(listeners, &declared, RungKind::Quorum)
            .iter()
            .map(|conflict| format!("{conflict}; {}", conflict.help()))
            .collect()
    }

    #[test]
    fn what_fits_together_has_no_conflict() {
        let mut with_store = listener("a", "q", &[30, 60]);
        with_store.has_store = true;
        let listeners = [with_store, listener("b", "q", &[30]), listener("rescue", "q.dlq", &[])];
        let queues = [
            queue("q", QueueKind::Quorum, DeadLetter::On, &["x-max-length"]),
            queue("q.parked", QueueKind::Classic, DeadLetter::Off, &[]),
            queue("elsewhere", QueueKind::Classic, DeadLetter::Off, &["x-dead-letter-exchange"]),
        ];
        assert_eq!(texts(&listeners, &[("acemq.dlx", ExchangeKind::Direct)], &queues), [""; 0]);
    }

    #[test]
    fn a_name_that_stands_twice_is_named_once_for_each_list() {
        let twice = queue("q", QueueKind::Quorum, DeadLetter::Off, &[]);
        let queues = [twice.clone(), twice.clone(), twice];
        let found = texts(&[], &[("e", ExchangeKind::Topic), ("e", ExchangeKind::Direct)], &queues);
        let expected = [
            "`e` stands twice under `topology.exchanges`; keep one of the two",
            "`q` stands twice under `topology.queues`; keep one of the two",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_argument_beside_the_key_that_decides_it_is_refused() {
        let arguments = ["x-dead-letter-exchange", "x-dead-letter-routing-key", "x-queue-type"];
        let found = texts(&[], &[], &[queue("q", QueueKind::Quorum, DeadLetter::On, &arguments)]);
        assert_eq!(found.len(), 3, "{found:#?}");
        assert_eq!(
            found[1],
            "queue `q` under `topology.queues` has the argument `x-dead-letter-exchange`, which `dead-letter: true` \
             decides; remove one of the two"
        );
    }

    #[test]
    fn a_queue_of_the_configuration_that_a_listener_needs_otherwise_is_found() {
        let queues = [queue("q.dlq", QueueKind::Quorum, DeadLetter::Off, &[])];
        let found = texts(&[listener("a", "q", &[])], &[], &queues);
        let expected = [
            "`topology.queues` and listener `a` want `q.dlq` in two different ways; give one of them another name",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn an_exchange_of_ours_in_another_kind_is_found() {
        let exchanges = [("acemq.dlx", ExchangeKind::Topic), ("acemq.retry", ExchangeKind::Fanout)];
        let found = texts(&[listener("a", "q", &[])], &exchanges, &[]);
        assert_eq!(found.len(), 2, "{found:#?}");
    }

    #[test]
    fn a_listener_on_a_rung_of_another_is_found() {
        let found = texts(&[listener("a", "q", &[30]), listener("b", "q.retry.30s.quorum", &[])], &[], &[]);
        let expected = [
            "listener `b` reads `q.retry.30s.quorum`, in which retries of listener `a` wait; give its queue another name",
        ];
        assert_eq!(found, expected);
    }
}
