//! What a broker says when it does not do what was asked.

/// What kind of refusal or failure it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrokerErrorKind {
    /// Nobody answers at the address (refused, unresolved, timed out).
    Unreachable,
    /// Somebody answers, but does not speak AMQP 0-9-1.
    NotAmqp,
    /// User name or password were refused.
    Credentials,
    /// The virtual host does not exist or the user may not enter it.
    VirtualHost,
    /// 404: the queue or exchange does not exist.
    NotFound,
    /// 406: it exists with other arguments or in another kind.
    Mismatch,
    /// 403: the user lacks the permission.
    Forbidden,
    /// The connection or channel was lost; trying again may work.
    Lost,
    /// The adapter cannot do what was asked, by name.
    Unsupported,
    /// Anything else, in the broker's words.
    Other,
}

/// A refusal or failure of the broker, with the setting that most likely causes it.
///
/// The text never carries the password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BrokerError {
    kind: BrokerErrorKind,
    message: String,
}

impl BrokerError {
    /// An error of this kind with this text.
    pub fn new(kind: BrokerErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// What kind it is.
    pub fn kind(&self) -> BrokerErrorKind {
        self.kind
    }
}
