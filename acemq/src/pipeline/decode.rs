//! First step: the envelope is read and the arguments are built, before a handler slot is taken.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use super::{claim::chosen_key, context::Context, job::Job, panic::panic_text};
use crate::{
    broker::Arrival,
    extract::{Cancel, CancelSlot, Incoming},
    listener::Prepared,
    message::{Envelope, Headers},
    telemetry::process_span,
};

/// A delivery that was read, with its arguments or the reason why they cannot be built.
#[derive(Debug)]
pub(crate) struct Decoded {
    pub(crate) job: Job,
    pub(crate) prepared: Result<Prepared, String>,
    /// How the handler is told that it is cut off, when it asked.
    pub(crate) cancel: Option<Cancel>,
}

/// Reads the envelope of a delivery, and nothing that is the user's.
pub(crate) fn open(context: &Context, arrival: Arrival) -> Job {
    let Arrival { delivery, unsettled } = arrival;
    let now = context.clock.now();
    let envelope = Envelope::read(&delivery.headers, &delivery.properties, &delivery.routing_key, now);
    let envelope = Arc::new(envelope);
    let span = process_span(&context.queue, &envelope, &delivery);
    Job { delivery, envelope, unsettled, span, seat: None }
}

/// Builds the arguments. A panic in a `Deserialize` or an extractor is a decode failure like any other: the message would
/// bring it again on every attempt.
pub(crate) fn decode(context: &Context, job: Job) -> Decoded {
    let cancel = CancelSlot::default();
    let prepared = {
        let _entered = job.span.enter();
        let incoming = Incoming {
            delivery: &job.delivery,
            envelope: &job.envelope,
            queue: &context.queue,
            reading: &context.reading,
            resources: &context.resources,
            cancel: &cancel,
        };
        catch_unwind(AssertUnwindSafe(|| (context.prepare)(&incoming)))
    };
    let prepared = match prepared {
        Ok(Ok(Prepared { call, key })) => {
            let headers = Headers::new(Arc::clone(&job.delivery.headers));
            Ok(Prepared { call, key: chosen_key(context, &headers, key) })
        }
        Ok(Err(error)) => Err(error.to_string()),
        Err(payload) => Err(panic_text(payload)),
    };
    Decoded { job, prepared, cancel: cancel.into_cancel() }
}
