//! What the attribute was given.

/// The options as the user wrote them: `None` is not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// `codec`.
    pub codec: Option<&'static str>,
}

impl Options {
    /// Nothing written.
    pub(super) const NONE: Self = Self {
        retry: None,
        idempotent: None,
        prefetch: None,
        concurrency: None,
        requeue_on_failure: None,
        auto_startup: None,
        order: None,
        codec: None,
    };
}
