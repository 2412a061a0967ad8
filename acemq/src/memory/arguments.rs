//! What a queue was declared with: the arguments that are understood, and the words for those that are not.

use std::time::Duration;

use crate::{
    broker::{BrokerError, BrokerErrorKind},
    message::{Table, Value},
};

/// The longest time to live that RabbitMQ takes, in milliseconds: ten years.
pub(super) const MAX_TTL_MILLIS: i64 = 315_360_000_000;

/// Which kind of queue it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum QueueKind {
    /// The default: a nack keeps its place.
    #[default]
    Classic,
    /// Counts deliveries; may dead-letter at least once.
    Quorum,
}

/// What happens when a queue is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Overflow {
    /// The oldest message goes.
    #[default]
    DropHead,
    /// The new message is refused.
    RejectPublish,
}

/// Where a queue's dead letters go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeadLetterTarget {
    pub(super) exchange: Box<str>,
    /// `None` keeps the routing keys of the message.
    pub(super) routing_key: Option<Box<str>>,
}

/// A queue's arguments, understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) kind: QueueKind,
    pub(super) ttl: Option<Duration>,
    pub(super) dead_letter: Option<DeadLetterTarget>,
    /// A dead letter stays until its target has taken it.
    pub(super) at_least_once: bool,
    pub(super) max_length: Option<usize>,
    pub(super) overflow: Overflow,
    pub(super) delivery_limit: Option<u32>,
}

impl Settings {
    /// Reads the arguments of the queue `name`.
    pub(super) fn read(name: &str, arguments: &Table) -> Result<Self, BrokerError> {
        let reader = Reader { queue: name };
        let mut settings = Self::default();
        let (mut exchange, mut routing_key, mut asks_at_least_once) = (None, None, false);
        settings.kind = match arguments.get("x-queue-type").map(Value::as_text) {
            None | Some(Some("classic")) => QueueKind::Classic,
            Some(Some("quorum")) => QueueKind::Quorum,
            Some(Some(kind)) => return Err(unsupported(format!("queue `{name}` of type `{kind}`"))),
            Some(None) => return Err(reader.invalid("x-queue-type", "it is not a text")),
        };
        for (key, value) in arguments {
            match &**key {
                "x-queue-type" => {}
                "x-message-ttl" => {
                    let millis = reader.number(key, value, MAX_TTL_MILLIS)?;
                    settings.ttl = Some(Duration::from_millis(millis));
                }
                "x-dead-letter-exchange" => exchange = Some(reader.text(key, value)?.into()),
                "x-dead-letter-routing-key" => routing_key = Some(reader.text(key, value)?.into()),
                "x-max-length" => {
                    let length = reader.number(key, value, i64::MAX)?;
                    settings.max_length = Some(usize::try_from(length).unwrap_or(usize::MAX));
                }
                "x-overflow" => {
                    settings.overflow = match reader.text(key, value)? {
                        "drop-head" => Overflow::DropHead,
                        "reject-publish" => Overflow::RejectPublish,
                        dlx @ "reject-publish-dlx" => {
                            return Err(unsupported(format!("`{key}={dlx}` on queue `{name}`")));
                        }
                        _ => return Err(reader.invalid(key, "invalid_overflow")),
                    };
                }
                "x-dead-letter-strategy" if settings.kind == QueueKind::Quorum => {
                    asks_at_least_once = match reader.text(key, value)? {
                        "at-most-once" => false,
                        "at-least-once" => true,
                        _ => return Err(reader.invalid(key, "invalid_dlx_strategy")),
                    };
                }
                "x-delivery-limit" if settings.kind == QueueKind::Quorum => {
                    let limit = reader.number(key, value, i64::from(u32::MAX))?;
                    settings.delivery_limit = Some(u32::try_from(limit).unwrap_or(u32::MAX));
                }
                "x-dead-letter-strategy" | "x-delivery-limit" => {
                    return Err(reader.wrong_kind(key));
                }
                _ => return Err(unsupported(format!("argument `{key}` on queue `{name}`"))),
            }
        }
        match (exchange, routing_key) {
            (Some(exchange), routing_key) => {
                settings.dead_letter = Some(DeadLetterTarget { exchange, routing_key });
            }
            (None, Some(_)) => {
                return Err(reader.invalid("x-dead-letter-routing-key", "routing_key_but_no_dlx_defined"));
            }
            (None, None) => {}
        }
        // As RabbitMQ: without both of these it falls back to at most once.
        settings.at_least_once = asks_at_least_once
            && settings.dead_letter.is_some()
            && settings.overflow == Overflow::RejectPublish;
        Ok(settings)
    }
}

/// Reads one argument at a time, with the queue's name for the refusal.
struct Reader<'a> {
    queue: &'a str,
}

impl Reader<'_> {
    fn number(&self, key: &str, value: &Value, max: i64) -> Result<u64, BrokerError> {
        let is_text_or_time = matches!(value, Value::Text(_) | Value::Timestamp(_));
        let Some(number) = value.as_integer().filter(|_| !is_text_or_time) else {
            return Err(self.invalid(key, &format!("\"expected integer, got {}\"", type_name(value))));
        };
        if number > max {
            return Err(self.invalid(key, &format!("{{value_too_large,{number}}}")));
        }
        u64::try_from(number).map_err(|_negative| self.invalid(key, &format!("{{value_negative,{number}}}")))
    }

    fn text<'v>(&self, key: &str, value: &'v Value) -> Result<&'v str, BrokerError> {
        value
            .as_text()
            .ok_or_else(|| self.invalid(key, &format!("{{unacceptable_type,{}}}", type_name(value))))
    }

    fn invalid(&self, key: &str, why: &str) -> BrokerError {
        precondition_failed(&format!("invalid arg '{key}' for queue '{}' in vhost '/': {why}", self.queue))
    }

    fn wrong_kind(&self, key: &str) -> BrokerError {
        precondition_failed(&format!(
            "invalid arg '{key}' for queue '{}' in vhost '/' of queue type rabbit_classic_queue",
            self.queue
        ))
    }
}

/// A refusal in the broker's words for 406.
pub(super) fn precondition_failed(text: &str) -> BrokerError {
    BrokerError::new(BrokerErrorKind::Mismatch, format!("PRECONDITION_FAILED - {text}"))
}

/// A refusal of something that this broker cannot do.
pub(super) fn unsupported(what: impl AsRef<str>) -> BrokerError {
    let text = format!("memory:// cannot do {}; RabbitMQ may", what.as_ref());
    BrokerError::new(BrokerErrorKind::Unsupported, text)
}

/// RabbitMQ's name for the type of a value.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Bool(_) => "bool",
        Value::I8(_) => "byte",
        Value::U8(_) => "unsignedbyte",
        Value::I16(_) => "short",
        Value::U16(_) => "unsignedshort",
        Value::I32(_) => "signedint",
        Value::U32(_) => "unsignedint",
        Value::I64(_) => "long",
        Value::F32(_) => "float",
        Value::F64(_) => "double",
        Value::Decimal { .. } => "decimal",
        Value::Text(_) | Value::RawText(_) => "longstr",
        Value::Bytes(_) => "binary",
        Value::Timestamp(_) => "timestamp",
        Value::List(_) => "array",
        Value::Table(_) => "table",
        Value::Void => "void",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(rows: &[(&str, Value)]) -> Result<Settings, BrokerError> {
        Settings::read("q", &rows.iter().map(|(name, value)| ((*name).into(), value.clone())).collect())
    }

    #[test]
    fn what_the_broker_cannot_do_is_refused_by_name() {
        for (key, value) in [
            ("x-queue-type", Value::from("stream")),
            ("x-max-priority", Value::I32(5)),
            ("x-single-active-consumer", Value::Bool(true)),
            ("x-expires", Value::I32(1_000)),
            ("x-max-length-bytes", Value::I32(1_000)),
            ("x-overflow", Value::from("reject-publish-dlx")),
            ("team", Value::from("shop")),
        ] {
            let error = read(&[(key, value.clone())]).expect_err(key);
            assert_eq!(error.kind(), BrokerErrorKind::Unsupported, "{error}");
            let named = if key == "x-queue-type" { "stream" } else { key };
            assert!(error.to_string().contains(named) && error.to_string().contains("`q`"), "{error}");
        }
    }

    #[test]
    fn wrong_values_are_refused_in_the_words_of_rabbitmq() {
        for (rows, words) in [
            (
                vec![("x-message-ttl", Value::I32(-1))],
                "'x-message-ttl' for queue 'q' in vhost '/': {value_negative,-1}",
            ),
            (vec![("x-message-ttl", Value::I64(315_360_000_001))], "{value_too_large,315360000001}"),
            (vec![("x-message-ttl", Value::from("2"))], "\"expected integer, got longstr\""),
            (vec![("x-max-length", Value::Bool(true))], "\"expected integer, got bool\""),
            (vec![("x-dead-letter-routing-key", Value::from("k"))], "routing_key_but_no_dlx_defined"),
            (vec![("x-overflow", Value::from("burst"))], "invalid_overflow"),
            (vec![("x-delivery-limit", Value::I32(5))], "in vhost '/' of queue type rabbit_classic_queue"),
        ] {
            let error = read(&rows).expect_err(words);
            assert_eq!(error.kind(), BrokerErrorKind::Mismatch, "{error}");
            let text = error.to_string();
            assert!(
                text.starts_with("PRECONDITION_FAILED - invalid arg '") && text.contains(words),
                "{text}"
            );
        }
    }

    #[test]
    fn at_least_once_needs_a_target_and_reject_publish() {
        let strategy = ("x-dead-letter-strategy", Value::from("at-least-once"));
        let overflow = ("x-overflow", Value::from("reject-publish"));
        let target = ("x-dead-letter-exchange", Value::from("dlx"));
        let quorum = ("x-queue-type", Value::from("quorum"));
        for (rows, expected) in [
            (vec![quorum.clone(), strategy.clone(), overflow.clone(), target.clone()], true),
            (vec![quorum.clone(), strategy.clone(), target.clone()], false),
            (vec![quorum.clone(), strategy, overflow.clone()], false),
            (vec![quorum, overflow, target], false),
        ] {
            assert_eq!(read(&rows).expect("valid").at_least_once, expected, "{rows:?}");
        }
    }
}
