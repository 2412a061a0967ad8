//! Copies of a message: what a retry, a dead letter and a replay carry (wire contract §1, §2, §5).
//!
//! The body is never decoded and encoded again; it is not even seen here.

use super::{Envelope, Properties, Table, Value, header};

/// The longest reason that a copy carries, in bytes.
const MAX_ERROR_BYTES: usize = 16 * 1024;

/// Written where a reason was cut.
const CUT_MARK: &str = " … [cut]";

/// Persistent, as AMQP numbers it.
const PERSISTENT: u8 = 2;

/// The delivery that is copied.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Original<'a> {
    pub(crate) envelope: &'a Envelope,
    pub(crate) headers: &'a Table,
    pub(crate) properties: &'a Properties,
    pub(crate) exchange: &'a str,
    pub(crate) routing_key: &'a str,
}

/// What becomes of the reason on a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetAside<'a> {
    /// As it was: a retry.
    Unchanged,
    /// This reason: a dead letter or a parked message.
    Because(&'a str),
}

/// Properties and headers of a copy with this attempt number.
pub(crate) fn copy_of(original: Original<'_>, attempt: u32, set_aside: SetAside<'_>) -> (Properties, Table) {
    let mut headers: Table = original
        .headers
        .iter()
        .filter(|(name, _)| !is_stripped(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut envelope = original.envelope.clone();
    envelope.attempt = attempt;
    if let SetAside::Because(reason) = set_aside {
        envelope.error = Some(bounded(reason));
    }
    envelope.write_into(&mut headers);
    for (name, value) in
        [(header::FIRST_EXCHANGE, original.exchange), (header::FIRST_ROUTING_KEY, original.routing_key)]
    {
        headers.entry(name.into()).or_insert_with(|| Value::from(value));
    }
    let properties = Properties {
        message_id: Some(envelope.id.into()),
        delivery_mode: Some(PERSISTENT),
        // A copy that expires on its way would be lost; a foreign user would be refused by the broker.
        expiration: None,
        user_id: None,
        ..original.properties.clone()
    };
    (properties, headers)
}

/// Headers that no copy carries, each because it would misroute the copy or lie about it.
fn is_stripped(name: &str) -> bool {
    matches!(name, "CC" | "BCC" | "x-delivery-count" | "x-acquired-count" | "x-death" | header::PUBLISH_ID)
        || name.starts_with("x-first-death-")
        || name.starts_with("x-last-death-")
}

/// Cuts a reason on a character border, with a visible mark.
fn bounded(reason: &str) -> String {
    if reason.len() <= MAX_ERROR_BYTES {
        return reason.to_owned();
    }
    let end = reason.floor_char_boundary(MAX_ERROR_BYTES - CUT_MARK.len());
    format!("{}{CUT_MARK}", &reason[..end])
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn table(rows: &[(&str, Value)]) -> Table {
        rows.iter().map(|(name, value)| ((*name).into(), value.clone())).collect()
    }

    fn copy(
        headers: &Table,
        properties: &Properties,
        attempt: u32,
        set_aside: SetAside<'_>,
    ) -> (Properties, Table) {
        let envelope = Envelope::read(headers, properties, "orders.placed", SystemTime::UNIX_EPOCH);
        let original = Original {
            envelope: &envelope,
            headers,
            properties,
            exchange: "orders",
            routing_key: "orders.placed",
        };
        copy_of(original, attempt, set_aside)
    }

    #[test]
    fn a_retry_hop_changes_the_attempt_and_nothing_else() {
        let before = table(&[
            ("x-acemq-id", Value::from("11111111-2222-3333-4444-555555555555")),
            ("x-acemq-type", Value::from("order.placed")),
            ("x-acemq-version", Value::I32(3)),
            ("x-acemq-correlation", Value::from("corr-1")),
            ("x-acemq-causation", Value::from("cause-1")),
            ("x-acemq-attempt", Value::I32(2)),
            ("x-acemq-first-seen", Value::I64(1_767_323_045_678)),
            ("x-acemq-origin", Value::from("orders@host-7")),
            ("x-tenant", Value::from("acme")),
            ("acemq-first-exchange", Value::from("older")),
            ("acemq-first-routing-key", Value::from("older.key")),
        ]);
        let (_, after) = copy(&before, &Properties::default(), 3, SetAside::Unchanged);
        let mut expected = before.clone();
        expected.insert("x-acemq-attempt".into(), Value::I32(3));
        assert_eq!(after, expected);
    }

    #[test]
    fn the_first_republish_of_a_foreign_message_writes_the_full_set() {
        let properties = Properties { message_id: Some("foreign-7".into()), ..Properties::default() };
        let (_, after) = copy(&Table::new(), &properties, 2, SetAside::Unchanged);
        let names: Vec<&str> = after.keys().map(|name| &**name).collect();
        assert_eq!(
            names,
            [
                "acemq-first-exchange",
                "acemq-first-routing-key",
                "x-acemq-attempt",
                "x-acemq-correlation",
                "x-acemq-first-seen",
                "x-acemq-id",
                "x-acemq-type",
                "x-acemq-version",
            ]
        );
        assert_eq!(after["acemq-first-exchange"], Value::from("orders"));
    }

    #[test]
    fn what_would_misroute_or_lie_is_stripped() {
        let stripped = [
            "CC",
            "BCC",
            "x-delivery-count",
            "x-acquired-count",
            "x-death",
            "x-first-death-queue",
            "x-last-death-reason",
            "acemq-publish-id",
        ];
        let mut before = table(&[("cc", Value::from("kept")), ("x-deathly", Value::from("kept"))]);
        before.extend(stripped.iter().map(|name| ((*name).into(), Value::from("gone"))));
        let (_, after) = copy(&before, &Properties::default(), 2, SetAside::Unchanged);
        for name in stripped {
            assert!(!after.contains_key(name), "{name}");
        }
        assert!(after.contains_key("cc") && after.contains_key("x-deathly"));
    }

    #[test]
    fn properties_are_kept_but_for_expiration_and_user() {
        let before = Properties {
            content_type: Some("application/json".into()),
            content_encoding: Some("gzip".into()),
            delivery_mode: Some(1),
            priority: Some(7),
            correlation_id: Some("c".into()),
            reply_to: Some("r".into()),
            expiration: Some("1000".into()),
            message_id: Some("m".into()),
            timestamp: Some(5),
            kind: Some("k".into()),
            user_id: Some("u".into()),
            app_id: Some("a".into()),
            cluster_id: Some("l".into()),
        };
        let (after, _) = copy(&Table::new(), &before, 2, SetAside::Unchanged);
        assert_eq!(after, Properties { delivery_mode: Some(2), expiration: None, user_id: None, ..before });
    }

    #[test]
    fn a_long_reason_is_cut_on_a_character_with_a_mark() {
        let reason = "ä".repeat(500_000);
        let (_, after) = copy(&Table::new(), &Properties::default(), 1, SetAside::Because(&reason));
        let text = after["x-acemq-error"].as_text().expect("text");
        assert!(text.len() <= MAX_ERROR_BYTES && text.ends_with(CUT_MARK));
    }
}
