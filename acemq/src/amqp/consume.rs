//! A subscription: a channel, its window, its consumer, opened as one unit, and the stream of what it brings.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use bytes::Bytes;
use futures_core::Stream;
use lapin::{
    message::Delivery as Arrived,
    options::{BasicConsumeOptions, BasicQosOptions},
    types::ShortString,
};

use super::{
    channel::AckChannel,
    consuming::{Consuming, Wider},
    engine::Tasks,
    fault,
    live::{Live, close_channel},
    properties,
    table::{self, MAX_SHORT_TEXT},
};
use crate::{
    broker::{
        Arrival, BrokerError, BrokerErrorKind, Channel, Delivery, Ended, Event, Subscribe, Subscription,
        Unsettled,
    },
    message::Table,
};

/// Opens the channel, sets its window, then subscribes; a window set later would let the whole queue in.
///
/// # Errors
///
/// The broker's refusal, or the loss of the connection.
pub(super) async fn subscribe(
    live: Arc<Live>,
    tasks: Tasks,
    request: Subscribe,
) -> Result<(Subscription, Arc<AckChannel>), BrokerError> {
    let what = format!("subscribe to `{}`", request.queue);
    let queue = ShortString::try_new(request.queue).map_err(|_long| {
        BrokerError::new(BrokerErrorKind::Other, format!("cannot {what}: the name is longer than 255 bytes"))
    })?;
    let arguments = table::write(request.arguments)
        .map_err(|long| BrokerError::new(BrokerErrorKind::Other, format!("cannot {what}: {long}")))?;
    let channel = live.open_channel().await.map_err(|error| fault::refused(&what, &error))?;
    let subscribed = async {
        channel.basic_qos(request.prefetch.max(1), BasicQosOptions { global: false }).await?;
        let tag = consumer_tag(&request.listener, &format!("#{}", live.epoch()));
        let (kept, carried) = (queue.clone(), arguments.clone());
        let consumer = channel.basic_consume(kept, tag, BasicConsumeOptions::default(), carried).await?;
        Ok((consumer, queue, arguments))
    };
    match subscribed.await {
        Ok((consumer, queue, arguments)) => {
            let wide = consumer_tag(&request.listener, &format!("#{}+", live.epoch()));
            let (consuming, wider) = Consuming::new(queue, arguments, (consumer.tag(), wide));
            let channel = AckChannel::new(channel, live, &tasks, Some(consuming), request.ack_batch);
            let channel = Arc::new(channel);
            let events =
                Deliveries { consumer, wider, between: false, channel: Arc::clone(&channel), ended: false };
            let settling: Arc<dyn Channel> = Arc::clone(&channel) as _;
            Ok((Subscription { events: Box::pin(events), channel: settling }, channel))
        }
        Err(error) => {
            if fault::closed_a_channel(&error) {
                live.spend_channel();
            }
            close_channel(&channel).await;
            Err(fault::refused(&what, &error))
        }
    }
}

/// The listener and the epoch, so that the broker's pages show which connection a consumer belongs to.
fn consumer_tag(listener: &str, epoch: &str) -> ShortString {
    let room = listener.floor_char_boundary(MAX_SHORT_TEXT.saturating_sub(epoch.len()));
    ShortString::try_new(format!("{}{epoch}", &listener[..room])).unwrap_or_default()
}

/// The deliveries of one consumer, straight from lapin: no task stands between.
struct Deliveries {
    consumer: lapin::Consumer,
    /// The consumer that takes the first one's place, once that has ended.
    wider: Wider,
    /// The first one has ended, and the second has not begun.
    between: bool,
    channel: Arc<AckChannel>,
    ended: bool,
}

impl Deliveries {
    /// Why lapin's stream ended. It says `None` for a cancel from either side and for a closed channel alike, and an
    /// error for what went wrong.
    fn why(&self, error: Option<&lapin::Error>) -> Ended {
        let live = self.channel.live();
        if self.channel.is_cancelled() && error.is_none() {
            return Ended::Cancelled;
        }
        if !live.is_up() {
            let gone = live.gone().borrow().clone();
            let reason = gone.or_else(|| error.map(fault::words));
            return Ended::ConnectionLost(reason.unwrap_or_else(|| "the connection is gone".to_owned()));
        }
        match error {
            Some(error) => {
                if fault::closed_a_channel(error) {
                    live.spend_channel();
                }
                Ended::ChannelClosed(fault::words(error))
            }
            None if self.channel.lapin().status().connected() => Ended::CancelledByBroker,
            None => Ended::ChannelClosed("the broker closed the channel".to_owned()),
        }
    }

    fn end(&mut self, ended: Ended) -> Poll<Option<Event>> {
        self.ended = true;
        if matches!(ended, Ended::ConnectionLost(_) | Ended::ChannelClosed(_)) {
            self.channel.flusher().end();
        }
        Poll::Ready(Some(Event::Ended(ended)))
    }
}

impl Stream for Deliveries {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        if self.ended {
            return Poll::Ready(None);
        }
        // What lapin still holds of a channel that we closed is back in its queue already.
        if self.channel.is_closed() {
            return self.end(Ended::Cancelled);
        }
        if self.between {
            match self.wider.poll_recv(cx) {
                Poll::Ready(Some(Some(consumer))) => {
                    self.between = false;
                    self.consumer = consumer;
                    self.channel.has_widened();
                }
                Poll::Ready(Some(None) | None) => {
                    let ended = self.why(None);
                    return self.end(ended);
                }
                Poll::Pending => {
                    self.channel.flusher().ran_dry();
                    return Poll::Pending;
                }
            }
        }
        match Pin::new(&mut self.consumer).poll_next(cx) {
            Poll::Ready(Some(Ok(arrived))) => {
                self.channel.flusher().delivered();
                let tag = arrived.delivery_tag;
                let channel: Arc<dyn Channel> = Arc::clone(&self.channel) as _;
                Poll::Ready(Some(Event::Arrival(Arrival {
                    delivery: delivery(arrived),
                    unsettled: Unsettled::new(tag, channel),
                })))
            }
            Poll::Ready(Some(Err(error))) => {
                let ended = self.why(Some(&error));
                self.end(ended)
            }
            Poll::Ready(None) if self.channel.is_widening() => {
                // lapin says it once.
                self.between = true;
                self.poll_next(cx)
            }
            Poll::Ready(None) => {
                let ended = self.why(None);
                self.end(ended)
            }
            Poll::Pending => {
                self.channel.flusher().ran_dry();
                Poll::Pending
            }
        }
    }
}

/// Ours from lapin's: the body and the texts move.
pub(super) fn delivery(arrived: Arrived) -> Delivery {
    Delivery {
        redelivered: arrived.redelivered,
        exchange: String::from(arrived.exchange).into_boxed_str(),
        routing_key: String::from(arrived.routing_key).into_boxed_str(),
        properties: properties::read(&arrived.properties),
        headers: Arc::new(arrived.properties.headers().as_ref().map_or_else(Table::new, table::read)),
        body: Bytes::from(arrived.data),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_consumer_tag_names_listener_and_epoch_and_fits() {
        assert_eq!(consumer_tag("orders::on_order", "#3").as_str(), "orders::on_order#3");
        let long = consumer_tag(&"ü".repeat(200), "#12");
        assert!(long.as_str().len() <= 255 && long.as_str().ends_with("ü#12"));
    }
}
