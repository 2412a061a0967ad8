//! The settlements of one channel on their way to the socket, at most 16 frames at a time.
//!
//! Everything here happens under the channel's lock: the order of the frames is the order of the decisions.

use std::{
    collections::VecDeque,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use lapin::{
    Channel,
    options::{BasicAckOptions, BasicNackOptions, BasicRejectOptions},
};

use super::settlements::{Frame, How, Settlements};

/// How many frames may be on their way to the socket.
const FRAMES_IN_FLIGHT: usize = 16;

/// What is settled, sent and written of one channel.
pub(super) struct Outbox {
    set: Settlements,
    /// Frames on their way, oldest first; the socket takes them in this order.
    frames: VecDeque<OnItsWay>,
    settled: u64,
    written: u64,
}

/// Resolves when lapin has written a frame to the socket. An error means that the channel is gone.
type Written = Pin<Box<dyn Future<Output = lapin::Result<()>> + Send>>;

struct OnItsWay {
    written: Written,
    settles: u64,
}

impl Outbox {
    /// Nothing settled.
    pub(super) fn new() -> Self {
        Self { set: Settlements::new(), frames: VecDeque::new(), settled: 0, written: 0 }
    }

    /// Takes a settlement in; `false` when that delivery was settled before.
    pub(super) fn settle(&mut self, tag: u64, how: How) -> bool {
        let new = self.set.settle(tag, how);
        self.settled += u64::from(new);
        new
    }

    /// How many settlements were taken in.
    pub(super) fn settled(&self) -> u64 {
        self.settled
    }

    /// How many of them are written.
    pub(super) fn written(&self) -> u64 {
        self.written
    }

    /// How many wait to be sent.
    pub(super) fn unsent(&self) -> usize {
        self.set.unsent()
    }

    /// Sends what waits, as far as there is room for it. What stays `unsent` found none.
    ///
    /// # Errors
    ///
    /// The channel is gone.
    pub(super) fn send(&mut self, channel: &Arc<Channel>, waker: &Waker) -> lapin::Result<()> {
        self.reap(waker)?;
        for frame in self.set.take(FRAMES_IN_FLIGHT.saturating_sub(self.frames.len())) {
            let settles = frame.settles();
            let mut written = write(Arc::clone(channel), frame);
            // The first look hands the frame to lapin.
            match written.as_mut().poll(&mut Context::from_waker(waker)) {
                // Only when all before it are written, too: the count is one of a prefix.
                Poll::Ready(ended) if self.frames.is_empty() => {
                    ended?;
                    self.written += settles;
                }
                Poll::Ready(ended) => {
                    self.frames.push_back(OnItsWay { written: Box::pin(std::future::ready(ended)), settles });
                }
                Poll::Pending => self.frames.push_back(OnItsWay { written, settles }),
            }
        }
        Ok(())
    }

    /// Looks which frames have been written.
    fn reap(&mut self, waker: &Waker) -> lapin::Result<()> {
        while let Some(frame) = self.frames.front_mut() {
            let Poll::Ready(ended) = frame.written.as_mut().poll(&mut Context::from_waker(waker)) else {
                break;
            };
            ended?;
            self.written += frame.settles;
            self.frames.pop_front();
        }
        Ok(())
    }

    /// Forgets the frames of a channel that is gone.
    pub(super) fn forget(&mut self) {
        self.frames.clear();
    }
}

fn write(channel: Arc<Channel>, frame: Frame) -> Written {
    Box::pin(async move {
        match frame {
            Frame::Ack { tag, multiple, .. } => channel.basic_ack(tag, BasicAckOptions { multiple }).await,
            Frame::Requeue { tag } => {
                channel.basic_nack(tag, BasicNackOptions { multiple: false, requeue: true }).await
            }
            Frame::Reject { tag } => channel.basic_reject(tag, BasicRejectOptions { requeue: false }).await,
        }
    })
}
