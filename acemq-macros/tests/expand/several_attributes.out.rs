#[allow(clippy::unused_async)]
#[ace_listener(queue = "orders.us", id = "orders-us")]
/// Both regions.
#[tracing::instrument]
pub async fn on_order(order: Order) {}
#[doc(hidden)]
pub const fn __ace_listener_on_order_id_orders_eu() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        "orders-eu",
        "orders.eu",
        |__incoming| {
            let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
            let (__arguments, __0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__arguments)?;
            ::acemq::__private::prepared(
                __arguments,
                on_order(__0),
                <() as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_listener_on_order_id_orders_eu()
}
#[allow(clippy::unused_async)]
/// Both regions.
pub async fn on_last_order(order: Order) {}
#[doc(hidden)]
pub const fn __ace_listener_on_last_order_id_orders_us() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        "orders-us",
        "orders.us",
        |__incoming| {
            let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
            let (__arguments, __0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__arguments)?;
            ::acemq::__private::prepared(
                __arguments,
                on_last_order(__0),
                <() as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
        },
    )
}
#[doc(hidden)]
pub const fn __ace_listener_on_last_order() -> ::acemq::__private::Registration {
    __ace_listener_on_last_order_id_orders_us()
}
::acemq::__private::submit! {
    __ace_listener_on_last_order_id_orders_us()
}
