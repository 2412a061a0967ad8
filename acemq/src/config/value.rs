//! A value of a setting, given in code.

use std::{fmt, time::Duration};

use super::tree::Kind;

/// A value for [`Config::with`](super::Config::with): a text, a truth value, a number or a duration.
#[derive(Clone)]
pub struct ConfigValue(pub(super) Kind);

impl fmt::Debug for ConfigValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // It may be a password.
        f.write_str("ConfigValue(…)")
    }
}

impl From<&str> for ConfigValue {
    fn from(text: &str) -> Self {
        Self(Kind::Text(text.to_owned()))
    }
}

impl From<String> for ConfigValue {
    fn from(text: String) -> Self {
        Self(Kind::Text(text))
    }
}

impl From<&String> for ConfigValue {
    fn from(text: &String) -> Self {
        Self(Kind::Text(text.clone()))
    }
}

impl From<bool> for ConfigValue {
    fn from(value: bool) -> Self {
        Self(Kind::Bool(value))
    }
}

impl From<f64> for ConfigValue {
    fn from(value: f64) -> Self {
        Self(Kind::Float(value))
    }
}

/// Cut to whole milliseconds.
impl From<Duration> for ConfigValue {
    fn from(value: Duration) -> Self {
        Self(Kind::Duration(value))
    }
}

macro_rules! from_integers {
    ($($integer:ty),*) => {$(
        impl From<$integer> for ConfigValue {
            fn from(value: $integer) -> Self {
                // What is beyond 64 bits is beyond every range as well: the largest number is refused in its place.
                Self(Kind::Integer(i64::try_from(value).unwrap_or(i64::MAX)))
            }
        }
    )*};
}

from_integers!(i16, i32, i64, u8, u16, u32, u64, usize);
