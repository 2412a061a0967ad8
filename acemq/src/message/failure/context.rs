//! What stands as a context in an `anyhow::Error`, and how far out.
//!
//! A context is no link of the chain: the link is a type of `anyhow`'s that holds it. `anyhow` itself finds it by its type
//! and gives its address; the link whose memory has that address tells its place in the order.

use std::{any::Any, error::Error, ptr};

use super::{
    AceError, BoxError, ErrorProbe, Fatal, Park, RetryAfter, Retryable,
    chain::{Spoken, chain},
};

/// The four errors are found as links by their mark; as a context they have none.
const OURS: [ErrorProbe; 4] = [
    ErrorProbe::of::<Fatal>(),
    ErrorProbe::of::<Retryable>(),
    ErrorProbe::of::<RetryAfter>(),
    ErrorProbe::of::<Park>(),
];

/// The `anyhow::Error` that this is, or what else it is.
pub(super) fn unboxed<E: Into<BoxError> + 'static>(error: E) -> Result<anyhow::Error, BoxError> {
    let mut slot = Some(error);
    let any: &mut dyn Any = &mut slot;
    if let Some(error) = any.downcast_mut::<Option<anyhow::Error>>().and_then(Option::take) {
        return Ok(error);
    }
    // Nobody took it: the text is never seen.
    Err(slot.map_or_else(|| BoxError::from("an error"), Into::into))
}

/// The outermost context that speaks.
pub(super) fn outermost(error: &anyhow::Error, probes: &[ErrorProbe]) -> Option<Spoken> {
    OURS.iter().chain(probes).filter_map(|probe| probe.context(error)).min_by_key(|spoken| spoken.depth)
}

/// What the context of this type says. Of several of one type only the outermost can be seen.
pub(super) fn said_by_context<E: AceError>(error: &anyhow::Error) -> Option<Spoken> {
    let context = error.downcast_ref::<E>()?;
    let depth = depth_of(context, error.as_ref())?;
    Some(Spoken { depth, kind: context.failure_kind()? })
}

/// The number of the link that holds the context; `None` when it is a link itself, which the walk sees by itself.
fn depth_of<E: Error + 'static>(context: &E, error: &(dyn Error + 'static)) -> Option<usize> {
    let is_context = |link: &E| ptr::eq(link, context);
    if chain(error).any(|link| link.downcast_ref::<E>().is_some_and(is_context)) {
        return None;
    }
    // A link that is stored inside another lies in the memory of both, and a context inside of the first of them.
    chain(error).position(|link| holds(link, context))
}

/// Whether a value lies in the memory of a link. Addresses are compared, and nothing is read through them.
fn holds<E>(link: &(dyn Error + 'static), value: &E) -> bool {
    let start = ptr::from_ref(link).addr();
    let inside = ptr::from_ref(value).addr();
    start <= inside && inside + size_of::<E>() <= start + size_of_val(link)
}

#[cfg(test)]
mod tests;
