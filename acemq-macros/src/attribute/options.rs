//! The options of one listener after all checks.

use proc_macro2::{Ident, Span};

/// A value with the places of its key and of itself, for checks that look at two of them.
#[derive(Debug)]
pub(crate) struct Setting<T> {
    /// The key as it was written.
    pub(crate) key: Ident,
    /// Where the value stands.
    pub(crate) span: Span,
    /// The value.
    pub(crate) value: T,
}

/// Everything that was written; `None` was not.
#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) queue: Option<Setting<String>>,
    pub(crate) id: Option<Setting<String>>,
    pub(crate) retry: Option<Setting<String>>,
    pub(crate) idempotent: Option<Setting<String>>,
    pub(crate) prefetch: Option<Setting<u16>>,
    pub(crate) concurrency: Option<Setting<u16>>,
    pub(crate) requeue_on_failure: Option<Setting<bool>>,
    pub(crate) auto_startup: Option<Setting<String>>,
    pub(crate) order: Option<Setting<i32>>,
}
