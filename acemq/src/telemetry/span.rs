//! The spans of the wire contract (§8), as `tracing` spans that an OpenTelemetry layer reads.
//!
//! The name of a `tracing` span is fixed when it is compiled, so the name with the queue in it travels in `otel.name`.
//! No span has the ambient one as its parent: the parent is the message's own `traceparent`, whose text is a field.

use tracing::{Span, field, info_span};

use crate::{
    broker::Delivery,
    message::{Envelope, Table, Value},
};

/// Trace context travels unprefixed (wire contract §1).
const TRACEPARENT: &str = "traceparent";

/// The span of one attempt, `<queue> process`. It is opened before the body is decoded, so that a message that cannot be
/// decoded has one too, and ends with [`Consumed::record_on`](super::Consumed::record_on).
pub(crate) fn process_span(queue: &str, envelope: &Envelope, delivery: &Delivery) -> Span {
    info_span!(
        parent: None,
        "process",
        otel.name = %format_args!("{queue} process"),
        otel.kind = "consumer",
        otel.status_code = field::Empty,
        messaging.system = "rabbitmq",
        messaging.destination.name = queue,
        messaging.operation = "process",
        messaging.message.id = envelope.id,
        messaging.message.conversation_id = envelope.correlation_id,
        messaging.rabbitmq.destination.routing_key = &*delivery.routing_key,
        messaging.acemq.message_type = envelope.message_type,
        messaging.acemq.attempt = envelope.attempt,
        messaging.acemq.outcome = field::Empty,
        traceparent = traceparent(&delivery.headers),
    )
}

/// The span of one publish, `<destination> publish`: the exchange, or the queue when it is the default exchange. It ends
/// with [`Published::record_on`](super::Published::record_on).
pub(crate) fn publish_span(exchange: &str, routing_key: &str, envelope: &Envelope, headers: &Table) -> Span {
    let destination = if exchange.is_empty() { routing_key } else { exchange };
    info_span!(
        parent: None,
        "publish",
        otel.name = %format_args!("{destination} publish"),
        otel.kind = "producer",
        otel.status_code = field::Empty,
        messaging.system = "rabbitmq",
        messaging.destination.name = destination,
        messaging.operation = "publish",
        messaging.message.id = envelope.id,
        messaging.message.conversation_id = envelope.correlation_id,
        messaging.rabbitmq.destination.routing_key = routing_key,
        messaging.acemq.message_type = envelope.message_type,
        messaging.acemq.attempt = envelope.attempt,
        messaging.acemq.outcome = field::Empty,
        traceparent = traceparent(headers),
    )
}

fn traceparent(headers: &Table) -> Option<&str> {
    headers.get(TRACEPARENT).and_then(Value::as_text)
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeMap,
        fmt::Debug,
        sync::{Arc, Mutex},
        time::SystemTime,
    };

    use bytes::Bytes;
    use tracing::{
        field::{Field, Visit},
        span::{Attributes, Id, Record},
    };
    use tracing_subscriber::{
        Layer,
        layer::{Context, SubscriberExt},
    };

    use super::*;
    use crate::{
        message::Properties,
        telemetry::{Consumed, Published},
    };

    type Fields = BTreeMap<String, String>;

    /// Writes down the fields of every span, under its static name; `root` says whether it has no parent.
    #[derive(Clone, Default)]
    struct Recorder(Arc<Mutex<BTreeMap<&'static str, Fields>>>);

    struct Writer<'a>(&'a mut Fields);

    impl Visit for Writer<'_> {
        fn record_str(&mut self, field: &Field, value: &str) {
            self.0.insert(field.name().to_owned(), value.to_owned());
        }
        fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
            self.0.insert(field.name().to_owned(), format!("{value:?}"));
        }
    }

    impl<S> Layer<S> for Recorder
    where
        S: tracing::Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>,
    {
        fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
            let mut spans = self.0.lock().expect("not poisoned");
            let fields = spans.entry(attributes.metadata().name()).or_default();
            attributes.record(&mut Writer(fields));
            let root = context.span(id).expect("it is new").parent().is_none();
            fields.insert("root".to_owned(), root.to_string());
        }
        fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
            let name = context.span(id).expect("it is open").name();
            let mut spans = self.0.lock().expect("not poisoned");
            values.record(&mut Writer(spans.entry(name).or_default()));
        }
    }

    fn spans(work: impl FnOnce()) -> BTreeMap<&'static str, Fields> {
        let recorder = Recorder::default();
        let subscriber = tracing_subscriber::registry().with(recorder.clone());
        tracing::subscriber::with_default(subscriber, work);
        let spans = recorder.0.lock().expect("not poisoned");
        spans.clone()
    }

    fn headers() -> Table {
        [
            ("x-acemq-id", Value::from("id-1")),
            ("x-acemq-correlation", Value::from("corr-1")),
            ("x-acemq-type", Value::from("order.placed")),
            ("x-acemq-attempt", Value::I32(3)),
            ("traceparent", Value::from("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")),
        ]
        .into_iter()
        .map(|(name, value)| (name.into(), value))
        .collect()
    }

    fn envelope() -> Envelope {
        Envelope::read(&headers(), &Properties::default(), "order.new", SystemTime::UNIX_EPOCH)
    }

    fn processed(outcome: Consumed) -> Fields {
        let delivery = Delivery {
            redelivered: false,
            exchange: "orders".into(),
            routing_key: "order.new".into(),
            properties: Properties::default(),
            headers: Arc::new(headers()),
            body: Bytes::new(),
        };
        let mut seen = spans(|| {
            let ambient = info_span!("ambient");
            let _entered = ambient.enter();
            outcome.record_on(&process_span("orders.new", &envelope(), &delivery));
        });
        seen.remove("process").expect("a span")
    }

    fn fields(fields: &[(&str, &str)]) -> Fields {
        fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn an_attempt_has_the_span_of_the_contract_without_an_ambient_parent() {
        let expected = fields(&[
            ("root", "true"),
            ("otel.name", "orders.new process"),
            ("otel.kind", "consumer"),
            ("messaging.system", "rabbitmq"),
            ("messaging.destination.name", "orders.new"),
            ("messaging.operation", "process"),
            ("messaging.message.id", "id-1"),
            ("messaging.message.conversation_id", "corr-1"),
            ("messaging.rabbitmq.destination.routing_key", "order.new"),
            ("messaging.acemq.message_type", "order.placed"),
            ("messaging.acemq.attempt", "3"),
            ("messaging.acemq.outcome", "acked"),
            ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
        ]);
        assert_eq!(processed(Consumed::Acked), expected);
    }

    #[test]
    fn only_a_dead_lettered_attempt_has_the_error_status() {
        for outcome in Consumed::ALL {
            let status = processed(outcome).get("otel.status_code").cloned();
            let expected = (outcome == Consumed::DeadLettered).then(|| "ERROR".to_owned());
            assert_eq!(status, expected, "{outcome:?}");
        }
    }

    #[test]
    fn a_publish_is_named_after_its_exchange_or_its_queue() {
        for (exchange, name) in [("orders", "orders publish"), ("", "order.new publish")] {
            let seen = spans(|| {
                let span = publish_span(exchange, "order.new", &envelope(), &Table::new());
                Published::Confirmed.record_on(&span);
            });
            let span = &seen["publish"];
            assert_eq!(span["otel.name"], name);
            assert_eq!(span["otel.kind"], "producer");
            assert_eq!(span["messaging.acemq.outcome"], "confirmed");
            assert!(!span.contains_key("traceparent"));
        }
    }

    #[test]
    fn a_publish_that_is_not_confirmed_and_routed_has_the_error_status() {
        for outcome in Published::ALL {
            let seen = spans(|| outcome.record_on(&publish_span("e", "k", &envelope(), &Table::new())));
            let failed = seen["publish"].contains_key("otel.status_code");
            assert_eq!(failed, outcome != Published::Confirmed, "{outcome:?}");
        }
    }
}
