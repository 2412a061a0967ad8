//! What the listeners and the configuration need on the broker, as a pure plan: nothing here talks to one.

mod conflict;
mod declared;
mod derived;
mod object;
mod plan;
mod show;

pub use self::object::{ExchangeKind, Object};
pub(crate) use self::{
    conflict::conflicts,
    declared::{
        DeadLetter, DeclaredBinding, DeclaredExchange, DeclaredQueue, DeclaredTopology, ListenerTopology,
        QueueKind,
    },
    derived::{IN_PROGRESS_WAIT, MAX_RUNG_WAIT, rung_objects},
    plan::{Found, ListenerPlan, OwnQueue, Plan, Step, plan},
};
