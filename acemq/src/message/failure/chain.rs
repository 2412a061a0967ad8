//! From an error of any kind to what the handler said: the chain of sources is walked once, outermost first.

use std::{error::Error, io, iter};

use super::{ErrorProbe, FailureKind, marker::Marker};
use crate::message::Outcome;

/// How many links of a chain are read: an error that names itself as its source must not hang the listener.
const LONGEST_CHAIN: usize = 64;

/// What an error said, and how far in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spoken {
    /// The number of the link, from 0 for the outermost.
    pub(super) depth: usize,
    pub(super) kind: FailureKind,
}

/// What a handler said by returning this error: what the outermost link that speaks asks for; without one, a retry.
///
/// A context is no link, so whoever can see contexts says what the outermost of them asks for.
pub(super) fn outcome_of(
    error: &(dyn Error + 'static),
    probes: &[ErrorProbe],
    context: Option<Spoken>,
) -> Outcome {
    let cause = cause_text(error);
    let outermost = context.into_iter().chain(link_of(error, probes)).min_by_key(|spoken| spoken.depth);
    match outermost.map(|spoken| spoken.kind) {
        Some(FailureKind::Fatal) => Outcome::Fatal { cause },
        Some(FailureKind::RetryAfter(wait)) => Outcome::RetryAfter { wait, cause },
        Some(FailureKind::Park) => Outcome::Park { cause },
        Some(FailureKind::Retryable) | None => Outcome::Retry { cause },
    }
}

/// The outermost link that speaks.
fn link_of(error: &(dyn Error + 'static), probes: &[ErrorProbe]) -> Option<Spoken> {
    chain(error).enumerate().find_map(|(depth, link)| {
        let kind = carried(link).find_map(|link| said_by(link, probes))?;
        Some(Spoken { depth, kind })
    })
}

fn said_by(link: &(dyn Error + 'static), probes: &[ErrorProbe]) -> Option<FailureKind> {
    if let Some(marker) = link.downcast_ref::<Marker>() {
        return Some(marker.kind);
    }
    probes.iter().find_map(|probe| probe.ask(link))
}

/// A link, and what it carries without naming it as its source: `io::Error::other(E)` shows as `E` and goes on with
/// the source of `E`, so that `E` itself is no link.
fn carried<'a>(link: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(link), |link: &&'a (dyn Error + 'static)| {
        let inner = link.downcast_ref::<io::Error>()?.get_ref()?;
        Some(inner as &(dyn Error + 'static))
    })
    .take(LONGEST_CHAIN)
}

/// The texts of the chain joined with `: `, without the marks.
///
/// Many errors print their source as part of themselves; a text with which the line ends already is not said again.
fn cause_text(error: &(dyn Error + 'static)) -> String {
    let mut line = String::new();
    for link in chain(error).filter(|link| !link.is::<Marker>()) {
        let text = link.to_string();
        if text.is_empty() || line.ends_with(&text) {
            continue;
        }
        if !line.is_empty() {
            line.push_str(": ");
        }
        line.push_str(&text);
    }
    line
}

/// The links, outermost first.
pub(super) fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |link: &&'a (dyn Error + 'static)| (*link).source()).take(LONGEST_CHAIN)
}

#[cfg(test)]
mod derived_tests;
#[cfg(test)]
mod tests;
