//! The retry grammar and its arithmetic.
//!
//! A [`RetryPolicy`] says how often a message is tried and how long it waits in between. It is written as a text that the
//! attribute and the configuration share, or built in code; the two give equal values, and the policy's `Display` is the
//! text again.
//!
//! | text | meaning |
//! |---|---|
//! | `none` | one attempt |
//! | `fixed(attempts, delay)` | the same wait before each further attempt |
//! | `exponential(attempts, initial, max)` | waits that grow by `multiplier` up to `max`, or without a cap if `max` is `none` |
//!
//! Attempts are 1 to 10,000 and count the first delivery. Options stand behind the arguments, in any order:
//!
//! | option | value | unless written |
//! |---|---|---|
//! | `multiplier` | 1 or more, for `exponential` | 2 |
//! | `jitter` | 0 to 1, or `none` | 0.2 for `exponential`, none for `fixed` |
//! | `give_up_after` | a [duration](crate::duration), or `none` | none |
//! | `wait_in_broker_from` | a duration, `always` or `never` | 30s |
//!
//! # Examples
//!
//! ```
//! use acemq_core::retry::{RetryError, RetryPolicy};
//! use std::time::Duration;
//!
//! let policy: RetryPolicy = "exponential(6, 2s, 30s)".parse()?;
//! assert_eq!(policy.schedule(), [2, 4, 8, 16, 30].map(Duration::from_secs));
//! assert_eq!(policy.broker_rungs(), [Duration::from_secs(30)]);
//! # Ok::<(), RetryError>(())
//! ```

mod arithmetic;
mod display;
mod error;
mod fault;
mod ladder;
mod options;
mod parse;
mod policy;

pub use error::RetryError;
pub use fault::RetryFault;
pub use ladder::MAX_WAIT;
pub use options::{BrokerWait, DEFAULT_BROKER_WAIT, DEFAULT_JITTER, DEFAULT_MULTIPLIER};
pub use policy::{MAX_ATTEMPTS, RetryKind, RetryPolicy};
