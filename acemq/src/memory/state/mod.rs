//! The broker as a pure state machine: every operation is told the time and leaves its effects to be sent on.

mod consume;
mod dead;
mod declare;
mod lookup;
mod machine;
mod publish;
mod settle;

pub(super) use self::{
    machine::{ConnectionId, Effect, State},
    settle::Settlement,
};
