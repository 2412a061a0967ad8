//! Marks and derived errors as contexts, in the order in which they stand.

use std::{fmt, io, time::Duration};

use anyhow::{Context as _, anyhow};

use super::*;
use crate::{
    AceError,
    message::{Failure, Outcome},
};

#[derive(Debug, thiserror::Error, AceError)]
enum Bank {
    #[error("odd")]
    #[ace(park)]
    Odd,
    #[error("silent")]
    Silent,
    #[error("never")]
    #[ace(fatal)]
    Never,
}

/// Has no size: its address is that of its neighbour.
#[derive(Debug, thiserror::Error, AceError)]
#[error("closed")]
#[ace(retry_after = "7s")]
struct Closed;

/// Holds its source in itself, at its own address.
#[derive(Debug, thiserror::Error)]
#[error("the gateway")]
struct Gateway(#[source] Bank);

/// Speaks, and holds its source in itself.
#[derive(Debug, thiserror::Error, AceError)]
#[error("the counter")]
#[ace(park)]
struct Counter(#[source] Bank);

fn said<E: Into<BoxError> + 'static>(error: E) -> Outcome {
    let probes = [ErrorProbe::of::<Bank>(), ErrorProbe::of::<Closed>(), ErrorProbe::of::<Counter>()];
    Failure::new(error).outcome(&probes)
}

fn park(cause: &str) -> Outcome {
    Outcome::Park { cause: cause.into() }
}

fn fatal(cause: &str) -> Outcome {
    Outcome::Fatal { cause: cause.into() }
}

fn closed(cause: &str) -> Outcome {
    Outcome::RetryAfter { wait: Duration::from_secs(7), cause: cause.into() }
}

fn broken() -> Result<(), io::Error> {
    Err(io::Error::other("no route"))
}

/// What is given up on the way to an answer.
fn with<C: fmt::Display + Send + Sync + 'static>(
    result: Result<(), impl Into<anyhow::Error>>,
    context: C,
) -> anyhow::Result<()> {
    result.map_err(|error| error.into().context(context))
}

fn error(result: anyhow::Result<()>) -> anyhow::Error {
    result.expect_err("an error")
}

#[test]
fn what_anyhow_was_made_from_is_found() {
    assert_eq!(said(anyhow::Error::from(Bank::Odd)), park("odd"));
    assert_eq!(said(anyhow!(Bank::Odd)), park("odd"));
    assert_eq!(said(anyhow::Error::msg(Bank::Odd)), park("odd"));
    assert_eq!(said(anyhow::Error::from(Bank::Odd).context("paying")), park("paying: odd"));
    assert_eq!(said(anyhow::Error::from(io::Error::other(Bank::Odd))), park("odd"));
    assert_eq!(said(anyhow::Error::from(Closed)), closed("closed"));
}

#[test]
fn a_context_is_found_by_its_type() {
    assert_eq!(said(error(broken().context(Fatal::new("never")))), fatal("never: no route"));
    assert_eq!(said(error(broken().context(Park::new("odd")))), park("odd: no route"));
    assert_eq!(said(error(broken().context(Bank::Odd))), park("odd: no route"));
    assert_eq!(said(error(broken().context(Closed))), closed("closed: no route"));
    assert_eq!(said(error(broken().context(Bank::Odd).context("paying"))), park("paying: odd: no route"));
    assert_eq!(said(error(None::<()>.context(Bank::Odd).map(drop))), park("odd"));
    assert_eq!(said(anyhow!("no route").context(Bank::Odd)), park("odd: no route"));
}

#[test]
fn of_contexts_and_links_the_outermost_that_speaks_wins() {
    let wait = Duration::from_secs(3);
    for (result, outcome) in [
        (with(Err(Bank::Odd), Fatal::new("never")), fatal("never: odd")),
        (with(Err(Fatal::new("never")), Bank::Odd), park("odd: never")),
        (with(with(broken(), Bank::Odd), Fatal::new("never")), fatal("never: odd: no route")),
        (with(with(broken(), Fatal::new("never")), Bank::Odd), park("odd: never: no route")),
        (with(with(broken(), Bank::Odd), Closed), closed("closed: odd: no route")),
        (with(with(broken(), Closed), Bank::Odd), park("odd: closed: no route")),
        (with(Err(Bank::Odd), Closed), closed("closed: odd")),
        (with(Err(Closed), Bank::Odd), park("odd: closed")),
        (with(Err(Gateway(Bank::Odd)), Closed), closed("closed: the gateway: odd")),
        (with(Err(Gateway(Bank::Odd)), Bank::Never), fatal("never: the gateway: odd")),
        (with(Err(Bank::Odd), Bank::Silent), park("silent: odd")),
        (with(with(Err(Bank::Never), "a"), "b"), fatal("b: a: never")),
        (
            with(Err(Bank::Odd), Retryable::new("once more")),
            Outcome::Retry { cause: "once more: odd".into() },
        ),
        (
            with(with(Err(Fatal::new("never")), RetryAfter::new(wait, "later")), "text"),
            Outcome::RetryAfter { wait, cause: "text: later: never".into() },
        ),
    ] {
        assert_eq!(said(error(result)), outcome);
    }
}

/// `Result::context` stores the error beside the context, and not behind a pointer as `Error::context` does.
#[test]
fn a_context_beside_its_error_stands_before_it() {
    assert_eq!(said(error(Err::<(), _>(Bank::Odd).context(Closed))), closed("closed: odd"));
    assert_eq!(said(error(Err::<(), _>(Closed).context(Bank::Odd))), park("odd: closed"));
    assert_eq!(said(error(Err::<(), _>(Closed).context(Closed))), closed("closed"));
    assert_eq!(
        said(error(Err::<(), _>(Gateway(Bank::Odd)).context(Closed))),
        closed("closed: the gateway: odd")
    );
    // All three links begin at the address of the context, which has no size.
    assert_eq!(
        said(error(Err::<(), _>(Counter(Bank::Never)).context(Closed))),
        closed("closed: the counter: never")
    );
    assert_eq!(said(error(Err::<(), _>(Gateway(Bank::Odd)).context("a"))), park("a: the gateway: odd"));
    assert_eq!(said(error(Err::<(), _>(Fatal::new("never")).context(Closed))), closed("closed: never"));
    assert_eq!(said(error(Err::<(), _>(Closed).context(Fatal::new("never")))), fatal("never: closed"));
}

#[test]
fn of_two_contexts_of_one_type_the_outer_one_hides_the_inner_one() {
    let inner = with(broken(), Bank::Odd);
    assert_eq!(
        said(error(with(inner, Bank::Silent))),
        Outcome::Retry { cause: "silent: odd: no route".into() }
    );
}

#[test]
fn an_error_that_is_no_anyhow_error_comes_out_as_it_went_in() {
    let other = unboxed(Bank::Odd).expect_err("no anyhow error");
    assert!(other.is::<Bank>());
    assert!(unboxed(anyhow!("text")).is_ok());
    assert_eq!(unboxed("text").expect_err("no anyhow error").to_string(), "text");
}
