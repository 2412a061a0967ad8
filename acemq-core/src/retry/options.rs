//! The options of a policy: written or not, and what holds when they are not.

use std::time::Duration;

use super::arithmetic::whole_millis;
use super::fault::RetryFault;
use super::policy::{RetryKind, RetryPolicy, or_panic};

/// By what an exponential policy's waits grow unless it says otherwise.
pub const DEFAULT_MULTIPLIER: f64 = 2.0;

/// By what part an exponential policy's waits vary unless it says otherwise. A fixed policy's do not vary.
pub const DEFAULT_JITTER: f64 = 0.2;

/// From which length on a wait is the broker's unless the policy says otherwise.
pub const DEFAULT_BROKER_WAIT: BrokerWait = BrokerWait::From(Duration::from_secs(30));

/// Which waits are spent in a retry queue of the broker instead of in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BrokerWait {
    /// Every wait.
    Always,
    /// None; a wait is lost with the process, the message is not.
    Never,
    /// A wait of this length or longer.
    From(Duration),
}

impl RetryPolicy {
    /// By what each wait is longer than the one before.
    ///
    /// # Panics
    ///
    /// If the policy is not exponential, or the multiplier is below 1 or not finite.
    #[must_use]
    pub const fn multiplier(self, multiplier: f64) -> Self {
        or_panic(self.try_multiplier(multiplier))
    }

    /// As [`multiplier`](Self::multiplier), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `multiplier` panics.
    pub const fn try_multiplier(mut self, multiplier: f64) -> Result<Self, RetryFault> {
        match self.kind {
            RetryKind::None => return Err(RetryFault::OptionOfNone),
            RetryKind::Fixed => return Err(RetryFault::MultiplierWithoutGrowth),
            RetryKind::Exponential => {}
        }
        if !(multiplier.is_finite() && multiplier >= 1.0) {
            return Err(RetryFault::Multiplier);
        }
        self.multiplier = Some(multiplier);
        Ok(self)
    }

    /// By what part a wait in this process varies, in both directions: 0 (exact) to 1.
    ///
    /// # Panics
    ///
    /// If it is not within 0 and 1, or the policy is `none`.
    #[must_use]
    pub const fn jitter(self, jitter: f64) -> Self {
        or_panic(self.try_jitter(jitter))
    }

    /// As [`jitter`](Self::jitter), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `jitter` panics.
    pub const fn try_jitter(mut self, jitter: f64) -> Result<Self, RetryFault> {
        if self.is_none() {
            return Err(RetryFault::OptionOfNone);
        }
        if !(jitter >= 0.0 && jitter <= 1.0) {
            return Err(RetryFault::Jitter);
        }
        self.jitter = Some(jitter);
        Ok(self)
    }

    /// From which age on a failed message is not tried again; zero for no limit.
    ///
    /// # Panics
    ///
    /// If it is shorter than a millisecond and not zero, or above `u64::MAX` milliseconds, or the policy is `none`.
    #[must_use]
    pub const fn give_up_after(self, age: Duration) -> Self {
        or_panic(self.try_give_up_after(age))
    }

    /// As [`give_up_after`](Self::give_up_after), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `give_up_after` panics.
    pub const fn try_give_up_after(mut self, age: Duration) -> Result<Self, RetryFault> {
        if self.is_none() {
            return Err(RetryFault::OptionOfNone);
        }
        let Some(millis) = limit_millis(age) else {
            return Err(RetryFault::GiveUpAfter);
        };
        self.give_up_after = Some(Duration::from_millis(millis));
        Ok(self)
    }

    /// Which waits are spent in the broker. `From` zero is `Never`, as in the wire contract.
    ///
    /// # Panics
    ///
    /// If the length is shorter than a millisecond and not zero, or above `u64::MAX` milliseconds, or the policy is `none`.
    #[must_use]
    pub const fn wait_in_broker_from(self, wait: BrokerWait) -> Self {
        or_panic(self.try_wait_in_broker_from(wait))
    }

    /// As [`wait_in_broker_from`](Self::wait_in_broker_from), for values that are only known at run time.
    ///
    /// # Errors
    ///
    /// Where `wait_in_broker_from` panics.
    pub const fn try_wait_in_broker_from(mut self, wait: BrokerWait) -> Result<Self, RetryFault> {
        if self.is_none() {
            return Err(RetryFault::OptionOfNone);
        }
        self.wait_in_broker_from = Some(match wait {
            BrokerWait::From(length) => match limit_millis(length) {
                Some(0) => BrokerWait::Never,
                Some(millis) => BrokerWait::From(Duration::from_millis(millis)),
                None => return Err(RetryFault::WaitInBrokerFrom),
            },
            BrokerWait::Always | BrokerWait::Never => wait,
        });
        Ok(self)
    }

    /// The policy with the options that it does not write taken from `lower`, which is the source of lower precedence.
    ///
    /// Kind, attempts and delays stay its own. `none` takes no options, and a fixed policy no multiplier.
    #[must_use]
    pub const fn or_options_of(mut self, lower: &Self) -> Self {
        if self.is_none() {
            return self;
        }
        if self.multiplier.is_none() && matches!(self.kind, RetryKind::Exponential) {
            self.multiplier = lower.multiplier;
        }
        if self.jitter.is_none() {
            self.jitter = lower.jitter;
        }
        if self.give_up_after.is_none() {
            self.give_up_after = lower.give_up_after;
        }
        if self.wait_in_broker_from.is_none() {
            self.wait_in_broker_from = lower.wait_in_broker_from;
        }
        self
    }

    /// The multiplier, if it is written.
    pub const fn multiplier_option(&self) -> Option<f64> {
        self.multiplier
    }

    /// The jitter, if it is written; `none` is 0.
    pub const fn jitter_option(&self) -> Option<f64> {
        self.jitter
    }

    /// The age limit, if it is written; `none` is zero.
    pub const fn give_up_after_option(&self) -> Option<Duration> {
        self.give_up_after
    }

    /// Which waits are spent in the broker, if it is written.
    pub const fn wait_in_broker_from_option(&self) -> Option<BrokerWait> {
        self.wait_in_broker_from
    }
}

/// The milliseconds of a limit, of which zero has a meaning of its own: a shorter one than a millisecond must not get it.
const fn limit_millis(limit: Duration) -> Option<u64> {
    match whole_millis(limit) {
        Some(0) if !limit.is_zero() => None,
        millis => millis,
    }
}
