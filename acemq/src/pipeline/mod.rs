//! Layer 3a: one message's journey: decode → claim → handle → decide → settle.
//!
//! The worker calls it in three pieces, because each holds something else: [`decode`] holds nothing, [`work`] (claim
//! and handle) holds one of the listener's handler slots, [`finish`] (decide and settle) holds none again, so that a
//! slow confirm delays nobody.

mod begin;
mod claim;
mod context;
mod decide;
mod decode;
mod fuse;
mod gate;
mod handle;
mod job;
mod moving;
mod panic;
mod permit;
mod recover;
mod rungs;
mod settle;

pub(crate) use self::{
    begin::{Step, begin},
    context::{Claims, Context},
    decide::{Ending, Facts, Rules},
    decode::{Decoded, decode, open},
    fuse::{CountedBy, Fuse, Suspicion},
    gate::{Changes, Gate, Pass},
    handle::{Worked, work},
    job::{Identity, Job, Key, Ready},
    moving::{Move, Waiting},
    permit::Permit,
    rungs::{MayDeclare, Rungs},
    settle::{Carried, Landed, ack_original, carry, give_back, put_back},
};

/// Decides what is done with a message whose attempt has ended, and begins to do it.
pub(crate) fn finish(context: &Context, worked: Worked) -> Step {
    let Worked { job, ending } = worked;
    let facts = Facts {
        attempt: job.envelope.attempt,
        age: job.envelope.age_at(context.clock.now()),
        random: fastrand::f64(),
    };
    let verdict = decide::decide(ending, facts, &context.rules);
    begin(context, job, verdict)
}
