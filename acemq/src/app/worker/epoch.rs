//! One subscription at work, until its link is lost or a drain is ordered.

use futures_util::StreamExt as _;
use tokio::{sync::watch, time::Instant};

use super::{Order, desk::Desk, drain_ordered, window::Window};
use crate::{
    broker::{self, Event, Subscription},
    pipeline::Suspicion,
};

/// Why an epoch ended.
#[derive(Debug)]
pub(super) enum Ended {
    /// A drain is ordered, to end by this moment.
    Drain(Instant),
    /// The subscription is gone.
    Lost(Lost),
}

/// Why a subscription is gone, for the log.
#[derive(Debug)]
pub(super) struct Lost(pub(super) String);

/// Works until the subscription ends or a drain is ordered.
pub(super) async fn run(
    desk: &mut Desk,
    subscription: &mut Subscription,
    orders: &mut watch::Receiver<Order>,
) -> Ended {
    let mut window = Window::of(desk.limits);
    // Stops on an order or on the end of the deliveries. What frees a slot is taken before what fills one.
    loop {
        let due = desk.next_due();
        tokio::select! {
            biased;
            deadline = drain_ordered(orders) => {
                if let Some(head) = window.at_rest(deadline).await {
                    desk.arrive(head);
                }
                return Ended::Drain(deadline);
            }
            worked = desk.running.next() => desk.ended(worked),
            ended = desk.moves.next() => desk.carried(ended),
            () = at(due) => desk.due(),
            () = desk.gate.next() => desk.start_handlers(),
            widened = window.widened() => match widened {
                Ok(head) => desk.arrive(head),
                Err(error) => return Ended::Lost(Lost(error.to_string())),
            },
            event = subscription.events.next(), if !window.is_widening() => match event {
                Some(Event::Arrival(arrival)) => {
                    if window.is_narrow() && desk.context.suspicion(&arrival.delivery) == Suspicion::None {
                        window.widen(&subscription.channel, desk.limits, arrival);
                    } else {
                        desk.arrive(arrival);
                    }
                }
                Some(Event::Ended(reason)) => return Ended::Lost(Lost(describe(&reason))),
                None => return Ended::Lost(Lost("the deliveries ended".to_owned())),
            },
        }
    }
}

/// Resolves at that moment; never without one.
pub(super) async fn at(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

fn describe(reason: &broker::Ended) -> String {
    match reason {
        broker::Ended::Cancelled => "the subscription was cancelled".to_owned(),
        broker::Ended::CancelledByBroker => {
            "the broker cancelled the subscription: its queue was deleted or moved".to_owned()
        }
        broker::Ended::ChannelClosed(text) => format!("the broker closed the channel: {text}"),
        broker::Ended::ConnectionLost(text) => format!("the connection was lost: {text}"),
    }
}
