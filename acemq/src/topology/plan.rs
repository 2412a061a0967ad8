//! The plan: every object that is to be declared, each once, in an order in which each finds what it refers to.

use std::collections::HashSet;

use acemq_core::names::RungKind;

use super::{
    DeadLetter, DeclaredTopology, ListenerTopology, Object,
    derived::{IN_PROGRESS_WAIT, declared_queue, listener_queue, rung_queue, set_aside_objects, way_home},
};

/// What start-up does on the broker, and what a listener does again when it is rebuilt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    /// What the configuration wants.
    configured: Vec<Object>,
    /// One per listener, in the order of the listeners.
    listeners: Vec<ListenerPlan>,
    /// Bindings of the configuration to queues that come with a listener.
    late: Vec<Object>,
}

/// What one listener needs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ListenerPlan {
    /// The listener's id.
    pub(crate) id: String,
    /// Where its messages are set aside.
    set_aside: [Object; 5],
    /// The queue to look up; `None` when the plan declares it for another reason.
    own: Option<OwnQueue>,
    /// The way home and the rungs.
    ladder: Vec<Object>,
}

/// One step of the plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    /// Declare this.
    Declare(Object),
    /// Look the listener's own queue up. Its owner chose its arguments: it is never declared again, only when missing.
    Own(OwnQueue),
}

/// The queue that a listener reads.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OwnQueue {
    /// Its name.
    pub(crate) name: String,
    /// What to declare when it is missing and `topology.declare-listener-queues` is true.
    pub(crate) if_missing: Object,
    /// What a look-up told.
    pub(crate) found: Found,
}

/// What a passive look-up of a listener's own queue told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// It is there.
    Present,
    /// There is none of that name.
    Missing,
}

/// Lays out what listeners and configuration need. Contradictions are [`conflicts`](super::conflicts)' business: with
/// one in it, the broker would refuse the second of the two objects.
pub(crate) fn plan(listeners: &[ListenerTopology], declared: &DeclaredTopology, rungs: RungKind) -> Plan {
    let mut configured: Vec<Object> = declared
        .exchanges
        .iter()
        .map(|exchange| Object::Exchange { name: exchange.name.clone(), kind: exchange.kind })
        .collect();
    for queue in &declared.queues {
        match queue.dead_letter {
            DeadLetter::On => configured.extend(set_aside_objects(&queue.name)),
            DeadLetter::Off => {}
        }
        configured.push(declared_queue(queue));
    }
    let configured_queues = queue_names(&configured);
    let bindings = declared.bindings.iter().map(|binding| Object::Binding {
        queue: binding.queue.clone(),
        exchange: binding.exchange.clone(),
        routing_key: binding.routing_key.clone(),
        arguments: binding.arguments.clone(),
    });
    let (early, late): (Vec<_>, Vec<_>) = bindings.partition(|binding| match binding {
        Object::Binding { queue, .. } => configured_queues.contains(queue),
        Object::Exchange { .. } | Object::Queue { .. } => true,
    });
    configured.extend(early);

    let mut planned = configured_queues;
    planned.extend(listeners.iter().flat_map(|listener| queue_names(&set_aside_objects(&listener.queue))));
    let listeners = listeners.iter().map(|listener| listener_plan(listener, &planned, rungs)).collect();
    Plan { configured: without_repeats(configured), listeners, late: without_repeats(late) }
}

/// `planned` names the queues that the plan declares for somebody else's sake: a listener may read one of them, a
/// `.dlq` for instance, and then there is nothing to look up.
fn listener_plan(listener: &ListenerTopology, planned: &HashSet<String>, rungs: RungKind) -> ListenerPlan {
    let queue = &listener.queue;
    let own = (!planned.contains(queue)).then(|| OwnQueue {
        name: queue.clone(),
        if_missing: listener_queue(queue),
        found: Found::Unknown,
    });
    let mut ladder = way_home(queue).to_vec();
    let waits = listener.rungs.iter().copied().chain(listener.has_store.then_some(IN_PROGRESS_WAIT));
    ladder.extend(waits.map(|wait| rung_queue(queue, wait, rungs)));
    // Waits that differ by less than a millisecond are one rung.
    let ladder = without_repeats(ladder);
    ListenerPlan { id: listener.id.clone(), set_aside: set_aside_objects(queue), own, ladder }
}

impl Plan {
    /// Every step of start-up, each object once.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = self.configured.iter().cloned().map(Step::Declare).collect();
        // A listener may read a queue that another listener brings, so the derived queues of all of them come first.
        steps.extend(
            self.listeners.iter().flat_map(|listener| listener.set_aside.iter().cloned()).map(Step::Declare),
        );
        steps.extend(self.listeners.iter().flat_map(ListenerPlan::own_and_ladder));
        steps.extend(self.late.iter().cloned().map(Step::Declare));
        without_repeats(steps)
    }

    /// What one listener declares again when it is rebuilt after a loss: its own objects, not the configuration's.
    pub(crate) fn listener(&self, id: &str) -> Option<&ListenerPlan> {
        self.listeners.iter().find(|listener| listener.id == id)
    }

    /// The queues that are to be looked up, each once.
    pub(crate) fn own_queues(&self) -> Vec<String> {
        let own = self.listeners.iter().filter_map(|listener| listener.own.as_ref());
        without_repeats(own.map(|own| own.name.clone()).collect())
    }

    /// Writes down what a look-up told, so that the plan that is logged says which queues will be created.
    pub(crate) fn set_found(&mut self, queue: &str, found: Found) {
        for own in self.listeners.iter_mut().filter_map(|listener| listener.own.as_mut()) {
            if own.name == queue {
                own.found = found;
            }
        }
    }
}

impl ListenerPlan {
    /// Its steps, in an order that is safe.
    pub(crate) fn steps(&self) -> Vec<Step> {
        self.set_aside.iter().cloned().map(Step::Declare).chain(self.own_and_ladder()).collect()
    }

    /// The way home binds the listener's queue, so it comes behind it; the rungs come behind their way home, without
    /// which they lose what is put in.
    fn own_and_ladder(&self) -> impl Iterator<Item = Step> {
        let own = self.own.iter().cloned().map(Step::Own);
        own.chain(self.ladder.iter().cloned().map(Step::Declare))
    }
}

fn queue_names(objects: &[Object]) -> HashSet<String> {
    objects
        .iter()
        .filter_map(|object| match object {
            Object::Queue { name, .. } => Some(name.clone()),
            Object::Exchange { .. } | Object::Binding { .. } => None,
        })
        .collect()
}

/// Keeps the first of equal items. Plans are short and arguments hold floats, so it compares and does not hash.
fn without_repeats<T: PartialEq>(items: Vec<T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value as Json, json};

    use super::*;
    use crate::{
        message::Table,
        topology::{DeclaredBinding, DeclaredExchange, DeclaredQueue, ExchangeKind, QueueKind},
    };

    const VECTORS: &str = include_str!("../../../acemq-core/tests/vectors.json");

    fn listener(id: &str, queue: &str, rungs: &[u64]) -> ListenerTopology {
        let rungs = rungs.iter().map(|millis| Duration::from_millis(*millis)).collect();
        ListenerTopology { id: id.into(), queue: queue.into(), rungs, has_store: false }
    }

    fn queue(name: &str, dead_letter: DeadLetter) -> DeclaredQueue {
        DeclaredQueue { name: name.into(), kind: QueueKind::Quorum, dead_letter, arguments: Table::new() }
    }

    fn bind(queue: &str, exchange: &str, routing_key: &str) -> DeclaredBinding {
        DeclaredBinding {
            queue: queue.into(),
            exchange: exchange.into(),
            routing_key: routing_key.into(),
            arguments: Table::new(),
        }
    }

    /// The steps in short: what, and which.
    fn short(steps: &[Step]) -> Vec<String> {
        let object = |object: &Object| match object {
            Object::Exchange { name, .. } => format!("exchange {name}"),
            Object::Queue { name, .. } => format!("queue {name}"),
            Object::Binding { queue, exchange, .. } => format!("bind {queue} to {exchange}"),
        };
        steps
            .iter()
            .map(|step| match step {
                Step::Declare(declared) => object(declared),
                Step::Own(own) => format!("look up {}", own.name),
            })
            .collect()
    }

    fn json_arguments(arguments: &Table) -> Json {
        arguments
            .iter()
            .map(|(name, value)| {
                let value = value.as_text().map_or_else(|| json!(value.as_integer()), |text| json!(text));
                (name.to_string(), value)
            })
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    #[test]
    fn the_topology_of_the_vectors_is_the_plan_of_its_listener_and_its_configuration() {
        let expected = serde_json::from_str::<Json>(VECTORS).expect("JSON")["topology"].clone();
        let waits: Vec<u64> =
            serde_json::from_value(expected["policyRungDelaysMillis"].clone()).expect("waits");
        let declared = DeclaredTopology {
            exchanges: vec![DeclaredExchange { name: "orders".into(), kind: ExchangeKind::Topic }],
            queues: vec![queue("orders.new", DeadLetter::On)],
            bindings: vec![bind("orders.new", "orders", "order.*")],
        };
        let plan = plan(&[listener("on_order", "orders.new", &waits)], &declared, RungKind::Classic);

        let (mut exchanges, mut queues, mut bindings) = (Vec::new(), Vec::new(), Vec::new());
        for step in plan.steps() {
            let Step::Declare(object) = step else { panic!("the configuration declares {step:?}") };
            match object {
                Object::Exchange { name, kind } => exchanges.push(json!([name, kind.name()])),
                Object::Queue { name, arguments } => queues.push(json!([name, json_arguments(&arguments)])),
                Object::Binding { queue, exchange, routing_key, .. } => {
                    bindings.push(json!([queue, exchange, routing_key]));
                }
            }
        }
        let sorted = |mut rows: Vec<Json>| {
            rows.sort_by_key(Json::to_string);
            rows
        };
        let rows = |section: &str, row: fn(&Json) -> Json| {
            sorted(expected[section].as_array().expect("rows").iter().map(row).collect())
        };
        assert_eq!(sorted(exchanges), rows("exchanges", |row| json!([row["name"], row["type"]])));
        let on_wire = |row: &Json| {
            let arguments = if row["onWire"].is_null() { &row["arguments"] } else { &row["onWire"] };
            json!([row["name"], arguments])
        };
        assert_eq!(sorted(queues), rows("queues", on_wire));
        let binding = |row: &Json| json!([row["queue"], row["exchange"], row["routingKey"]]);
        assert_eq!(sorted(bindings), rows("bindings", binding));
    }

    #[test]
    fn the_ladder_of_a_listener_is_planned_in_an_order_in_which_nothing_is_lost() {
        let mut with_store = listener("on_order", "orders.new", &[30_000, 60_000]);
        with_store.has_store = true;
        let plan = plan(&[with_store], &DeclaredTopology::default(), RungKind::Quorum);
        let expected = [
            "exchange acemq.dlx",
            "queue orders.new.dlq",
            "queue orders.new.parked",
            "bind orders.new.dlq to acemq.dlx",
            "bind orders.new.parked to acemq.dlx",
            "look up orders.new",
            "exchange acemq.retry",
            "bind orders.new to acemq.retry",
            "queue orders.new.retry.30s.quorum",
            "queue orders.new.retry.1m.quorum",
            "queue orders.new.retry.5s.quorum",
        ];
        assert_eq!(short(&plan.steps()), expected);
        assert_eq!(plan.listener("on_order").expect("planned").steps(), plan.steps());
    }

    #[test]
    fn without_a_ladder_no_rung_is_planned() {
        let plan = plan(&[listener("on_order", "q", &[])], &DeclaredTopology::default(), RungKind::Quorum);
        assert!(!short(&plan.steps()).iter().any(|step| step.contains(".retry.")));
    }

    #[test]
    fn a_missing_own_queue_becomes_a_quorum_queue_that_dead_letters() {
        let plan = plan(&[listener("on_order", "q", &[])], &DeclaredTopology::default(), RungKind::Quorum);
        let own = plan.listener("on_order").and_then(|planned| planned.own.as_ref()).expect("looked up");
        let Object::Queue { name, arguments } = &own.if_missing else { panic!("{own:?}") };
        assert_eq!(name, "q");
        let expected = json!({
            "x-queue-type": "quorum",
            "x-dead-letter-exchange": "acemq.dlx",
            "x-dead-letter-routing-key": "q.dlq",
        });
        assert_eq!(json_arguments(arguments), expected);
    }

    #[test]
    fn two_listeners_of_one_queue_share_their_objects() {
        let listeners = [listener("a", "q", &[30_000]), listener("b", "q", &[30_000, 60_000])];
        let plan = plan(&listeners, &DeclaredTopology::default(), RungKind::Quorum);
        let steps = short(&plan.steps());
        assert_eq!(steps.len(), 10, "{steps:#?}");
        assert_eq!(plan.own_queues(), ["q"]);
    }

    #[test]
    fn waits_that_give_one_name_are_one_rung() {
        let mut one = listener("a", "q", &[]);
        one.rungs = vec![Duration::from_micros(30_000_900), Duration::from_secs(30)];
        let plan = plan(&[one], &DeclaredTopology::default(), RungKind::Quorum);
        let rungs =
            plan.steps().iter().filter(|step| short(&[(*step).clone()])[0].contains(".retry.")).count();
        assert_eq!(rungs, 1);
    }

    #[test]
    fn a_queue_of_the_configuration_is_declared_and_not_looked_up() {
        let declared =
            DeclaredTopology { queues: vec![queue("q", DeadLetter::Off)], ..DeclaredTopology::default() };
        let plan = plan(&[listener("a", "q", &[])], &declared, RungKind::Quorum);
        assert_eq!(plan.own_queues(), [""; 0]);
        assert_eq!(short(&plan.steps())[0], "queue q");
    }

    #[test]
    fn a_listener_on_the_dead_letters_of_another_reads_what_the_other_brings() {
        let listeners = [listener("rescue", "q.dlq", &[]), listener("a", "q", &[])];
        let plan = plan(&listeners, &DeclaredTopology::default(), RungKind::Quorum);
        assert_eq!(plan.own_queues(), ["q"]);
        let steps = short(&plan.steps());
        let position = |wanted: &str| steps.iter().position(|step| step == wanted).expect(wanted);
        assert!(position("queue q.dlq") < position("bind q.dlq to acemq.retry"));
    }

    #[test]
    fn a_binding_waits_for_the_queue_that_a_listener_brings() {
        let declared = DeclaredTopology {
            exchanges: vec![DeclaredExchange { name: "orders".into(), kind: ExchangeKind::Topic }],
            queues: vec![queue("other", DeadLetter::Off)],
            bindings: vec![bind("q", "orders", "#"), bind("other", "orders", "#")],
        };
        let steps = short(&plan(&[listener("a", "q", &[])], &declared, RungKind::Quorum).steps());
        assert_eq!(steps[..3], ["exchange orders", "queue other", "bind other to orders"]);
        assert_eq!(steps.last().map(String::as_str), Some("bind q to orders"));
    }
}
