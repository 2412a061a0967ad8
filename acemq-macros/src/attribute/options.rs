//! The options of one listener after all checks.

use proc_macro2::{Ident, Span};
use syn::{ExprPath, Path};

/// A value with the places of its key and of itself, for checks that look at two of them.
pub(crate) struct Setting<T> {
    /// The key as it was written.
    pub(crate) key: Ident,
    /// Where the value stands.
    pub(crate) span: Span,
    /// The value.
    pub(crate) value: T,
}

/// Everything that was written; `None` was not.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) queue: Option<Setting<String>>,
    pub(crate) id: Option<Setting<String>>,
    pub(crate) retry: Option<Setting<String>>,
    pub(crate) idempotent: Option<Setting<String>>,
    pub(crate) idempotency_key: Option<Setting<KeyOf>>,
    pub(crate) prefetch: Option<Setting<u16>>,
    pub(crate) concurrency: Option<Setting<u16>>,
    pub(crate) auto_startup: Option<Setting<String>>,
    pub(crate) codec: Option<Setting<String>>,
    pub(crate) on_exhausted: Option<Setting<String>>,
    pub(crate) requeue_on_failure: Option<Setting<bool>>,
    pub(crate) timeout: Option<Setting<String>>,
    pub(crate) order: Option<Setting<i32>>,
    pub(crate) consumer_arguments: Option<Setting<Vec<ConsumerArgument>>>,
    pub(crate) krate: Option<Setting<Path>>,
}

/// What tells a message from every other.
pub(crate) enum KeyOf {
    /// A function of the payload.
    Function(ExprPath),
    /// `id` or `header:NAME`.
    Text(String),
}

/// One argument that the subscription carries.
pub(crate) struct ConsumerArgument {
    pub(crate) name: String,
    pub(crate) value: ArgumentValue,
}

/// What an argument may be.
pub(crate) enum ArgumentValue {
    Bool(bool),
    Integer(i64),
    Text(String),
}
