#[allow(clippy::unused_async)]
#[ace_listener(queue = "orders.us", id = "orders-us")]
/// Both regions.
#[tracing::instrument]
pub async fn on_order(order: Order) {}
#[doc(hidden)]
pub const __ACE_LISTENER_ON_ORDER_ID_ORDERS_EU: ::acemq::__private::Registration = ::acemq::__private::Registration::new(
    "orders-eu",
    "orders.eu",
    |__incoming| {
        let __arguments = ::acemq::__private::Arguments::of(__incoming);
        let (__arguments, __0) = ::acemq::__private::Argument::<Order>::NEW
            .take(__arguments)?;
        ::acemq::__private::prepared(
            on_order(__0),
            <() as ::acemq::__private::IntoOutcome>::into_outcome,
        )
    },
    |__requirements| {
        ::acemq::__private::Argument::<Order>::NEW.requires(__requirements);
    },
);
::acemq::__private::submit! {
    __ACE_LISTENER_ON_ORDER_ID_ORDERS_EU
}
#[allow(clippy::unused_async)]
/// Both regions.
pub async fn on_last_order(order: Order) {}
#[doc(hidden)]
pub const __ACE_LISTENER_ON_LAST_ORDER_ID_ORDERS_US: ::acemq::__private::Registration = ::acemq::__private::Registration::new(
    "orders-us",
    "orders.us",
    |__incoming| {
        let __arguments = ::acemq::__private::Arguments::of(__incoming);
        let (__arguments, __0) = ::acemq::__private::Argument::<Order>::NEW
            .take(__arguments)?;
        ::acemq::__private::prepared(
            on_last_order(__0),
            <() as ::acemq::__private::IntoOutcome>::into_outcome,
        )
    },
    |__requirements| {
        ::acemq::__private::Argument::<Order>::NEW.requires(__requirements);
    },
);
#[doc(hidden)]
pub const __ACE_LISTENER_ON_LAST_ORDER: ::acemq::__private::Registration = __ACE_LISTENER_ON_LAST_ORDER_ID_ORDERS_US;
::acemq::__private::submit! {
    __ACE_LISTENER_ON_LAST_ORDER_ID_ORDERS_US
}
