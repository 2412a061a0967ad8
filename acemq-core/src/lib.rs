//! Pure words that the compiler and the running service must agree on.
//!
//! A bad `retry = "…"` in an attribute is a compile error, and the same text in a configuration file is a start-up
//! error: both come from the one parser in [`retry`]. The same goes for [`duration`]s, for the queue [`names`] that are
//! derived from a listener's queue, for [`placeholder`]s, for what becomes of a message that is given up ([`exhausted`]), for
//! where an idempotency key is taken from ([`key_source`]), and for the word that was probably meant ([`suggest`]).
//!
//! Nothing here reads a clock, draws a random number or does I/O; whoever needs time or chance passes it in.

pub mod duration;
pub mod exhausted;
pub mod key_source;
pub mod names;
pub mod placeholder;
mod quote;
pub mod retry;
pub mod suggest;
