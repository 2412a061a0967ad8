//! What is checked of a publish before anything is sent: each of these would close the channel at the broker, and with it
//! every neighbour's confirm, or the whole connection.

use bytes::Bytes;
use lapin::{BasicProperties, types::FieldTable, types::ShortString};

use super::{properties, table};
use crate::{
    broker::{Lane, Publication, PublishError},
    message::{Properties, Table, Value, content_header},
};

/// The longest `expiration` that a broker takes, in milliseconds.
const LONGEST_EXPIRATION: u64 = 4_294_967_295;

/// A publish in the shape of the wire.
#[derive(Debug)]
pub(super) struct Prepared {
    pub(super) lane: Lane,
    pub(super) exchange: ShortString,
    pub(super) routing_key: ShortString,
    pub(super) properties: BasicProperties,
    pub(super) headers: FieldTable,
    pub(super) body: Bytes,
    /// The size of the frame that holds properties and headers.
    pub(super) header_frame: usize,
}

/// Checks a publication and brings it into the shape of the wire, moving what it holds.
///
/// # Errors
///
/// [`PublishError::Invalid`] with the first thing that the broker would refuse.
pub(super) fn prepare(publication: Publication, username: &str) -> Result<Prepared, PublishError> {
    let Publication { lane, exchange, routing_key, properties: given, headers, body, deadline: _ } =
        publication;
    refused_property(&given, username).map_or(Ok(()), Err).map_err(invalid)?;
    if let Some(name) = headers.iter().find(|(_, value)| has_no_number(value)).map(|(name, _)| name) {
        return Err(invalid(format!(
            "the header `{name}` holds a float that is no number; send a text instead"
        )));
    }
    if lane == Lane::Application {
        refused_header(&headers).map_or(Ok(()), Err).map_err(invalid)?;
    }
    let header_frame = content_header(&given, &headers);
    let too_long = |what: &str| invalid(format!("the {what} is longer than {} bytes", table::MAX_SHORT_TEXT));
    Ok(Prepared {
        lane,
        exchange: properties::short(exchange).map_err(|_long| too_long("exchange's name"))?,
        routing_key: properties::short(routing_key).map_err(|_long| too_long("routing key"))?,
        properties: properties::write(given).map_err(|error| invalid(error.to_string()))?,
        headers: table::write(headers).map_err(|error| invalid(error.to_string()))?,
        body,
        header_frame,
    })
}

/// Whether properties and headers fit in one frame, as AMQP demands.
///
/// # Errors
///
/// [`PublishError::Invalid`] when they do not: such a frame would cost the connection.
pub(super) fn fits(prepared: &Prepared, frame_max: usize) -> Result<(), PublishError> {
    if prepared.header_frame <= frame_max {
        return Ok(());
    }
    Err(invalid(format!(
        "its headers and properties take {} bytes, and one frame of this connection holds {frame_max}",
        prepared.header_frame
    )))
}

fn invalid(cause: String) -> PublishError {
    PublishError::Invalid { cause }
}

fn refused_property(given: &Properties, username: &str) -> Option<String> {
    if let Some(user) = given.user_id.as_deref().filter(|user| *user != username) {
        return Some(format!("property `user-id` is `{user}`, and this connection belongs to `{username}`"));
    }
    let expiration = given.expiration.as_deref()?;
    let millis = Some(expiration)
        .filter(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
        .and_then(|text| text.parse::<u64>().ok());
    match millis {
        Some(0..=LONGEST_EXPIRATION) => None,
        Some(_) => Some(format!("property `expiration` is over {LONGEST_EXPIRATION} ms: {expiration}")),
        None => Some(format!(
            "property `expiration` is `{}`, and must be whole milliseconds such as `60000`",
            expiration.escape_debug()
        )),
    }
}

/// A broker that cannot decode a float closes the connection, with every neighbour's confirm.
fn has_no_number(value: &Value) -> bool {
    match value {
        Value::F32(number) => !number.is_finite(),
        Value::F64(number) => !number.is_finite(),
        Value::List(values) => values.iter().any(has_no_number),
        Value::Table(table) => table.values().any(has_no_number),
        Value::Bool(_)
        | Value::I8(_)
        | Value::U8(_)
        | Value::I16(_)
        | Value::U16(_)
        | Value::I32(_)
        | Value::U32(_)
        | Value::I64(_)
        | Value::Decimal { .. }
        | Value::Text(_)
        | Value::RawText(_)
        | Value::Bytes(_)
        | Value::Timestamp(_)
        | Value::Void => false,
    }
}

/// A copy to a missing queue is confirmed and not returned when one of these finds another queue.
fn refused_header(headers: &Table) -> Option<String> {
    let name = ["CC", "BCC"].into_iter().find(|name| headers.contains_key(*name))?;
    Some(format!("header `{name}` hides that nobody took the message: publish to each destination instead"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn publication() -> Publication {
        Publication {
            lane: Lane::Application,
            exchange: "".into(),
            routing_key: "q".into(),
            properties: Properties::default(),
            headers: Table::new(),
            body: Bytes::new(),
            deadline: None,
        }
    }

    fn cause(publication: Publication) -> String {
        match prepare(publication, "guest") {
            Err(PublishError::Invalid { cause }) => cause,
            other => panic!("{other:?}"),
        }
    }

    fn with_properties(properties: Properties) -> Publication {
        Publication { properties, ..publication() }
    }

    #[test]
    fn a_foreign_user_is_refused_and_ones_own_is_not() {
        let of =
            |user: &str| with_properties(Properties { user_id: Some(user.into()), ..Properties::default() });
        assert!(cause(of("root")).contains("`root`"));
        assert!(prepare(of("guest"), "guest").is_ok());
    }

    #[test]
    fn an_expiration_that_is_no_number_of_milliseconds_is_refused() {
        let of = |text: &str| {
            with_properties(Properties { expiration: Some(text.into()), ..Properties::default() })
        };
        for text in ["", "soon", "10s", "-1", "+1", " 1", "1.5", "4294967296", "99999999999999999999"] {
            assert!(cause(of(text)).contains("expiration"), "{text:?}");
        }
        for text in ["0", "60000", "4294967295"] {
            assert!(prepare(of(text), "guest").is_ok(), "{text:?}");
        }
    }

    #[test]
    fn an_application_may_not_send_carbon_copies() {
        for name in ["CC", "BCC"] {
            let headers: Table = [(name.into(), Value::List(vec![Value::from("other")]))].into();
            assert!(cause(Publication { headers: headers.clone(), ..publication() }).contains(name));
            let moved = Publication { headers, lane: Lane::Settlement, ..publication() };
            assert!(prepare(moved, "guest").is_ok());
        }
    }

    #[test]
    fn names_that_do_not_fit_are_refused_by_name() {
        let long: Box<str> = "n".repeat(256).into();
        assert!(cause(Publication { exchange: long.clone(), ..publication() }).contains("exchange"));
        assert!(cause(Publication { routing_key: long.clone(), ..publication() }).contains("routing key"));
        let app_id = Properties { app_id: Some(long.clone()), ..Properties::default() };
        assert!(cause(with_properties(app_id)).contains("app-id"));
        assert!(
            cause(Publication { headers: [(long, Value::Void)].into(), ..publication() }).contains("header")
        );
    }

    #[test]
    fn headers_larger_than_a_frame_are_refused() {
        let headers: Table = [("h".into(), Value::from("x".repeat(5000)))].into();
        let prepared = prepare(Publication { headers, ..publication() }, "guest").unwrap();
        assert!(fits(&prepared, 4096).is_err());
        assert!(fits(&prepared, 131_072).is_ok());
    }

    #[test]
    fn a_float_that_is_no_number_is_refused_wherever_it_stands() {
        let nested = Value::List(vec![Value::Table([("deep".into(), Value::F32(f32::INFINITY))].into())]);
        for odd in [Value::F64(f64::NAN), Value::F64(f64::NEG_INFINITY), Value::F32(f32::NAN), nested] {
            for lane in [Lane::Application, Lane::Settlement] {
                let headers = [("odd".into(), odd.clone())].into();
                let error =
                    prepare(Publication { lane, headers, ..publication() }, "guest").expect_err("refused");
                let text = "the header `odd` holds a float that is no number; send a text instead";
                assert_eq!(error, PublishError::Invalid { cause: text.into() }, "{odd:?}");
            }
        }
        let headers = [("even".into(), Value::F64(0.5))].into();
        assert!(prepare(Publication { headers, ..publication() }, "guest").is_ok());
    }
}
