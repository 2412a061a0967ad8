//! What lapin's errors mean on our side of the seam: pure translation, no I/O.

use lapin::{ErrorKind, protocol::AMQPError};

use crate::broker::{BrokerError, BrokerErrorKind};

/// 403.
const ACCESS_REFUSED: u16 = 403;
/// 404.
const NOT_FOUND: u16 = 404;
/// 406.
const PRECONDITION_FAILED: u16 = 406;

/// The broker's own words, when an error carries any; lapin's otherwise.
pub(super) fn words(error: &lapin::Error) -> String {
    match protocol(error) {
        Some(refusal) => refusal.get_message().to_string(),
        None => error.to_string(),
    }
}

/// Why the broker did not do `what`, which reads as in "cannot subscribe to `q`".
pub(super) fn refused(what: &str, error: &lapin::Error) -> BrokerError {
    let kind = protocol(error).map_or(BrokerErrorKind::Lost, kind_of);
    BrokerError::new(kind, format!("cannot {what}: {}", words(error)))
}

fn kind_of(refusal: &AMQPError) -> BrokerErrorKind {
    match refusal.get_id() {
        // The queue is there, its node is not: it comes back by itself.
        NOT_FOUND if refusal.get_message().as_str().contains("home node") => BrokerErrorKind::Lost,
        NOT_FOUND => BrokerErrorKind::NotFound,
        PRECONDITION_FAILED => BrokerErrorKind::Mismatch,
        ACCESS_REFUSED => BrokerErrorKind::Forbidden,
        _ if refusal.kind_is_hard() => BrokerErrorKind::Lost,
        _ => BrokerErrorKind::Other,
    }
}

/// The name of the exchange that a publish did not find, when that is what closed the channel.
pub(super) fn missing_exchange(error: &lapin::Error) -> Option<String> {
    let refusal = protocol(error).filter(|refusal| refusal.get_id() == NOT_FOUND)?;
    let (_, behind) = refusal.get_message().as_str().split_once("no exchange '")?;
    behind.rsplit_once("' in vhost").map(|(name, _)| name.to_owned())
}

/// The name of the exchange that the broker takes no publish for, when that is what closed the channel.
pub(super) fn refused_exchange(error: &lapin::Error) -> Option<String> {
    let refusal = protocol(error).filter(|refusal| refusal.get_id() == ACCESS_REFUSED)?;
    let (_, behind) = refusal.get_message().as_str().split_once("exchange '")?;
    behind.rsplit_once("' in vhost").map(|(name, _)| name.to_owned())
}

/// Whether this error closed one channel and not the connection. Such a channel's number is spent: lapin keeps the error
/// for whoever opens a channel of that number next.
pub(super) fn closed_a_channel(error: &lapin::Error) -> bool {
    error.is_amqp_soft_error()
}

fn protocol(error: &lapin::Error) -> Option<&AMQPError> {
    if let ErrorKind::ProtocolError(refusal) = error.kind() { Some(refusal) } else { None }
}

/// Tells soft errors (a channel's) from hard ones (the connection's).
trait Hardness {
    fn kind_is_hard(&self) -> bool;
}

impl Hardness for AMQPError {
    fn kind_is_hard(&self) -> bool {
        matches!(self.kind(), lapin::protocol::AMQPErrorKind::Hard(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(id: u16, text: &str) -> lapin::Error {
        ErrorKind::ProtocolError(AMQPError::from_id(id, text.into()).unwrap()).into()
    }

    #[test]
    fn the_brokers_codes_become_kinds_and_keep_its_words() {
        for (id, kind) in [
            (404, BrokerErrorKind::NotFound),
            (406, BrokerErrorKind::Mismatch),
            (403, BrokerErrorKind::Forbidden),
            (405, BrokerErrorKind::Other),
            (320, BrokerErrorKind::Lost),
        ] {
            let refusal = refused("subscribe to `q`", &error(id, "WORDS - of the broker"));
            assert_eq!(refusal.kind(), kind, "{id}");
            assert_eq!(refusal.to_string(), "cannot subscribe to `q`: WORDS - of the broker");
        }
    }

    #[test]
    fn a_queue_whose_node_is_down_is_lost_for_now_and_not_missing() {
        let text = "NOT_FOUND - home node 'a@h' of durable queue 'q' in vhost '/' is down or inaccessible";
        assert_eq!(refused("look up `q`", &error(404, text)).kind(), BrokerErrorKind::Lost);
    }

    #[test]
    fn what_is_no_answer_of_the_broker_is_a_loss() {
        let closed = lapin::Error::from(std::io::Error::from(std::io::ErrorKind::ConnectionReset));
        assert_eq!(refused("declare `q`", &closed).kind(), BrokerErrorKind::Lost);
    }

    #[test]
    fn the_missing_exchange_is_read_from_the_brokers_text() {
        let text = "NOT_FOUND - no exchange 'it's mine' in vhost '/'";
        assert_eq!(missing_exchange(&error(404, text)).as_deref(), Some("it's mine"));
        assert_eq!(missing_exchange(&error(404, "NOT_FOUND - no queue 'q' in vhost '/'")), None);
        assert_eq!(missing_exchange(&error(406, text)), None);
    }

    #[test]
    fn the_refused_exchange_is_read_from_the_brokers_text() {
        for text in [
            "ACCESS_REFUSED - access to exchange 'it's mine' in vhost '/' refused for user 'u'",
            "ACCESS_REFUSED - write access to exchange 'it's mine' in vhost '/' refused for user 'u'",
            "ACCESS_REFUSED - write access to topic 'k' in exchange 'it's mine' in vhost '/' refused for user 'u'",
            "ACCESS_REFUSED - cannot publish to internal exchange 'it's mine' in vhost '/'",
        ] {
            assert_eq!(refused_exchange(&error(403, text)).as_deref(), Some("it's mine"), "{text}");
            assert_eq!(refused_exchange(&error(404, text)), None);
        }
        let queue = "ACCESS_REFUSED - access to queue 'q' in vhost '/' refused for user 'u'";
        assert_eq!(refused_exchange(&error(403, queue)), None);
    }
}
