//! What the attribute was given.

/// The options as the user wrote them: `None` is not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// `retry`, in the grammar; checked when it was compiled.
    pub retry: Option<&'static str>,
    /// `idempotent`.
    pub idempotent: Option<&'static str>,
    /// `idempotency_key` where it is a text: a header. A function is part of `prepare`.
    pub idempotency_key: Option<&'static str>,
    /// `prefetch`.
    pub prefetch: Option<u16>,
    /// `concurrency`.
    pub concurrency: Option<u16>,
    /// `on_exhausted`, in its grammar; checked when it was compiled.
    pub on_exhausted: Option<&'static str>,
    /// `requeue_on_failure`.
    pub requeue_on_failure: Option<bool>,
    /// `auto_startup`: `true`, `false`, or a text with placeholders.
    pub auto_startup: Option<&'static str>,
    /// `timeout`: a duration, or `none`; checked when it was compiled.
    pub timeout: Option<&'static str>,
    /// `order`.
    pub order: Option<i32>,
    /// `codec`.
    pub codec: Option<&'static str>,
    /// `consumer_arguments`, in the order in which they were written.
    pub consumer_arguments: Option<&'static [(&'static str, ConsumerArgument)]>,
}

/// The value of one of the arguments that a subscription carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConsumerArgument {
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A text.
    Text(&'static str),
}

impl Options {
    /// Nothing written.
    pub(super) const NONE: Self = Self {
        retry: None,
        idempotent: None,
        idempotency_key: None,
        prefetch: None,
        concurrency: None,
        on_exhausted: None,
        requeue_on_failure: None,
        auto_startup: None,
        timeout: None,
        order: None,
        consumer_arguments: None,
        codec: None,
    };
}
