//! What a handler may return.

use crate::message::{Ack, BoxError, Outcome, outcome_of};

/// A return type of a listener.
///
/// Implemented for `()`, [`Ack`], `Result<(), E>` and `Result<Ack, E>`, where `E` becomes a boxed error: a type that
/// implements [`std::error::Error`], `anyhow::Error`, a `String`, a `&str`.
#[diagnostic::on_unimplemented(
    message = "a listener cannot return `{Self}`",
    label = "not an answer about a message",
    note = "a listener returns `()`, `Ack`, `Result<(), E>` or `Result<Ack, E>`",
    note = "`E` is any error: `anyhow::Error`, `String`, or a type of yours that implements `std::error::Error`"
)]
pub trait IntoOutcome {
    /// What the handler said.
    fn into_outcome(self) -> Outcome;
}

impl IntoOutcome for () {
    fn into_outcome(self) -> Outcome {
        Outcome::Accept
    }
}

impl IntoOutcome for Ack {
    fn into_outcome(self) -> Outcome {
        self.0
    }
}

#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> IntoOutcome for Result<(), E> {
    fn into_outcome(self) -> Outcome {
        self.map_or_else(|error| outcome_of(&error.into()), |()| Outcome::Accept)
    }
}

#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> IntoOutcome for Result<Ack, E> {
    fn into_outcome(self) -> Outcome {
        self.map_or_else(|error| outcome_of(&error.into()), |ack| ack.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Fatal;

    #[test]
    fn each_return_type_says_what_it_means() {
        assert_eq!(().into_outcome(), Outcome::Accept);
        assert_eq!(Ack::release().into_outcome(), Outcome::Release);
        assert_eq!(Ok::<(), String>(()).into_outcome(), Outcome::Accept);
        assert_eq!(Ok::<_, anyhow::Error>(Ack::release()).into_outcome(), Outcome::Release);
        assert_eq!(Err::<(), _>("full").into_outcome(), Outcome::Retry { cause: "full".into() });
        assert_eq!(Err::<Ack, _>(Fatal::new("odd")).into_outcome(), Outcome::Fatal { cause: "odd".into() });
    }
}
