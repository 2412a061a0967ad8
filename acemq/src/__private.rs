//! What an expansion names, and nothing else. No part of the public surface: it changes with the macro.

pub use core::{concat, module_path, option::Option, time::Duration};

pub use acemq_macros::record_of;
/// Leaves a record for start-up to find.
#[cfg(feature = "inventory")]
pub use inventory::submit;

/// Without `inventory` nothing is left behind: an application is told what there is.
#[cfg(not(feature = "inventory"))]
pub use crate::__submit as submit;

pub use crate::{
    extract::{
        Argument, ArgumentList, Extractor, HasPayload, KeyedBy, ListenerArgument, NoPayload, OnePayload,
        Payload, Plain, Shared, Unknowable, Unknown, Unshared,
    },
    listener::{
        Answer, ConsumerArgument, IntoOutcome, Location, Options, Prepare, Prepared, Registration, Requires,
        Runs, prepared, prepared_with_key,
    },
    message::{AceError, ErrorProbe, Failure, FailureKind, RetryWait},
};

/// Swallows what would be submitted.
#[cfg(not(feature = "inventory"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __submit {
    ($($record:tt)*) => {};
}
