//! Copies of a message: what a retry, a dead letter and a replay carry (wire contract §1, §2, §5).
//!
//! The body is never decoded and encoded again; it is not even seen here.

use super::{
    Envelope, Properties, Table, Value, header,
    size::{self, MAX_SHORT_TEXT, content_header},
};

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
    /// How often it came back without an outcome, for a copy that is none either; else 0.
    pub(crate) redeliveries: u32,
}

/// What becomes of the reason on a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetAside<'a> {
    /// As it was: a retry.
    Unchanged,
    /// This reason: a dead letter or a parked message.
    Because(&'a str),
}

/// Properties and headers of a copy with this attempt number, in at most `budget` bytes of a frame.
pub(crate) fn copy_of(
    original: Original<'_>,
    attempt: u32,
    set_aside: SetAside<'_>,
    budget: usize,
) -> (Properties, Table) {
    let mut headers: Table = original
        .headers
        .iter()
        .filter(|(name, _)| !is_stripped(name))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut envelope = original.envelope.clone();
    envelope.attempt = attempt;
    let reason = envelope.error.take();
    let reason = match set_aside {
        SetAside::Because(reason) => Some(bounded(reason, MAX_ERROR_BYTES)),
        SetAside::Unchanged => reason,
    };
    envelope.write_into(&mut headers);
    if original.redeliveries > 0 {
        headers.insert(header::REDELIVERIES.into(), Value::I64(original.redeliveries.into()));
    }
    // Written together on the first republish and never after: one alone says that the other was empty, such as the name of
    // the default exchange.
    let firsts =
        [(header::FIRST_EXCHANGE, original.exchange), (header::FIRST_ROUTING_KEY, original.routing_key)];
    if firsts.iter().all(|(name, _)| !headers.contains_key(*name)) {
        for (name, value) in firsts.into_iter().filter(|(_, value)| !value.is_empty()) {
            headers.insert(name.into(), Value::from(value));
        }
    }
    let properties = Properties {
        // A foreign id may be longer than the property can say; the header says it whole.
        message_id: if envelope.id.len() <= MAX_SHORT_TEXT {
            Some(envelope.id.as_str().into())
        } else {
            original.properties.message_id.clone()
        },
        delivery_mode: Some(PERSISTENT),
        // A copy that expires on its way would be lost; a foreign user would be refused by the broker.
        expiration: None,
        user_id: None,
        ..original.properties.clone()
    };
    fit(&properties, &mut headers, reason.as_deref().unwrap_or_default(), budget);
    (properties, headers)
}

/// Writes the reason, and makes the headers fit: a copy that no frame holds would never land, and hold its original for
/// ever. What costs least goes first.
fn fit(properties: &Properties, headers: &mut Table, reason: &str, budget: usize) {
    let left = |headers: &Table| budget.checked_sub(content_header(properties, headers));
    let room = |headers: &Table| {
        let empty = size::entry(header::ERROR, &Value::from(""));
        left(headers).and_then(|left| left.checked_sub(empty)).filter(|room| *room > CUT_MARK.len())
    };
    let fits = |headers: &Table| left(headers).is_some() && (reason.is_empty() || room(headers).is_some());
    if !fits(headers) {
        // Where it came from is a help to a person alone.
        headers.remove(header::FIRST_EXCHANGE);
        headers.remove(header::FIRST_ROUTING_KEY);
    }
    if left(headers).is_none() && headers.get(header::CORRELATION) == headers.get(header::ID) {
        // Read as the id when it is absent.
        headers.remove(header::CORRELATION);
    }
    // Ends when it fits, or with nothing left but the counter.
    while left(headers).is_none() {
        let sizes = headers.iter().map(|(name, value)| (size::entry(name, value), name));
        let Some((bytes, largest)) = sizes.filter(|(_, name)| &***name != header::ATTEMPT).max() else {
            break;
        };
        let largest = largest.clone();
        tracing::warn!(
            header = &*largest,
            bytes,
            budget,
            "a copy leaves a header out: with it no frame would hold it"
        );
        headers.remove(&largest);
    }
    if let Some(room) = room(headers).filter(|_| !reason.is_empty()) {
        headers.insert(header::ERROR.into(), Value::from(bounded(reason, room)));
    }
}

/// Headers that no copy carries, each because it would misroute the copy or lie about it.
fn is_stripped(name: &str) -> bool {
    matches!(name, "CC" | "BCC" | "x-delivery-count" | "x-acquired-count" | "x-death")
        || matches!(name, header::PUBLISH_ID | header::REDELIVERIES)
        || name.starts_with("x-first-death-")
        || name.starts_with("x-last-death-")
}

/// Cuts a reason to so many bytes, on a character border and with a visible mark.
fn bounded(reason: &str, most: usize) -> String {
    if reason.len() <= most {
        return reason.to_owned();
    }
    let end = reason.floor_char_boundary(most.saturating_sub(CUT_MARK.len()));
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
        copy_within(headers, properties, attempt, set_aside, 126 * 1024)
    }

    fn copy_within(
        headers: &Table,
        properties: &Properties,
        attempt: u32,
        set_aside: SetAside<'_>,
        budget: usize,
    ) -> (Properties, Table) {
        let envelope = Envelope::read(headers, properties, "orders.placed", SystemTime::UNIX_EPOCH);
        let original = Original {
            envelope: &envelope,
            headers,
            properties,
            exchange: "orders",
            routing_key: "orders.placed",
            redeliveries: 0,
        };
        copy_of(original, attempt, set_aside, budget)
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
    fn the_default_exchange_is_said_by_its_absence_and_stays_so() {
        let properties = Properties::default();
        let envelope = Envelope::first("1".to_owned(), "orders", SystemTime::UNIX_EPOCH);
        let copied = |headers: &Table, exchange| {
            let original = Original {
                envelope: &envelope,
                headers,
                properties: &properties,
                exchange,
                routing_key: "orders",
                redeliveries: 0,
            };
            copy_of(original, 2, SetAside::Unchanged, usize::MAX).1
        };
        let first = copied(&Table::new(), "");
        assert_eq!(first.get(header::FIRST_EXCHANGE), None);
        assert_eq!(first[header::FIRST_ROUTING_KEY], Value::from("orders"));
        assert_eq!(copied(&first, "acemq.retry").get(header::FIRST_EXCHANGE), None);
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
            "x-acemq-redeliveries",
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

    #[test]
    fn an_id_that_no_property_holds_leaves_the_original_s_message_id() {
        let (fits, long) = ("i".repeat(255), "i".repeat(256));
        for (id, expected) in [(&fits, fits.as_str()), (&long, "theirs")] {
            let before = table(&[("x-acemq-id", Value::from(id.as_str()))]);
            let properties = Properties { message_id: Some("theirs".into()), ..Properties::default() };
            let (properties, after) = copy(&before, &properties, 2, SetAside::Unchanged);
            assert_eq!(properties.message_id.as_deref(), Some(expected));
            assert_eq!(after["x-acemq-id"], Value::from(id.as_str()));
        }
    }

    #[test]
    fn a_copy_fits_its_frame_and_loses_what_costs_least_first() {
        let reason = "r".repeat(1000);
        // What is left of 4,096 bytes beside this much of somebody else's: the names that are still there.
        let of = |bytes: usize| {
            let before =
                table(&[("x-acemq-id", Value::from("id")), ("x-big", Value::from("h".repeat(bytes)))]);
            let (properties, after) =
                copy_within(&before, &Properties::default(), 3, SetAside::Because(&reason), 4096);
            assert!(content_header(&properties, &after) <= 4096, "{bytes}");
            assert_eq!(after["x-acemq-attempt"], Value::I32(3));
            after
        };
        let what_is_left = |bytes| {
            let after = of(bytes);
            let error = after.get("x-acemq-error").and_then(Value::as_text);
            assert!(error.is_none_or(|text| text == reason || text.ends_with(CUT_MARK)));
            (
                after.contains_key("x-big"),
                after.contains_key("acemq-first-exchange"),
                error.map(|text| text == reason),
            )
        };
        let mut seen: Vec<_> = (2000..4096).map(what_is_left).collect();
        seen.dedup();
        let whole = Some(true);
        let cut = Some(false);
        assert_eq!(
            seen,
            [
                (true, true, whole),
                (true, true, cut),
                (true, false, cut),
                (true, false, None),
                // Without what was too large there is room again for what a person needs.
                (false, false, whole),
            ]
        );
    }

    #[test]
    fn an_id_as_large_as_a_frame_is_not_written_twice() {
        let before = table(&[("x-acemq-id", Value::from("i".repeat(3000)))]);
        let (properties, after) = copy_within(&before, &Properties::default(), 2, SetAside::Unchanged, 4096);
        assert!(content_header(&properties, &after) <= 4096);
        assert!(after.contains_key("x-acemq-id") && !after.contains_key("x-acemq-correlation"));
    }
}
