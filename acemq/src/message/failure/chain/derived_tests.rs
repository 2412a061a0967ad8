//! Each way in which a handler's error may carry one that classifies itself.

use std::{error::Error, io, sync::Arc, time::Duration};

use super::*;
use crate::{
    AceError,
    message::{BoxError, Failure, Fatal, Park, Retryable},
};

const WAIT: Duration = Duration::from_secs(7);

#[derive(Debug, thiserror::Error, AceError)]
enum Bank {
    #[error("no account")]
    #[ace(fatal)]
    NoAccount,
    #[error("odd")]
    #[ace(park)]
    Odd,
    #[error("busy")]
    #[ace(retryable)]
    Busy,
    #[error("closed")]
    #[ace(retry_after = "30s")]
    Closed,
    #[error("limited")]
    #[ace(retry_after = wait)]
    Limited { wait: Duration },
    #[error("told {0}")]
    #[ace(retry_after = 1)]
    Told(u8, Duration),
    #[error("silent")]
    Silent,
    #[error("unreachable")]
    Unreachable(#[source] BoxError),
    #[error("parked")]
    #[ace(park)]
    Parked(#[source] Fatal),
    #[error("marked")]
    Marked(#[from] Fatal),
}

#[derive(Debug, thiserror::Error, AceError)]
enum Shop {
    #[error("the bank")]
    From(#[from] Bank),
    #[error("the bank in a box")]
    Boxed(#[source] Box<Bank>),
    #[error("the bank, shared")]
    Shared(#[source] Arc<Bank>),
    #[error("the shop gives up")]
    #[ace(fatal)]
    Closing(#[source] Bank),
    #[error(transparent)]
    #[ace(transparent)]
    Asked(Bank),
    #[error(transparent)]
    #[ace(transparent)]
    AskedInABox(Box<Bank>),
    #[error(transparent)]
    #[ace(transparent)]
    AskedAMark(Park),
    #[error(transparent)]
    Hidden(Box<Bank>),
}

#[derive(Debug, thiserror::Error, AceError)]
#[error("the ledger is locked")]
#[ace(retry_after = until)]
struct Locked {
    until: Duration,
}

fn said<E: Into<BoxError> + 'static>(error: E) -> Option<FailureKind> {
    let probes = [ErrorProbe::of::<Bank>(), ErrorProbe::of::<Shop>(), ErrorProbe::of::<Locked>()];
    match Failure::new(error).outcome(&probes) {
        Outcome::Fatal { .. } => Some(FailureKind::Fatal),
        Outcome::Park { .. } => Some(FailureKind::Park),
        Outcome::RetryAfter { wait, .. } => Some(FailureKind::RetryAfter(wait)),
        Outcome::Retry { .. } => None,
        Outcome::Accept | Outcome::DeadLetter { .. } | Outcome::Release => panic!("no error says that"),
    }
}

#[test]
fn each_mark_says_its_own_thing() {
    for (error, kind) in [
        (Bank::NoAccount, Some(FailureKind::Fatal)),
        (Bank::Odd, Some(FailureKind::Park)),
        (Bank::Busy, Some(FailureKind::Retryable)),
        (Bank::Closed, Some(FailureKind::RetryAfter(Duration::from_secs(30)))),
        (Bank::Limited { wait: WAIT }, Some(FailureKind::RetryAfter(WAIT))),
        (Bank::Told(3, WAIT), Some(FailureKind::RetryAfter(WAIT))),
        (Bank::Silent, None),
    ] {
        assert_eq!(error.failure_kind(), kind, "{error}");
    }
    assert_eq!(Locked { until: WAIT }.failure_kind(), Some(FailureKind::RetryAfter(WAIT)));
    assert_eq!(Shop::Asked(Bank::Odd).failure_kind(), Some(FailureKind::Park));
    assert_eq!(Shop::Asked(Bank::Silent).failure_kind(), None);
}

#[test]
fn a_derived_error_is_found_however_it_is_wrapped() {
    let park = Some(FailureKind::Park);
    let boxed: BoxError = Box::new(Bank::Odd);
    for (way, found) in [
        ("bare", said(Bank::Odd)),
        ("boxed", said(boxed)),
        ("in a box of its type", said(Box::new(Bank::Odd))),
        ("shared", said(Arc::new(Bank::Odd))),
        ("#[from]", said(Shop::from(Bank::Odd))),
        ("#[source] in a box", said(Shop::Boxed(Box::new(Bank::Odd)))),
        ("#[source] shared", said(Shop::Shared(Arc::new(Bank::Odd)))),
        ("transparent twice", said(Shop::Asked(Bank::Odd))),
        ("transparent twice, in a box", said(Shop::AskedInABox(Box::new(Bank::Odd)))),
        ("a mark, asked", said(Shop::AskedAMark(Park::new("odd")))),
        ("io::Error", said(io::Error::other(Bank::Odd))),
        ("io::Error twice", said(io::Error::other(io::Error::other(Bank::Odd)))),
        ("io::Error below another", said(Bank::Unreachable(io::Error::other(Bank::Odd).into()))),
        ("one below the other", said(Bank::Unreachable(Shop::from(Bank::Odd).into()))),
    ] {
        assert_eq!(found, park, "{way}");
    }
    assert_eq!(said(Locked { until: WAIT }), Some(FailureKind::RetryAfter(WAIT)));
}

#[test]
fn the_outermost_that_speaks_wins() {
    assert_eq!(said(Fatal::new(Bank::Odd)), Some(FailureKind::Fatal), "a mark around it");
    assert_eq!(said(Bank::Parked(Fatal::new("no"))), Some(FailureKind::Park), "it around a mark");
    assert_eq!(said(Shop::Closing(Bank::Odd)), Some(FailureKind::Fatal), "one around the other");
    assert_eq!(said(Retryable::new(Shop::from(Bank::Odd))), None);
    let inside = Bank::Unreachable(io::Error::other(Bank::Parked(Fatal::new("no"))).into());
    assert_eq!(said(inside), Some(FailureKind::Park), "in an io::Error, before what caused it");
}

#[test]
fn one_that_is_silent_lets_what_caused_it_speak() {
    assert_eq!(said(Bank::Marked(Fatal::new("no"))), Some(FailureKind::Fatal));
    assert_eq!(said(Bank::Unreachable(Bank::NoAccount.into())), Some(FailureKind::Fatal));
    assert_eq!(said(Shop::Asked(Bank::Marked(Fatal::new("no")))), Some(FailureKind::Fatal));
    assert_eq!(said(Bank::Silent), None);
}

#[test]
fn an_error_that_takes_anothers_place_hides_it() {
    assert_eq!(said(Shop::Hidden(Box::new(Bank::Odd))), None);
}

#[test]
fn the_cause_is_the_whole_chain_and_no_mark() {
    let error = Bank::Unreachable(Shop::Closing(Bank::Odd).into());
    let outcome = Failure::new(error).outcome(&[ErrorProbe::of::<Shop>()]);
    assert_eq!(outcome, Outcome::Fatal { cause: "unreachable: the shop gives up: odd".into() });
    let error = Bank::Parked(Fatal::new("no"));
    assert_eq!(
        Failure::new(error).outcome(&[ErrorProbe::of::<Bank>()]),
        Outcome::Park { cause: "parked: no".into() }
    );
}

#[test]
fn a_type_that_nobody_knows_is_an_error_like_any_other() {
    let error: Box<dyn Error + Send + Sync> = Box::new(Bank::NoAccount);
    assert_eq!(outcome_of(error.as_ref(), &[], None), Outcome::Retry { cause: "no account".into() });
}
