//! Each way in which a handler's error may carry one of ours.

use std::{fmt, time::Duration};

use anyhow::Context as _;

use super::*;
use crate::message::{BoxError, Failure, Fatal, Park, ResultExt as _, RetryAfter, Retryable};

const WAIT: Duration = Duration::from_secs(7);

#[derive(Debug, thiserror::Error)]
enum Wrapped {
    #[error("the payment was refused")]
    From(#[from] Fatal),
    #[error(transparent)]
    Transparent(Fatal),
    #[error("cannot reach the bank: {0}")]
    Shown(#[source] io::Error),
}

/// Names itself as its source.
#[derive(Debug)]
struct Endless;

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("again")
    }
}

impl Error for Endless {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self)
    }
}

fn said(error: impl Into<BoxError> + 'static) -> Outcome {
    Failure::new(error).outcome(&[])
}

fn negative() -> Fatal {
    Fatal::new("negative")
}

fn fatal(cause: &str) -> Outcome {
    Outcome::Fatal { cause: cause.into() }
}

fn retry(cause: &str) -> Outcome {
    Outcome::Retry { cause: cause.into() }
}

#[test]
fn fatal_is_found_however_it_is_wrapped() {
    let boxed: BoxError = Box::new(negative());
    for (outcome, cause) in [
        (said(negative()), "negative"),
        (said(boxed), "negative"),
        (said(Wrapped::from(negative())), "the payment was refused: negative"),
        (said(Wrapped::Transparent(negative())), "negative"),
        (said(anyhow::Error::from(negative())), "negative"),
        (said(anyhow::Error::from(negative()).context("while paying")), "while paying: negative"),
        (
            said(anyhow::Error::from(Wrapped::Transparent(negative())).context("a").context("b")),
            "b: a: negative",
        ),
        (said(io::Error::other(negative())), "negative"),
        (said(anyhow::Error::from(Wrapped::from(negative()))), "the payment was refused: negative"),
    ] {
        assert_eq!(outcome, fatal(cause));
    }
}

#[test]
fn each_kind_says_its_own_thing() {
    assert_eq!(said(Retryable::new("busy")), retry("busy"));
    assert_eq!(said(RetryAfter::new(WAIT, "busy")), Outcome::RetryAfter { wait: WAIT, cause: "busy".into() });
    assert_eq!(said(Park::new("odd")), Outcome::Park { cause: "odd".into() });
}

#[test]
fn the_outermost_kind_wins() {
    assert_eq!(said(Park::new(negative())), Outcome::Park { cause: "negative".into() });
    assert_eq!(said(Fatal::new(Park::new("odd"))), fatal("odd"));
    let context = anyhow::Error::from(negative()).context("at the bank");
    assert_eq!(said(Retryable::new(context)), retry("at the bank: negative"));
}

#[test]
fn an_error_that_is_not_marked_is_a_retry_with_its_whole_chain() {
    assert_eq!(said("sold out"), retry("sold out"));
    assert_eq!(said(String::from("sold out")), retry("sold out"));
    assert_eq!(said(anyhow::anyhow!("sold out")), retry("sold out"));
    let layered = Err::<(), _>(io::Error::other("no route")).context("connecting").context("paying");
    assert_eq!(said(layered.expect_err("an error")), retry("paying: connecting: no route"));
}

#[test]
fn a_text_that_the_parent_shows_at_its_end_is_not_repeated() {
    let shown = Wrapped::Shown(io::Error::other("no route"));
    assert_eq!(said(shown), retry("cannot reach the bank: no route"));
    let fatal_of_shown = Fatal::new(Wrapped::Shown(io::Error::other("no route")));
    assert_eq!(said(fatal_of_shown), fatal("cannot reach the bank: no route"));
}

#[test]
fn a_result_is_marked_in_passing_and_keeps_its_sources() {
    let failed = || Err::<(), _>(Wrapped::Shown(io::Error::other("no route")));
    let cause = || "cannot reach the bank: no route".to_owned();
    assert_eq!(said(failed().fatal().expect_err("an error")), Outcome::Fatal { cause: cause() });
    assert_eq!(said(failed().retryable().expect_err("an error")), Outcome::Retry { cause: cause() });
    assert_eq!(said(failed().park().expect_err("an error")), Outcome::Park { cause: cause() });
    assert_eq!(
        said(failed().retry_after(WAIT).expect_err("an error")),
        Outcome::RetryAfter { wait: WAIT, cause: cause() }
    );
    assert_eq!(said(Err::<(), _>("text").fatal().expect_err("an error")), fatal("text"));
}

#[test]
fn a_chain_without_end_is_read_to_a_bound() {
    assert_eq!(said(Endless), retry("again"));
}
