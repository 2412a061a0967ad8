//! Properties of the wire to ours and back.

use lapin::{
    BasicProperties,
    types::{ShortString, ShortStringError},
};

use crate::message::Properties;

/// Reads the properties of a delivery; its headers are read apart.
pub(super) fn read(properties: &BasicProperties) -> Properties {
    let text = |text: &Option<ShortString>| text.as_ref().map(|text| text.as_str().into());
    Properties {
        content_type: text(properties.content_type()),
        content_encoding: text(properties.content_encoding()),
        delivery_mode: *properties.delivery_mode(),
        priority: *properties.priority(),
        correlation_id: text(properties.correlation_id()),
        reply_to: text(properties.reply_to()),
        expiration: text(properties.expiration()),
        message_id: text(properties.message_id()),
        timestamp: *properties.timestamp(),
        kind: text(properties.kind()),
        user_id: text(properties.user_id()),
        app_id: text(properties.app_id()),
        cluster_id: text(properties.cluster_id()),
    }
}

/// A property holds more than 255 bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("property `{property}` is longer than 255 bytes")]
pub(super) struct LongProperty {
    property: &'static str,
}

/// Turns properties into those of the wire, moving their texts.
///
/// # Errors
///
/// The first property that is longer than AMQP can write.
pub(super) fn write(properties: Properties) -> Result<BasicProperties, LongProperty> {
    let mut written = BasicProperties::default();
    macro_rules! texts {
        ($($field:ident: $name:literal => $with:ident),+ $(,)?) => {
            $(if let Some(text) = properties.$field {
                let text = short(text).map_err(|_: ShortStringError| LongProperty { property: $name })?;
                written = written.$with(text);
            })+
        };
    }
    texts! {
        content_type: "content-type" => with_content_type,
        content_encoding: "content-encoding" => with_content_encoding,
        correlation_id: "correlation-id" => with_correlation_id,
        reply_to: "reply-to" => with_reply_to,
        expiration: "expiration" => with_expiration,
        message_id: "message-id" => with_message_id,
        kind: "type" => with_type,
        user_id: "user-id" => with_user_id,
        app_id: "app-id" => with_app_id,
        cluster_id: "cluster-id" => with_cluster_id,
    }
    if let Some(mode) = properties.delivery_mode {
        written = written.with_delivery_mode(mode);
    }
    if let Some(priority) = properties.priority {
        written = written.with_priority(priority);
    }
    if let Some(seconds) = properties.timestamp {
        written = written.with_timestamp(seconds);
    }
    Ok(written)
}

/// A short string that takes the text over.
pub(super) fn short(text: Box<str>) -> Result<ShortString, ShortStringError> {
    ShortString::try_new(String::from(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_property_survives_the_way_out_and_back() {
        let properties = Properties {
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
        assert_eq!(read(&write(properties.clone()).unwrap()), properties);
        assert_eq!(read(&write(Properties::default()).unwrap()), Properties::default());
    }

    #[test]
    fn a_property_that_does_not_fit_is_named() {
        let properties = Properties { reply_to: Some("r".repeat(256).into()), ..Properties::default() };
        assert_eq!(
            write(properties).unwrap_err().to_string(),
            "property `reply-to` is longer than 255 bytes"
        );
    }
}
