//! A policy as the text that it is parsed from.

use std::fmt;
use std::time::Duration;

use super::options::BrokerWait;
use super::policy::{RetryKind, RetryPolicy};
use crate::duration;

/// The text of the policy, with the options that were written and no others; parsing it gives an equal policy.
impl fmt::Display for RetryPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let initial = duration::format(self.initial_delay());
        match self.kind {
            RetryKind::None => return f.write_str("none"),
            RetryKind::Fixed => write!(f, "fixed({}, {initial}", self.attempts)?,
            RetryKind::Exponential => {
                let max = or_none(self.max_delay().unwrap_or_default());
                write!(f, "exponential({}, {initial}, {max}", self.attempts)?;
            }
        }
        if let Some(multiplier) = self.multiplier {
            write!(f, ", multiplier = {multiplier}")?;
        }
        match self.jitter {
            Some(jitter) if jitter > 0.0 => write!(f, ", jitter = {jitter}")?,
            Some(_) => f.write_str(", jitter = none")?,
            None => {}
        }
        if let Some(limit) = self.give_up_after {
            write!(f, ", give_up_after = {}", or_none(limit))?;
        }
        match self.wait_in_broker_from {
            Some(BrokerWait::Always) => f.write_str(", wait_in_broker_from = always")?,
            Some(BrokerWait::Never) => f.write_str(", wait_in_broker_from = never")?,
            Some(BrokerWait::From(length)) => {
                write!(f, ", wait_in_broker_from = {}", duration::format(length))?;
            }
            None => {}
        }
        f.write_str(")")
    }
}

/// Zero stands for "none" inside a policy, and is refused in its text.
fn or_none(duration: Duration) -> String {
    if duration.is_zero() {
        return "none".to_owned();
    }
    duration::format(duration)
}
