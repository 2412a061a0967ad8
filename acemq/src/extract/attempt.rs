//! Which attempt a delivery is.

use std::{fmt, ops::Deref};

use super::{DecodeError, FromDelivery, Incoming};

/// Which attempt this delivery is, from 1, as a handler argument.
///
/// It compares with a number as it stands. As a pattern it gives the number: `Attempt(attempt): Attempt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attempt(pub u32);

impl Attempt {
    /// The number.
    pub fn get(self) -> u32 {
        self.0
    }

    /// Whether it is the first.
    pub fn is_first(self) -> bool {
        self.0 <= 1
    }
}

impl FromDelivery for Attempt {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        Ok(Self(incoming.envelope.attempt))
    }
}

impl Deref for Attempt {
    type Target = u32;

    fn deref(&self) -> &u32 {
        &self.0
    }
}

impl From<Attempt> for u32 {
    fn from(attempt: Attempt) -> Self {
        attempt.0
    }
}

impl PartialEq<u32> for Attempt {
    fn eq(&self, other: &u32) -> bool {
        self.0 == *other
    }
}

impl PartialOrd<u32> for Attempt {
    fn partial_cmp(&self, other: &u32) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(other)
    }
}

impl fmt::Display for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
