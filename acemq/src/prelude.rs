//! What a file with listeners wants in scope: `use acemq::prelude::*;`.

pub use crate::{
    AceError, AceMq, Ack, App, Attempt, Cancelled, Config, Delivery, Drained, Envelope, Fatal, Headers,
    Message, Park, ResultExt as _, RetryAfter, Retryable, State, ace_listener,
};
