//! The objects that are derived from a queue's name, with exactly the arguments of the wire contract (§3).
//!
//! One argument more or less and the second service that declares the object is answered 406.

use std::time::Duration;

use acemq_core::names::{
    DEAD_LETTER_EXCHANGE, RETRY_EXCHANGE, RungKind, dead_letter_queue, parked_queue, rung,
};

use super::{DeadLetter, DeclaredQueue, ExchangeKind, Object, QueueKind};
use crate::message::{Table, Value};

pub(super) const QUEUE_TYPE: &str = "x-queue-type";
pub(super) const DEAD_LETTER_TO: &str = "x-dead-letter-exchange";
pub(super) const DEAD_LETTER_KEY: &str = "x-dead-letter-routing-key";
const MESSAGE_TTL: &str = "x-message-ttl";

/// How long a delivery waits whose key is claimed elsewhere (wire contract §5).
pub(crate) const IN_PROGRESS_WAIT: Duration = Duration::from_secs(5);

/// The longest wait that a rung can hold, 49 days 17 hours and some minutes: a broker refuses a larger `x-message-ttl`.
pub(crate) const MAX_RUNG_WAIT: Duration = Duration::from_millis(4_294_967_295);

/// Everything that a rung needs that is declared later than at start, in an order that loses nothing: a rung without its
/// way home drops what is put in.
pub(crate) fn rung_objects(queue: &str, wait: Duration, kind: RungKind) -> Vec<Object> {
    let mut objects = way_home(queue).to_vec();
    objects.push(rung_queue(queue, wait, kind));
    objects
}

/// `acemq.dlx`, `{q}.dlq`, `{q}.parked` and the bindings of the two.
pub(super) fn set_aside_objects(queue: &str) -> [Object; 5] {
    let (dead_letters, parked) = (dead_letter_queue(queue), parked_queue(queue));
    let bound = |queue: &str| binding(queue, DEAD_LETTER_EXCHANGE, queue);
    let bindings = [bound(&dead_letters), bound(&parked)];
    let [to_dead_letters, to_parked] = bindings;
    [
        direct(DEAD_LETTER_EXCHANGE),
        Object::Queue { name: dead_letters, arguments: Table::new() },
        Object::Queue { name: parked, arguments: Table::new() },
        to_dead_letters,
        to_parked,
    ]
}

/// `acemq.retry`, and the binding through which a message that has waited returns to its queue.
pub(super) fn way_home(queue: &str) -> [Object; 2] {
    [direct(RETRY_EXCHANGE), binding(queue, RETRY_EXCHANGE, queue)]
}

/// The queue in which a message waits this long.
pub(super) fn rung_queue(queue: &str, wait: Duration, kind: RungKind) -> Object {
    let mut arguments = table([
        (MESSAGE_TTL, milliseconds(wait)),
        (DEAD_LETTER_TO, Value::from(RETRY_EXCHANGE)),
        (DEAD_LETTER_KEY, Value::from(queue)),
    ]);
    match kind {
        RungKind::Classic => {}
        // At-least-once dead-lettering works only where the queue refuses instead of dropping its head.
        RungKind::Quorum => arguments.extend(table([
            (QUEUE_TYPE, Value::from("quorum")),
            ("x-dead-letter-strategy", Value::from("at-least-once")),
            ("x-overflow", Value::from("reject-publish")),
        ])),
    }
    Object::Queue { name: rung(queue, wait, kind), arguments }
}

/// What a listener's own queue becomes when it is missing: as a queue of the configuration with `dead-letter: true`.
pub(super) fn listener_queue(queue: &str) -> Object {
    declared_queue(&DeclaredQueue {
        name: queue.to_owned(),
        kind: QueueKind::Quorum,
        dead_letter: DeadLetter::On,
        arguments: Table::new(),
    })
}

/// A queue of the configuration, without the objects that go with it.
pub(super) fn declared_queue(queue: &DeclaredQueue) -> Object {
    let mut arguments = queue.arguments.clone();
    match queue.kind {
        QueueKind::Quorum => {
            arguments.insert(QUEUE_TYPE.into(), Value::from("quorum"));
        }
        QueueKind::Classic => {}
    }
    match queue.dead_letter {
        DeadLetter::On => arguments.extend(table([
            (DEAD_LETTER_TO, Value::from(DEAD_LETTER_EXCHANGE)),
            (DEAD_LETTER_KEY, Value::from(dead_letter_queue(&queue.name))),
        ])),
        DeadLetter::Off => {}
    }
    Object::Queue { name: queue.name.clone(), arguments }
}

fn direct(name: &str) -> Object {
    Object::Exchange { name: name.to_owned(), kind: ExchangeKind::Direct }
}

fn binding(queue: &str, exchange: &str, routing_key: &str) -> Object {
    Object::Binding {
        queue: queue.to_owned(),
        exchange: exchange.to_owned(),
        routing_key: routing_key.to_owned(),
        arguments: Table::new(),
    }
}

/// An int where it fits, as the family writes it. A broker compares the numbers of two declarations and not their
/// widths, so a member that writes a long has the same queue.
fn milliseconds(wait: Duration) -> Value {
    let millis = wait.as_millis();
    i32::try_from(millis).map_or_else(|_| Value::I64(i64::try_from(millis).unwrap_or(i64::MAX)), Value::I32)
}

fn table<const N: usize>(entries: [(&str, Value); N]) -> Table {
    entries.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    const VECTORS: &str = include_str!("../../../acemq-core/tests/vectors.json");

    fn vectors(section: &str) -> Json {
        serde_json::from_str::<Json>(VECTORS).expect("the vectors are JSON")[section].clone()
    }

    fn as_json(object: &Object) -> (String, Json) {
        let Object::Queue { name, arguments } = object else { panic!("{object:?} is no queue") };
        let arguments = arguments
            .iter()
            .map(|(name, value)| {
                let value = value.as_text().map_or_else(|| json!(value.as_integer()), |text| json!(text));
                (name.to_string(), value)
            })
            .collect();
        (name.clone(), Json::Object(arguments))
    }

    #[test]
    fn classic_rungs_carry_exactly_the_arguments_of_the_vectors() {
        let rows = vectors("rungArguments");
        let rows = rows.as_array().expect("rows");
        assert!(!rows.is_empty());
        for row in rows {
            let wait = Duration::from_millis(row["delayMillis"].as_u64().expect("a delay"));
            let (name, arguments) = as_json(&rung_queue("orders.new", wait, RungKind::Classic));
            assert_eq!(json!(name), row["queue"]);
            assert_eq!(arguments, row["arguments"]);
        }
    }

    #[test]
    fn quorum_rungs_add_their_type_and_the_two_settings_that_lose_nothing() {
        let (name, arguments) = as_json(&rung_queue("orders.new", Duration::from_secs(90), RungKind::Quorum));
        assert_eq!(name, "orders.new.retry.90s.quorum");
        let expected = json!({
            "x-queue-type": "quorum",
            "x-message-ttl": 90_000,
            "x-dead-letter-exchange": "acemq.retry",
            "x-dead-letter-routing-key": "orders.new",
            "x-dead-letter-strategy": "at-least-once",
            "x-overflow": "reject-publish",
        });
        assert_eq!(arguments, expected);
    }

    #[test]
    fn queues_have_the_default_types_of_the_vectors() {
        let expected = vectors("queueTypeDefaults");
        let kind = |object: &Object| {
            let (_, arguments) = as_json(object);
            arguments.get(QUEUE_TYPE).cloned().unwrap_or_else(|| json!("classic"))
        };
        let declared = |kind: QueueKind, dead_letter| {
            declared_queue(&DeclaredQueue { name: "q".into(), kind, dead_letter, arguments: Table::new() })
        };
        let [_, dead_letters, parked, ..] = set_aside_objects("q");
        for (row, object) in [
            ("sourceQueue", declared(QueueKind::default(), DeadLetter::Off)),
            ("sourceQueueWithDeadLetter", declared(QueueKind::default(), DeadLetter::On)),
            ("explicitClassicQueue", declared(QueueKind::Classic, DeadLetter::Off)),
            ("explicitClassicQueueWithDeadLetter", declared(QueueKind::Classic, DeadLetter::On)),
            ("deadLetterQueue", dead_letters),
            ("parkedQueue", parked),
            ("retryRung", rung_queue("q", Duration::from_secs(30), RungKind::Classic)),
        ] {
            assert_eq!(kind(&object), expected[row], "{row}");
        }
    }

    #[test]
    fn a_rung_declared_later_comes_behind_its_way_home() {
        let objects = rung_objects("orders.new", Duration::from_secs(20), RungKind::Quorum);
        let expected = [
            direct("acemq.retry"),
            binding("orders.new", "acemq.retry", "orders.new"),
            rung_queue("orders.new", Duration::from_secs(20), RungKind::Quorum),
        ];
        assert_eq!(objects, expected);
    }

    #[test]
    fn a_wait_beyond_an_int_becomes_a_long() {
        assert_eq!(milliseconds(Duration::from_millis(2_147_483_647)), Value::I32(i32::MAX));
        assert_eq!(milliseconds(MAX_RUNG_WAIT), Value::I64(4_294_967_295));
    }
}
