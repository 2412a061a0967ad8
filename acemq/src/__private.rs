//! What an expansion names, and nothing else. No part of the public surface: it changes with the macro.

pub use core::{concat, module_path};

pub use acemq_macros::record_of;
pub use inventory::submit;

pub use crate::{
    extract::{
        Argument, Arguments, Extractor, HasPayload, KeyedBy, ListenerArgument, NoPayload, OnePayload,
        Payload, Plain, Unknowable, Unknown,
    },
    listener::{
        ConsumerArgument, IntoOutcome, Location, Options, Prepare, Prepared, Registration, Requires,
        prepared, prepared_with_key,
    },
};
