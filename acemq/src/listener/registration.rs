//! What an expanded attribute leaves behind: one static record per listener, collected by `inventory`.

use super::{ConsumerArgument, Location, Options, Prepared};
use crate::extract::{DecodeError, Incoming, Requirements};

/// Builds the arguments of one delivery.
pub type Prepare = fn(&Incoming<'_>) -> Result<Prepared, DecodeError>;

/// Says what the arguments need from the application; asked once, before anything starts.
pub type Requires = fn(&mut Requirements);

/// One annotated function.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// Its name in configuration, logs and metrics: `module::function` unless the attribute gives another.
    pub id: &'static str,
    /// Where the attribute stands: a function may carry several.
    pub location: Location,
    /// The queue as it was written, placeholders included.
    pub queue: &'static str,
    /// The options as they were written.
    pub options: Options,
    /// Builds the arguments of one delivery and the call.
    pub prepare: Prepare,
    /// Says what the arguments need.
    pub requires: Requires,
}

impl Registration {
    /// A listener without options. Its location is the place of this call, in an expansion that of the attribute.
    #[track_caller]
    pub const fn new(id: &'static str, queue: &'static str, prepare: Prepare, requires: Requires) -> Self {
        Self { id, location: Location::caller(), queue, options: Options::NONE, prepare, requires }
    }
}

/// One method per key of the attribute, as the expansion calls them.
macro_rules! setters {
    ($($key:ident: $value:ty),* $(,)?) => {
        impl Registration {
            $(
                #[doc = concat!("With `", stringify!($key), "` written.")]
                #[must_use]
                pub const fn $key(mut self, value: $value) -> Self {
                    self.options.$key = Some(value);
                    self
                }
            )*
        }
    };
}

setters! {
    retry: &'static str,
    idempotent: &'static str,
    idempotency_key: &'static str,
    prefetch: u16,
    concurrency: u16,
    on_exhausted: &'static str,
    requeue_on_failure: bool,
    auto_startup: &'static str,
    timeout: &'static str,
    order: i32,
    consumer_arguments: &'static [(&'static str, ConsumerArgument)],
    codec: &'static str,
}
