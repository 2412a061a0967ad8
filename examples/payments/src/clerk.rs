//! Reads what was given up and what was parked, as a person's tool would. Reading takes the messages out of their queues,
//! so that the next run finds them empty.

use acemq::prelude::*;
use tokio::sync::mpsc::UnboundedSender;

use crate::journal::{Event, Place};

// Neither takes the payload: a body that could not be decoded once cannot be decoded here.

#[ace_listener(queue = "payments.new.dlq")]
async fn on_dead_letter(envelope: Envelope, events: State<UnboundedSender<Event>>) -> anyhow::Result<()> {
    Ok(events.send(found(Place::DeadLetter, envelope))?)
}

#[ace_listener(queue = "payments.new.parked")]
async fn on_parked(envelope: Envelope, events: State<UnboundedSender<Event>>) -> anyhow::Result<()> {
    Ok(events.send(found(Place::Parked, envelope))?)
}

fn found(place: Place, envelope: Envelope) -> Event {
    let reason = envelope.error.unwrap_or_else(|| "no reason given".to_owned());
    Event::SetAside { message: envelope.id, place, attempt: envelope.attempt, reason }
}
