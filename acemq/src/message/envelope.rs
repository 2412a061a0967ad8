//! What a message says about itself: read from its headers, never failing a delivery for an odd one.

use std::time::{Duration, SystemTime};

use uuid::Uuid;

use super::{
    Properties,
    clock::{epoch_millis, from_epoch_millis},
    header, timestamp,
    value::{Table, Value},
};

/// The type of a message that names none and was published with an empty routing key (wire contract §1).
const NAMELESS_TYPE: &str = "message";

/// Identity, history and origin of a message, the same on every attempt.
///
/// Read from the `x-acemq-*` headers (wire contract §1). A message of somebody else's, with none of them, gets the
/// values of §2: its `message_id` or a new UUID as the id, attempt 1, first seen now.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Envelope {
    /// Id of the message; the default idempotency key.
    pub id: String,
    /// Logical type; the routing key when none was given.
    pub message_type: String,
    /// Version of the payload's schema, from 1.
    pub version: u32,
    /// Groups messages that belong together; the id when none was given.
    pub correlation_id: String,
    /// Id of the message that caused this one.
    pub causation_id: Option<String>,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// When it was first published.
    pub first_seen: SystemTime,
    /// Who published it.
    pub origin: Option<String>,
    /// Why it was set aside, on a message that was.
    pub error: Option<String>,
    /// Where a checked-in payload is kept.
    pub claim_check: Option<String>,
    /// The queue that it was replayed from.
    pub replayed_from: Option<String>,
    /// When it was replayed last.
    pub replayed_at: Option<SystemTime>,
    /// How often it was replayed.
    pub replay_count: u32,
    /// Whether the id came with the message; a made-up one cannot find a duplicate.
    pub(crate) id_is_given: bool,
    /// When this delivery was read.
    pub(crate) read_at: SystemTime,
}

impl Envelope {
    /// Reads the envelope of a message that arrived with these headers and properties.
    pub(crate) fn read(headers: &Table, properties: &Properties, routing_key: &str, now: SystemTime) -> Self {
        let text = |name: &str| non_empty(headers.get(name).and_then(Value::as_text)).map(str::to_owned);
        let number = |name: &str| headers.get(name).and_then(Value::as_integer);
        let given =
            text(header::ID).or_else(|| non_empty(properties.message_id.as_deref()).map(str::to_owned));
        let id_is_given = given.is_some();
        let id = given.unwrap_or_else(|| Uuid::new_v4().to_string());
        Self {
            message_type: text(header::TYPE)
                .or_else(|| non_empty(Some(routing_key)).map(str::to_owned))
                .unwrap_or_else(|| NAMELESS_TYPE.to_owned()),
            version: number(header::VERSION).map_or(1, bounded_from_one),
            correlation_id: text(header::CORRELATION).unwrap_or_else(|| id.clone()),
            causation_id: text(header::CAUSATION),
            attempt: number(header::ATTEMPT).map_or(1, bounded_from_one),
            first_seen: number(header::FIRST_SEEN).and_then(from_epoch_millis).unwrap_or(now),
            origin: text(header::ORIGIN),
            error: text(header::ERROR),
            claim_check: text(header::CLAIM),
            replayed_from: text(header::REPLAYED_FROM).or_else(|| text(header::OLD_REPLAYED_FROM)),
            replayed_at: headers
                .get(header::REPLAYED_AT)
                .and_then(timestamp::read)
                .or_else(|| headers.get(header::OLD_REPLAYED_AT).and_then(timestamp::read)),
            replay_count: number(header::REPLAY_COUNT)
                .or_else(|| number(header::OLD_REPLAY_COUNT))
                .map_or(0, |count| u32::try_from(count.clamp(0, i64::from(i32::MAX))).unwrap_or(0)),
            id,
            id_is_given,
            read_at: now,
        }
    }

    /// The envelope of a message that is published for the first time.
    pub(crate) fn first(id: String, routing_key: &str, now: SystemTime) -> Self {
        let properties = Properties { message_id: Some(id.into()), ..Properties::default() };
        Self::read(&Table::new(), &properties, routing_key, now)
    }

    /// How old the message was when this delivery arrived: since its first publish, or since its last replay when
    /// that is later, so that a replayed message gets its ladder again.
    pub fn age(&self) -> Duration {
        self.age_at(self.read_at)
    }

    /// The same age at another moment. A clock that runs behind the publisher's gives zero.
    pub(crate) fn age_at(&self, now: SystemTime) -> Duration {
        let since = self.replayed_at.map_or(self.first_seen, |replayed| replayed.max(self.first_seen));
        now.duration_since(since).unwrap_or_default()
    }

    /// Whether this is the first attempt.
    pub fn is_first_attempt(&self) -> bool {
        self.attempt <= 1
    }

    /// Writes the headers that every message of ours carries.
    pub(crate) fn write_into(&self, headers: &mut Table) {
        let mut put = |name: &str, value: Value| headers.insert(name.into(), value);
        put(header::ID, Value::from(self.id.as_str()));
        put(header::TYPE, Value::from(self.message_type.as_str()));
        put(header::VERSION, Value::I32(wire_i32(self.version)));
        put(header::CORRELATION, Value::from(self.correlation_id.as_str()));
        put(header::ATTEMPT, Value::I32(wire_i32(self.attempt)));
        put(header::FIRST_SEEN, Value::I64(epoch_millis(self.first_seen)));
        for (name, value) in [
            (header::CAUSATION, &self.causation_id),
            (header::ORIGIN, &self.origin),
            (header::ERROR, &self.error),
            (header::CLAIM, &self.claim_check),
        ] {
            match value.as_deref().filter(|text| !text.is_empty()) {
                Some(text) => {
                    headers.insert(name.into(), Value::from(text));
                }
                None => {
                    headers.remove(name);
                }
            }
        }
    }
}

/// An empty string is read as absent (wire contract §1).
fn non_empty(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

/// A counter from the wire: forged or overflowed values are bounded, never trusted.
fn bounded_from_one(number: i64) -> u32 {
    u32::try_from(number.clamp(1, i64::from(i32::MAX - 1))).unwrap_or(1)
}

/// Counters are int32 on the wire.
fn wire_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000)
    }

    fn read(headers: &[(&str, Value)]) -> Envelope {
        let headers = headers.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
        Envelope::read(&headers, &Properties::default(), "orders.placed", now())
    }

    #[test]
    fn a_foreign_message_gets_the_values_of_the_contract() {
        let properties = Properties { message_id: Some("foreign-7".into()), ..Properties::default() };
        let envelope = Envelope::read(&Table::new(), &properties, "orders.placed", now());
        assert_eq!(envelope.id, "foreign-7");
        assert_eq!(envelope.message_type, "orders.placed");
        assert_eq!(envelope.correlation_id, "foreign-7");
        assert_eq!((envelope.version, envelope.attempt), (1, 1));
        assert_eq!(envelope.age(), Duration::ZERO);
        assert!(envelope.id_is_given);
    }

    #[test]
    fn a_message_without_any_id_gets_a_new_one() {
        let envelope = read(&[]);
        assert!(!envelope.id_is_given);
        assert_eq!(envelope.id, Uuid::parse_str(&envelope.id).expect("a UUID").hyphenated().to_string());
    }

    #[test]
    fn an_empty_routing_key_falls_back_to_message() {
        let envelope = Envelope::read(&Table::new(), &Properties::default(), "", now());
        assert_eq!(envelope.message_type, "message");
    }

    #[test]
    fn odd_counters_are_bounded_and_never_fail_the_delivery() {
        for (value, attempt) in [
            (Value::I64(-3), 1),
            (Value::I64(0), 1),
            (Value::I64(i64::MAX), u32::try_from(i32::MAX - 1).expect("fits")),
            (Value::from("4"), 4),
            (Value::from("four"), 1),
            (Value::U8(5), 5),
            (Value::Void, 1),
        ] {
            assert_eq!(read(&[(header::ATTEMPT, value.clone())]).attempt, attempt, "{value:?}");
        }
    }

    #[test]
    fn a_replay_starts_the_age_again() {
        let day = 86_400_000;
        let start = epoch_millis(now());
        let envelope = read(&[
            (header::FIRST_SEEN, Value::I64(start - day)),
            (header::REPLAYED_AT, Value::from("2023-11-14T22:13:10Z")),
        ]);
        assert_eq!(envelope.age(), Duration::from_secs(10));
    }

    #[test]
    fn empty_text_is_read_as_absent_and_never_written() {
        let envelope = read(&[(header::ID, Value::from("")), (header::CAUSATION, Value::from(""))]);
        assert!(!envelope.id_is_given);
        let mut headers = Table::new();
        envelope.write_into(&mut headers);
        assert!(!headers.contains_key(header::CAUSATION));
        assert!(!headers.contains_key(header::ERROR));
    }
}
