//! Errors that classify themselves: one of each mark, among names that mean something else here.

use ::acemq::AceError;
use ::core::{
    fmt::{Display, Formatter},
    time::Duration,
};

#[allow(unused_imports, reason = "they are there to be in the way")]
use crate::shadows::{Box, Err, None, Ok, Option, Result, concat, module_path};

/// Not the standard library's.
mod std {}

/// Not the core library.
mod core {}

/// Not the crate.
mod acemq {}

/// Not inventory.
mod inventory {}

/// One of each mark, and variants without.
#[derive(Debug, AceError)]
pub enum Refusal {
    /// Fatal.
    #[ace(fatal)]
    Never,
    /// Fatal too: two lines with one answer.
    #[ace(fatal)]
    NeverEver {
        /// Why.
        reason: ::std::string::String,
    },
    /// Parks.
    #[ace(park)]
    Odd(u8),
    /// Retryable.
    #[ace(retryable)]
    Busy,
    /// Waits as long as is written.
    #[ace(retry_after = "1m30s")]
    Closed,
    /// Waits as long as it says.
    #[ace(retry_after = r#for)]
    Limited {
        /// How long.
        r#for: Duration,
        /// Has the expansion's own word.
        __field: u8,
    },
    /// Waits as long as it says.
    #[ace(retry_after = 1)]
    Told(u8, Duration),
    /// Asks.
    #[ace(transparent)]
    Locked(Locked),
    /// Asks in a box.
    #[ace(transparent)]
    Boxed(::std::boxed::Box<Locked>),
    /// Out of use.
    #[deprecated = "it is there to be in the way"]
    #[ace(park)]
    Old,
    /// Says nothing.
    Other,
    /// Says nothing.
    Another {},
    /// Its name is a keyword.
    r#Type(u8),
}

/// A struct, with the path of the crate written out.
#[derive(Debug, AceError)]
#[ace(retry_after = until, crate = ::acemq)]
pub struct Locked {
    /// How long.
    pub until: Duration,
}

/// A private one, without a field.
#[derive(Debug, AceError)]
#[ace(fatal)]
struct Gone;

/// One from a macro.
macro_rules! error {
    ($name:ident, $field:ident, $wait:ty) => {
        /// From a macro.
        #[derive(Debug, AceError)]
        pub enum $name {
            /// From a macro.
            #[ace(retry_after = $field)]
            Waits {
                /// How long.
                $field: $wait,
            },
            /// Asks.
            #[ace(transparent)]
            Locked(Locked),
        }
    };
}

error!(FromAMacro, __field, Duration);

macro_rules! display {
    ($($name:ident)*) => {$(
        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(::core::stringify!($name))
            }
        }

        impl ::core::error::Error for $name {}
    )*};
}

display!(Refusal Locked Gone FromAMacro);

/// Uses the private one.
#[must_use]
pub fn gone() -> ::std::string::String {
    ::std::string::ToString::to_string(&Gone)
}
