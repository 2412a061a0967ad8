//! What an expanded attribute leaves behind: one static record per listener, collected by `inventory`.

use crate::{
    broker::BoxFuture,
    extract::{DecodeError, Incoming},
    message::Outcome,
};

/// Where a listener stands in the source, for messages about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Location {
    /// The file, as `file!()` gives it.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A handler call that is ready to be polled: arguments are built, the idempotency key is taken.
pub struct Prepared {
    /// The call. It has not been polled; dropping it runs nothing.
    pub call: BoxFuture<'static, Outcome>,
    /// The idempotency key when the attribute names its source; `None` is the envelope id.
    pub key: Option<String>,
}

impl std::fmt::Debug for Prepared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prepared").field("key", &self.key).finish_non_exhaustive()
    }
}

/// Builds the arguments of one delivery.
pub type Prepare = fn(&Incoming<'_>) -> Result<Prepared, DecodeError>;

/// The options as the user wrote them: `None` is not written.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// `retry`, in the grammar; checked when it was compiled.
    pub retry: Option<&'static str>,
    /// `idempotent`.
    pub idempotent: Option<&'static str>,
    /// `prefetch`.
    pub prefetch: Option<u16>,
    /// `concurrency`.
    pub concurrency: Option<u16>,
    /// `requeue_on_failure`.
    pub requeue_on_failure: Option<bool>,
    /// `auto_startup`: `true`, `false`, or a text with placeholders.
    pub auto_startup: Option<&'static str>,
    /// `order`.
    pub order: Option<i32>,
}
