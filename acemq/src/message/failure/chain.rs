//! From an error of any kind to what the handler said: the chain of sources is walked once, outermost first.

use std::{error::Error, iter};

use super::{
    BoxError,
    marker::{Kind, Marker},
};
use crate::message::Outcome;

/// How many links of a chain are read: an error that names itself as its source must not hang the listener.
const LONGEST_CHAIN: usize = 64;

/// What a handler said by returning this error: what the outermost mark asks for; without one, a retry.
pub(crate) fn outcome_of(error: &BoxError) -> Outcome {
    let cause = cause_text(error.as_ref());
    match kind_of(error.as_ref()) {
        Some(Kind::Fatal) => Outcome::Fatal { cause },
        Some(Kind::RetryAfter(wait)) => Outcome::RetryAfter { wait, cause },
        Some(Kind::Park) => Outcome::Park { cause },
        Some(Kind::Retry) | None => Outcome::Retry { cause },
    }
}

/// The outermost mark.
fn kind_of(error: &(dyn Error + 'static)) -> Option<Kind> {
    chain(error).find_map(|link| link.downcast_ref::<Marker>()).map(|marker| marker.kind)
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

fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    iter::successors(Some(error), |link: &&'a (dyn Error + 'static)| (*link).source()).take(LONGEST_CHAIN)
}

#[cfg(test)]
mod tests;
