//! Second step: with a store, the right to handle a message is claimed before the handler runs (wire contract §6).

use acemq_core::key_source::KeySource;
use uuid::Uuid;

use super::{
    context::{Claims, Context},
    decide::Ending,
};
use crate::{
    idempotency::{Claim, claim_key},
    message::{Envelope, Headers, Outcome},
};

/// A claim that is ours until its lease ends.
#[derive(Debug)]
pub(super) struct Held<'a> {
    claims: &'a Claims,
    key: String,
    /// Unknown to anybody else, so that a redelivery inside this process is not taken for the first holder.
    owner: String,
}

/// The key that a message is claimed by, where it is not the id: a header's, if the listener names one, else what the
/// attribute's function made of the payload. Empty where there should be one and is none.
pub(super) fn chosen_key(
    context: &Context,
    headers: &Headers,
    by_function: Option<String>,
) -> Option<String> {
    match context.claims.as_ref()?.key.as_ref() {
        None => by_function,
        Some(KeySource::Id) => None,
        Some(KeySource::Header(name)) => {
            let text = headers.text(name).map(str::to_owned);
            Some(text.or_else(|| headers.integer(name).map(|number| number.to_string())).unwrap_or_default())
        }
    }
}

/// Claims the message by its id, or by the key that [`chosen_key`] found. `Ok(None)` when there is no store or nothing to
/// tell the message by; an ending when the handler must not run.
pub(super) async fn claim<'a>(
    context: &'a Context,
    envelope: &Envelope,
    chosen: Option<&str>,
) -> Result<Option<Held<'a>>, Ending> {
    let Some(claims) = &context.claims else { return Ok(None) };
    let id = match chosen {
        Some(key) => Some(key).filter(|key| !key.is_empty()),
        None => Some(envelope.id.as_str()).filter(|_| envelope.id_is_given),
    };
    let Some(id) = id else {
        context.metrics.without_id();
        if claims.first_without_id() {
            let what = match (&claims.key, chosen) {
                (Some(KeySource::Header(name)), _) => {
                    format!("a text or a whole number in the header `{name}`")
                }
                (_, None) => "an id".to_owned(),
                (Some(KeySource::Id) | None, Some(_)) => {
                    "a key: the function of `idempotency_key` answered nothing".to_owned()
                }
            };
            tracing::warn!(
                listener = %context.id,
                "a message came without {what}; the store cannot tell it from its duplicates, it runs unclaimed"
            );
        }
        return Ok(None);
    };
    let key = claim_key(claims.scope, &context.queue, id);
    let owner = Uuid::new_v4().to_string();
    match claims.store.claim(&key, &owner, claims.lease).await {
        Ok(Claim::Fresh) => Ok(Some(Held { claims, key, owner })),
        Ok(Claim::Duplicate) => {
            tracing::debug!(listener = %context.id, message_id = %envelope.id, "handled before: acked without a call");
            Err(Ending::Duplicate)
        }
        Ok(Claim::InProgress) => Err(Ending::InProgress),
        // The attempt failed, and the ladder decides: dropping the message or running it unclaimed would both be wrong.
        Err(error) => Err(Ending::Said(Outcome::Retry { cause: format!("idempotency store: {error}") })),
    }
}

impl Held<'_> {
    /// Ends the claim by the outcome: confirmed when the message is accepted, released on any other ending.
    ///
    /// This precedes the settlement: should the process die in between, a confirmed claim turns the redelivery into a
    /// duplicate and a released one lets it run.
    pub(super) async fn end(self, context: &Context, outcome: &Outcome) {
        let Self { claims, key, owner } = self;
        let ended = match outcome {
            Outcome::Accept => claims.store.confirm(&key, &owner).await,
            Outcome::Retry { .. }
            | Outcome::RetryAfter { .. }
            | Outcome::DeadLetter { .. }
            | Outcome::Fatal { .. }
            | Outcome::Park { .. }
            | Outcome::Release => claims.store.release(&key, &owner).await,
        };
        if let Err(error) = ended {
            // An accepted message stays accepted: its work is done. A claim that could not be released ends with its lease.
            tracing::warn!(listener = %context.id, key, %error, "the idempotency store did not take the end of a claim");
        }
    }
}
