#[allow(clippy::unused_async)]
#[ace_listener(queue = "orders.us", id = "orders-us")]
/// Both regions.
#[tracing::instrument]
pub async fn on_order(order: Order) {}
#[doc(hidden)]
pub const fn __ace_named_9_orders_eu_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        "orders-eu",
        "orders.eu",
        |__ace_incoming| {
            let __ace_arguments = ::acemq::__private::ArgumentList::of(__ace_incoming);
            let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__ace_arguments)?;
            ::acemq::__private::prepared(
                __ace_arguments,
                on_order(__ace_0),
                <() as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__ace_requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_named_9_orders_eu_on_order()
}
#[allow(clippy::unused_async)]
/// Both regions.
pub async fn on_last_order(order: Order) {}
#[doc(hidden)]
pub const fn __ace_named_9_orders_us_on_last_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        "orders-us",
        "orders.us",
        |__ace_incoming| {
            let __ace_arguments = ::acemq::__private::ArgumentList::of(__ace_incoming);
            let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__ace_arguments)?;
            ::acemq::__private::prepared(
                __ace_arguments,
                on_last_order(__ace_0),
                <() as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__ace_requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_named_9_orders_us_on_last_order()
}
