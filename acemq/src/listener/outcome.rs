//! What a handler may return.

use super::{Answer, linked_probes};
use crate::message::{Ack, BoxError, Failure, Outcome};

/// A return type of a listener.
///
/// Implemented for `()`, [`Ack`], and for `Result<T, E>` where `T` is a return type itself and `E` becomes a boxed error:
/// a type that implements [`std::error::Error`], `anyhow::Error`, a `String`, a `&'static str`.
///
/// A type of one's own says what it means by one of the others:
///
/// ```
/// use acemq::{Ack, IntoOutcome, Outcome, prelude::*};
///
/// enum Verdict {
///     Done,
///     Odd,
/// }
///
/// impl IntoOutcome for Verdict {
///     fn into_outcome(self) -> Outcome {
///         match self {
///             Verdict::Done => Ack::accept().into_outcome(),
///             Verdict::Odd => Ack::park("an odd amount").into_outcome(),
///         }
///     }
/// }
///
/// #[ace_listener(queue = "payments.new")]
/// async fn on_payment(amount: i64) -> Result<Verdict, Fatal> {
///     if amount < 0 {
///         return Err(Fatal::new("a payment cannot be negative"));
///     }
///     Ok(if amount % 2 == 0 { Verdict::Done } else { Verdict::Odd })
/// }
/// # assert_eq!(Verdict::Odd.into_outcome(), Ack::park("an odd amount").into_outcome());
/// ```
#[diagnostic::on_unimplemented(
    message = "a listener cannot return `{Self}`",
    label = "not an answer about a message",
    note = "a listener returns `()`, `Ack`, `Result<(), E>`, `Result<Ack, E>`, or a type of yours that implements \
            `acemq::IntoOutcome`",
    note = "`E` is any error: `anyhow::Error`, `String`, or a type of yours that implements `std::error::Error`"
)]
pub trait IntoOutcome {
    /// What the handler said. The kind of an error is looked up among all error types that are linked into the program.
    fn into_outcome(self) -> Outcome;

    /// What the handler said, its error unread.
    #[doc(hidden)]
    fn answer(self) -> Answer
    where
        Self: Sized,
    {
        Answer::Said(self.into_outcome())
    }
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
impl<T: IntoOutcome, E: Into<BoxError> + 'static> IntoOutcome for Result<T, E> {
    fn into_outcome(self) -> Outcome {
        match self {
            Ok(value) => value.into_outcome(),
            Err(error) => Failure::new(error).outcome(&linked_probes().collect::<Vec<_>>()),
        }
    }

    fn answer(self) -> Answer {
        match self {
            Ok(value) => value.answer(),
            Err(error) => Answer::Failed(Failure::new(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Fatal;

    struct Odd;

    #[cfg(feature = "inventory")]
    #[derive(Debug, thiserror::Error, crate::AceError)]
    #[error("never")]
    #[ace(fatal)]
    struct Never;

    impl IntoOutcome for Odd {
        fn into_outcome(self) -> Outcome {
            Ack::park("odd").into_outcome()
        }
    }

    #[test]
    fn each_return_type_says_what_it_means() {
        assert_eq!(().into_outcome(), Outcome::Accept);
        assert_eq!(Ack::release().into_outcome(), Outcome::Release);
        assert_eq!(Ok::<(), String>(()).into_outcome(), Outcome::Accept);
        assert_eq!(Ok::<_, anyhow::Error>(Ack::release()).into_outcome(), Outcome::Release);
        assert_eq!(Err::<(), _>("full").into_outcome(), Outcome::Retry { cause: "full".into() });
        assert_eq!(Err::<Ack, _>(Fatal::new("odd")).into_outcome(), Outcome::Fatal { cause: "odd".into() });
    }

    #[test]
    fn a_type_of_ones_own_is_an_answer_alone_and_in_results() {
        let park = Outcome::Park { cause: "odd".into() };
        assert_eq!(Odd.answer().outcome(&[]), park);
        assert_eq!(Ok::<_, String>(Odd).answer().outcome(&[]), park);
        assert_eq!(Ok::<_, Fatal>(Ok::<_, String>(Odd)).into_outcome(), park);
        assert_eq!(Err::<Odd, _>("full").into_outcome(), Outcome::Retry { cause: "full".into() });
        let inner = Ok::<Result<Odd, _>, String>(Err(Fatal::new("never")));
        assert_eq!(inner.into_outcome(), Outcome::Fatal { cause: "never".into() });
    }

    #[cfg(feature = "inventory")]
    #[test]
    fn a_derived_error_that_is_linked_is_known_without_an_application() {
        let fatal = Outcome::Fatal { cause: "never".into() };
        assert_eq!(Err::<(), _>(Never).into_outcome(), fatal);
        assert_eq!(Ok::<_, String>(Err::<Ack, _>(Never)).into_outcome(), fatal);
        assert_eq!(Err::<(), _>(Never).answer().outcome(&[]), Outcome::Retry { cause: "never".into() });
    }
}
