//! What each argument reads, from deliveries made by hand.

use std::{sync::Arc, time::SystemTime};

use bytes::Bytes;

use super::{CancelSlot, DecodeError, Delivery, FromDelivery, Incoming, Resources};
use crate::{
    broker,
    codec::Reading,
    message::{Envelope, Properties, Table, Value},
};

/// An argument of a delivery to the queue `orders.new` through `orders` on `order.placed`.
fn argument<T: FromDelivery>(change: impl FnOnce(&mut broker::Delivery)) -> Result<T, DecodeError> {
    let mut delivery = broker::Delivery {
        redelivered: false,
        exchange: "orders".into(),
        routing_key: "order.placed".into(),
        properties: Properties::default(),
        headers: Arc::default(),
        body: "not json".into(),
    };
    change(&mut delivery);
    let envelope = Envelope::read(
        &delivery.headers,
        &delivery.properties,
        &delivery.routing_key,
        SystemTime::UNIX_EPOCH,
    );
    T::from_delivery(&Incoming {
        delivery: &delivery,
        envelope: &Arc::new(envelope),
        queue: &Arc::from("orders.new"),
        reading: &Reading::default(),
        resources: &Resources::default(),
        cancel: &CancelSlot::default(),
    })
}

/// A copy in the listener's own queue with these headers.
fn copy(headers: &[(&str, Value)]) -> Delivery {
    let headers: Table = headers.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    argument(|delivery| {
        delivery.exchange = "".into();
        delivery.routing_key = "orders.new".into();
        delivery.headers = Arc::new(headers);
    })
    .expect("every delivery has them")
}

fn came_through(delivery: &Delivery) -> (&str, &str) {
    (delivery.exchange(), delivery.routing_key())
}

#[test]
fn a_first_arrival_came_through_what_the_broker_says() {
    let first: Delivery = argument(|_| {}).expect("every delivery has them");
    assert_eq!((first.queue(), came_through(&first)), ("orders.new", ("orders", "order.placed")));
    assert!(!first.redelivered());
    let again: Delivery = argument(|delivery| delivery.redelivered = true).expect("every delivery has them");
    assert!(again.redelivered());
}

#[test]
fn a_copy_came_through_what_its_first_arrival_did() {
    let headers = [("acemq-first-exchange", "orders".into()), ("acemq-first-routing-key", "placed".into())];
    assert_eq!(came_through(&copy(&headers)), ("orders", "placed"));
}

#[test]
fn of_the_two_headers_one_alone_says_that_the_other_was_empty() {
    assert_eq!(came_through(&copy(&[("acemq-first-routing-key", "orders".into())])), ("", "orders"));
    assert_eq!(came_through(&copy(&[("acemq-first-exchange", "events".into())])), ("events", ""));
}

#[test]
fn a_header_that_is_no_text_says_nothing() {
    assert_eq!(came_through(&copy(&[("acemq-first-exchange", 7.into())])), ("", "orders.new"));
}

#[test]
fn the_body_is_what_arrived_whatever_it_is_and_is_not_copied() {
    let arrived = Bytes::from_static(b"not json");
    let body: Bytes = argument(|delivery| delivery.body = arrived.clone()).expect("every delivery has one");
    assert_eq!((&body, body.as_ptr()), (&arrived, arrived.as_ptr()));
}
