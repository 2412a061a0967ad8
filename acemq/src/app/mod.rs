//! Layer 5: assembly and life cycle.

mod apply;
mod builder;
mod codecs;
mod connect;
mod drain;
mod drained;
mod exhausted;
mod fuse;
mod handle;
mod listeners;
mod off;
mod purge;
mod running;
mod signals;
mod startup;
mod stores;
mod supervisor;
mod worker;

pub(crate) use self::connect::connect;
pub use self::{
    builder::{App, run},
    drained::Drained,
    handle::{ListenerHandle, ListenerOptions, Listeners},
    running::Running,
};
