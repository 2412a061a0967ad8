//! The basic properties of AMQP 0-9-1, kept byte for byte on every copy.

/// Properties of a message, as AMQP 0-9-1 defines them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Properties {
    /// MIME type of the body.
    pub content_type: Option<Box<str>>,
    /// Encoding of the body, such as `gzip`.
    pub content_encoding: Option<Box<str>>,
    /// 1 transient, 2 persistent.
    pub delivery_mode: Option<u8>,
    /// 0 to 255; a queue without `x-max-priority` ignores it.
    pub priority: Option<u8>,
    /// Correlation id of the application.
    pub correlation_id: Option<Box<str>>,
    /// Where an answer is expected.
    pub reply_to: Option<Box<str>>,
    /// Time to live in milliseconds, as text.
    pub expiration: Option<Box<str>>,
    /// Id of the message.
    pub message_id: Option<Box<str>>,
    /// Seconds since 1970.
    pub timestamp: Option<u64>,
    /// Type name that the application gave.
    pub kind: Option<Box<str>>,
    /// The user that published; the broker checks it against the connection.
    pub user_id: Option<Box<str>>,
    /// Id of the publishing application.
    pub app_id: Option<Box<str>>,
    /// Deprecated by the specification, carried all the same.
    pub cluster_id: Option<Box<str>>,
}
