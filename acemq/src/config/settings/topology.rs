//! `acemq.topology.*`: what the application declares beside its listeners' own objects.

use std::collections::HashMap;

use acemq_core::names::{self, RungKind};

use crate::{
    config::{
        read::Reader,
        tree::{Kind, Node},
    },
    fault::{Fault, Origin, Written},
    message::{Table, Value},
    topology::{
        DeadLetter, DeclaredBinding, DeclaredExchange, DeclaredQueue, DeclaredTopology, ExchangeKind,
        QueueKind,
    },
};

/// What start-up does with the plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Apply {
    /// Declares what is missing.
    #[default]
    CreateOnly,
    /// Neither looks nor declares.
    None,
}

/// Everything under `acemq.topology`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TopologySettings {
    pub(crate) apply: Apply,
    /// Which kind of retry queues is declared and used.
    pub(crate) rungs: RungKind,
    /// Whether a listener's own queue is declared when it is missing.
    pub(crate) declare_listener_queues: bool,
    /// Exchanges, queues and bindings.
    pub(crate) declared: DeclaredTopology,
}

/// Arguments that another key says, which would contradict each other.
const SAID_BY_KEYS: [(&str, &str); 1] = [("x-queue-type", "type")];

/// Reads everything under `topology`.
pub(super) fn read(topology: &Reader<'_>, faults: &mut Vec<Fault>) -> TopologySettings {
    let rungs = [("quorum", RungKind::Quorum), ("classic", RungKind::Classic)];
    let mut exchanges = Names::default();
    let mut queues = Names::default();
    TopologySettings {
        apply: apply(topology, faults),
        rungs: topology.choice("rungs", &rungs).map(|written| written.value).unwrap_or_default(),
        declare_listener_queues: topology.is("declare-listener-queues").is_none_or(|written| written.value),
        declared: DeclaredTopology {
            exchanges: topology
                .items("exchanges")
                .iter()
                .filter_map(|item| exchange(item, &mut exchanges, faults))
                .collect(),
            queues: topology
                .items("queues")
                .iter()
                .filter_map(|item| queue(item, &mut queues, faults))
                .collect(),
            bindings: topology.items("bindings").iter().filter_map(|item| binding(item, faults)).collect(),
        },
    }
}

fn apply(topology: &Reader<'_>, faults: &mut Vec<Fault>) -> Apply {
    let words = [
        ("create-only", Some(Apply::CreateOnly)),
        ("none", Some(Apply::None)),
        // Words of the family that nothing carries out yet: to do something else instead would be worse than to refuse.
        ("validate", None),
        ("dry-run", None),
    ];
    let Some(Written { value, place }) = topology.choice("apply", &words) else { return Apply::default() };
    value.unwrap_or_else(|| {
        faults.push(Fault::at(&place, "not in this version", "write `create-only` or `none`"));
        Apply::default()
    })
}

fn exchange(item: &Reader<'_>, names: &mut Names, faults: &mut Vec<Fault>) -> Option<DeclaredExchange> {
    let kinds = [
        ("direct", ExchangeKind::Direct),
        ("topic", ExchangeKind::Topic),
        ("fanout", ExchangeKind::Fanout),
        ("headers", ExchangeKind::Headers),
    ];
    let name = required(item, "name", faults)?;
    // The rules of a name are the same for both kinds of object.
    checked(&name, faults);
    names.add(&name, "exchange", faults);
    let kind = item.choice("type", &kinds).map_or(ExchangeKind::Topic, |written| written.value);
    Some(DeclaredExchange { name: name.value, kind })
}

fn queue(item: &Reader<'_>, names: &mut Names, faults: &mut Vec<Fault>) -> Option<DeclaredQueue> {
    let name = required(item, "name", faults)?;
    checked(&name, faults);
    names.add(&name, "queue", faults);
    let kinds = [("quorum", QueueKind::Quorum), ("classic", QueueKind::Classic)];
    let dead_letter = item.is("dead-letter").is_some_and(|written| written.value);
    let arguments = match item.find("arguments") {
        Some(node) => arguments(node, &item.place("arguments").key, faults),
        None => Table::new(),
    };
    for (argument, key) in SAID_BY_KEYS {
        if arguments.contains_key(argument) {
            let message = format!("`{argument}` is what `{key}` says");
            faults.push(Fault::at(&item.place("arguments"), message, format!("write `{key}` beside `name`")));
        }
    }
    if dead_letter {
        for argument in ["x-dead-letter-exchange", "x-dead-letter-routing-key"] {
            if arguments.contains_key(argument) {
                let message = format!("`{argument}` contradicts `dead-letter`, which sets it");
                faults.push(Fault::at(&item.place("arguments"), message, "leave one of the two out"));
            }
        }
    }
    Some(DeclaredQueue {
        name: name.value,
        kind: item.choice("type", &kinds).map(|written| written.value).unwrap_or_default(),
        dead_letter: if dead_letter { DeadLetter::On } else { DeadLetter::Off },
        arguments,
    })
}

fn binding(item: &Reader<'_>, faults: &mut Vec<Fault>) -> Option<DeclaredBinding> {
    let queue = required(item, "queue", faults);
    let exchange = required(item, "exchange", faults);
    let routing_key = item.text("routing-key").map(|written| written.value).unwrap_or_default();
    Some(DeclaredBinding {
        queue: queue?.value,
        exchange: exchange?.value,
        routing_key,
        arguments: Table::new(),
    })
}

fn required(item: &Reader<'_>, name: &str, faults: &mut Vec<Fault>) -> Option<Written<String>> {
    let written = item.text(name);
    if written.is_none() && item.find(name).is_none() {
        faults.push(Fault::at(&item.here(), format!("`{name}` is missing"), format!("write `{name}`")));
    }
    written
}

fn checked(name: &Written<String>, faults: &mut Vec<Fault>) {
    if let Err(error) = names::check_queue_name(&name.value) {
        faults.push(Fault::at(&name.place, error.message(), error.help()));
    }
}

/// The names of one kind of object, to find one that is declared twice.
#[derive(Default)]
struct Names(HashMap<String, Origin>);

impl Names {
    fn add(&mut self, name: &Written<String>, what: &str, faults: &mut Vec<Fault>) {
        if let Some(before) = self.0.insert(name.value.clone(), name.place.origin.clone()) {
            let message = format!("the {what} `{}` is declared twice, first at {before}", name.value);
            faults.push(Fault::at(&name.place, message, "make one of the two"));
        }
    }
}

/// The broker's own names and values. Integers are 64 bits wide, as the broker compares them by value.
fn arguments(node: &Node, path: &str, faults: &mut Vec<Fault>) -> Table {
    let mut table = Table::new();
    for entry in node.entries() {
        let at = format!("{path}.{}", entry.name);
        if let Some(value) = argument(&entry.node, &at, faults) {
            table.insert(entry.name.as_str().into(), value);
        }
    }
    table
}

/// One argument of the broker's, in its own type.
pub(super) fn argument(node: &Node, path: &str, faults: &mut Vec<Fault>) -> Option<Value> {
    match &node.kind {
        Kind::Null => {
            let fault = Fault::new(
                node.origin.clone(),
                path,
                "the argument has no value",
                "write one, or leave it out",
            );
            faults.push(fault);
            None
        }
        Kind::Bool(value) => Some(Value::Bool(*value)),
        Kind::Integer(value) => Some(Value::I64(*value)),
        Kind::Float(value) => Some(Value::F64(*value)),
        Kind::Text(text) => Some(Value::from(text.as_str())),
        Kind::Duration(duration) => Some(Value::I64(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))),
        Kind::List(items) => {
            let items = items
                .iter()
                .enumerate()
                .filter_map(|(index, item)| argument(item, &format!("{path}[{index}]"), faults))
                .collect();
            Some(Value::List(items))
        }
        Kind::Table(_) => Some(Value::Table(arguments(node, path, faults))),
    }
}
