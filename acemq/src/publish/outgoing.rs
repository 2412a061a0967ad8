//! A message that says more about itself than its value.

use std::time::Duration;

use crate::message::{Properties, Table, Value, header};

/// A value with an id, headers and properties of the application's own choosing. Everything that is not set has the
/// value that [`Publisher::send`](super::Publisher::send) gives it, and an empty text is as good as none.
///
/// ```
/// use acemq::Outgoing;
///
/// let message = Outgoing::new("a value").id("order-7").header("x-tenant", "acme").priority(5);
/// # drop(message);
/// ```
#[derive(Clone, Debug)]
#[must_use = "a message is published by `send_message`"]
pub struct Outgoing<T> {
    pub(super) value: T,
    pub(super) id: Option<String>,
    pub(super) message_type: Option<String>,
    pub(super) version: Option<u32>,
    pub(super) correlation_id: Option<String>,
    pub(super) causation_id: Option<String>,
    pub(super) headers: Table,
    pub(super) properties: Properties,
    pub(super) deadline: Option<Duration>,
}

impl<T> Outgoing<T> {
    /// A message with nothing set but its value.
    pub fn new(value: T) -> Self {
        Self {
            value,
            id: None,
            message_type: None,
            version: None,
            correlation_id: None,
            causation_id: None,
            headers: Table::new(),
            properties: Properties::default(),
            deadline: None,
        }
    }

    /// Its id, else a random UUID. The default idempotency key: publish it again under the same id, and a listener
    /// with a store handles it once.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = given(id);
        self
    }

    /// Its logical type, else the routing key.
    pub fn message_type(mut self, name: impl Into<String>) -> Self {
        self.message_type = given(name);
        self
    }

    /// The version of its payload's schema, from 1; else 1. There is no version 0: it goes out as 1.
    pub fn version(mut self, version: u32) -> Self {
        self.version = Some(version.max(1));
        self
    }

    /// Its correlation id, else that of the message being handled, else its own id.
    pub fn correlation_id(mut self, id: impl Into<String>) -> Self {
        self.correlation_id = given(id);
        self
    }

    /// The id of the message that caused it, else that of the message being handled.
    pub fn causation_id(mut self, id: impl Into<String>) -> Self {
        self.causation_id = given(id);
        self
    }

    /// A header of the application. Names that start with `x-acemq-`, `CC` and `BCC` are refused when it is published.
    pub fn header(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.headers.insert(name.into(), value.into());
        self
    }

    /// The `priority` property, 0 to 255. A queue without `x-max-priority` ignores it.
    pub fn priority(mut self, priority: u8) -> Self {
        self.properties.priority = Some(priority);
        self
    }

    /// How long it may wait in its queue before the broker drops it, or dead-letters it by the queue's own rules.
    pub fn expires_after(mut self, time: Duration) -> Self {
        self.properties.expiration = Some(time.as_millis().to_string().into());
        self
    }

    /// The `reply_to` property.
    pub fn reply_to(mut self, address: &str) -> Self {
        self.properties.reply_to = given(address).map(String::into_boxed_str);
        self
    }

    /// How long this publish waits for its confirm, else `acemq.confirm-timeout`.
    pub fn deadline(mut self, time: Duration) -> Self {
        self.deadline = Some(time);
        self
    }

    /// A header that an application must not set, if there is one.
    pub(super) fn refused_header(&self) -> Option<&str> {
        self.headers.keys().map(|name| &**name).find(|name| {
            header::is_reserved(name) || matches!(*name, "CC" | "BCC") || *name == header::PUBLISH_ID
        })
    }
}

/// An empty text on the wire is read as absent, so it is never written (wire contract §1).
fn given(text: impl Into<String>) -> Option<String> {
    Some(text.into()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_text_is_as_if_nothing_was_set_and_versions_begin_at_one() {
        let message = Outgoing::new(())
            .id("")
            .message_type("")
            .correlation_id("")
            .causation_id("")
            .reply_to("")
            .version(0);
        assert_eq!(
            (message.id, message.message_type, message.correlation_id, message.causation_id),
            (None, None, None, None)
        );
        assert_eq!((message.version, message.properties.reply_to), (Some(1), None));
    }

    #[test]
    fn reserved_and_routing_headers_are_refused() {
        for name in ["x-acemq-id", "X-ACEMQ-anything", "CC", "BCC", "acemq-publish-id"] {
            assert_eq!(Outgoing::new(()).header(name, "v").refused_header(), Some(name));
        }
        let allowed =
            Outgoing::new(()).header("x-tenant", "v").header("cc", "v").header("acemq-reply-to", "v");
        assert_eq!(allowed.refused_header(), None);
    }
}
