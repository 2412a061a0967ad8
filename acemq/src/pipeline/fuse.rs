//! The crash fuse: what is done with a message that comes back again and again without an outcome. Pure.
//!
//! A message that kills the process is redelivered for ever, and with it everything that was in hand. The broker counts
//! that for all of them alike, so that the count alone cannot tell the killer from its neighbours: long before the limit
//! a message becomes a suspect, and suspects are handled one at a time, with nothing beside them.

use crate::{broker::Delivery, message::header};

/// What a quorum queue writes on a redelivery.
const DELIVERY_COUNT: &str = "x-delivery-count";

/// The fuse of one listener.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fuse {
    limit: u32,
    counted_by: CountedBy,
}

/// Who counts how often a queue delivers a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountedBy {
    /// The broker, as far as anybody knows.
    Broker,
    /// Nobody: the queue is classic, and a count that a message carries is its publisher's.
    Nobody,
}

/// What a delivery's count makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Suspicion {
    /// It takes the ordinary way.
    None,
    /// It may be what kills the process: it runs alone.
    Suspect,
    /// It came back this often and does not run again.
    Certain(u32),
}

impl Fuse {
    /// One that parks a message when it has come back `limit` times, from 1.
    pub(crate) fn new(limit: u32, counted_by: CountedBy) -> Self {
        Self { limit, counted_by }
    }

    /// How often a message may come back.
    pub(crate) fn limit(self) -> u32 {
        self.limit
    }

    /// Judges a delivery before anything of it is read: a body may kill the process while it is decoded.
    pub(crate) fn judge(self, delivery: &Delivery) -> Suspicion {
        let count = self.redeliveries(delivery);
        if count >= self.limit {
            Suspicion::Certain(count)
        } else if count >= self.suspects_from() {
            Suspicion::Suspect
        } else {
            Suspicion::None
        }
    }

    /// A little less than half the limit. A killer that is none of the suspects yet takes those along that are in hand: it
    /// becomes one itself before any of them has used up what is left.
    fn suspects_from(self) -> u32 {
        (self.limit.saturating_sub(1) / 2).max(1)
    }

    /// How often a message came back without an outcome: what an earlier copy of it carries on, and what the broker counted
    /// since.
    fn redeliveries(self, delivery: &Delivery) -> u32 {
        carried(delivery).saturating_add(self.counted(delivery))
    }

    /// The same, from the side of a copy that is put back because somebody else holds the claim of its message. Where nobody
    /// counts, a redelivery is one: a claim that is held although the message is with the broker is often what a process
    /// left that died.
    pub(crate) fn redeliveries_of_a_claimed(self, delivery: &Delivery) -> u32 {
        carried(delivery).saturating_add(self.counted(delivery).max(u32::from(delivery.redelivered)))
    }

    /// The broker's count. It is believed on a redelivery only, where the broker has written it: on a first delivery it is
    /// the publisher's.
    fn counted(self, delivery: &Delivery) -> u32 {
        match self.counted_by {
            CountedBy::Broker if delivery.redelivered => integer(delivery, DELIVERY_COUNT),
            CountedBy::Broker | CountedBy::Nobody => 0,
        }
    }
}

fn carried(delivery: &Delivery) -> u32 {
    integer(delivery, header::REDELIVERIES)
}

fn integer(delivery: &Delivery, name: &str) -> u32 {
    let written = delivery.headers.get(name).and_then(crate::message::Value::as_integer);
    written.map_or(0, |count| u32::try_from(count.max(0)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bytes::Bytes;

    use super::*;
    use crate::message::{Properties, Table, Value};

    /// A delivery with these two headers; `None` leaves one out.
    fn delivery(redelivered: bool, count: Option<Value>, carried: Option<Value>) -> Delivery {
        let mut headers = Table::new();
        headers.extend(count.map(|count| (DELIVERY_COUNT.into(), count)));
        headers.extend(carried.map(|count| (header::REDELIVERIES.into(), count)));
        Delivery {
            redelivered,
            exchange: "".into(),
            routing_key: "orders".into(),
            properties: Properties::default(),
            headers: Arc::new(headers),
            body: Bytes::new(),
        }
    }

    fn fuse(limit: u32) -> Fuse {
        Fuse::new(limit, CountedBy::Broker)
    }

    fn came_back(count: i64) -> Delivery {
        delivery(true, Some(Value::I64(count)), None)
    }

    #[test]
    fn from_just_below_half_the_limit_on_a_message_is_a_suspect_and_at_the_limit_it_is_parked() {
        use Suspicion::{Certain, None, Suspect};
        let judged = |limit: u32| -> Vec<Suspicion> {
            (0..=i64::from(limit)).map(|count| fuse(limit).judge(&came_back(count))).collect()
        };
        assert_eq!(
            judged(10),
            [None, None, None, None, Suspect, Suspect, Suspect, Suspect, Suspect, Suspect, Certain(10)]
        );
        assert_eq!(judged(5), [None, None, Suspect, Suspect, Suspect, Certain(5)]);
        assert_eq!(judged(3), [None, Suspect, Suspect, Certain(3)]);
        assert_eq!(judged(2), [None, Suspect, Certain(2)]);
        assert_eq!(judged(1), [None, Certain(1)]);
        assert_eq!(fuse(10).judge(&came_back(11)), Certain(11));
    }

    #[test]
    fn a_killer_becomes_a_suspect_before_a_suspect_beside_it_reaches_the_limit() {
        for limit in 3..1_000 {
            let from = fuse(limit).suspects_from();
            // A suspect that has just become one loses one round for each round that makes the killer a suspect.
            assert!(from + from < limit, "{limit}");
        }
    }

    #[test]
    fn the_count_of_a_first_delivery_is_the_publisher_s_and_is_ignored() {
        let forged = delivery(false, Some(Value::I64(50)), None);
        assert_eq!(fuse(10).judge(&forged), Suspicion::None);
        assert_eq!(fuse(10).redeliveries(&forged), 0);
    }

    #[test]
    fn a_count_that_is_none_is_zero() {
        for count in [Value::I64(-3), Value::from("many"), Value::Bool(true), Value::Void] {
            let redelivered = delivery(true, Some(count.clone()), Some(count.clone()));
            assert_eq!(fuse(10).redeliveries(&redelivered), 0, "{count:?}");
        }
        assert_eq!(fuse(10).redeliveries(&came_back(i64::MAX)), u32::MAX);
        assert_eq!(fuse(10).redeliveries(&delivery(true, None, None)), 0, "a classic queue does not count");
    }

    #[test]
    fn what_a_copy_carries_on_is_added_to_what_the_broker_counted_since() {
        let both = |redelivered| delivery(redelivered, Some(Value::I64(3)), Some(Value::I32(4)));
        assert_eq!((fuse(10).redeliveries(&both(true)), fuse(10).redeliveries(&both(false))), (7, 4));
    }

    #[test]
    fn a_claimed_message_counts_a_redelivery_where_the_broker_does_not() {
        let counts = |delivery: &Delivery| fuse(10).redeliveries_of_a_claimed(delivery);
        assert_eq!(counts(&delivery(false, None, None)), 0);
        assert_eq!(counts(&delivery(true, None, None)), 1);
        assert_eq!(counts(&delivery(true, None, Some(Value::I32(4)))), 5);
        assert_eq!(counts(&delivery(false, None, Some(Value::I32(4)))), 4);
        assert_eq!(counts(&came_back(3)), 3);
    }

    #[test]
    fn on_a_classic_queue_every_count_is_the_publisher_s() {
        let classic = Fuse::new(10, CountedBy::Nobody);
        assert_eq!(classic.judge(&came_back(50)), Suspicion::None);
        assert_eq!(classic.redeliveries_of_a_claimed(&came_back(50)), 1);
    }
}
