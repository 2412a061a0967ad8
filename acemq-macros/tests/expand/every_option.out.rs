#[allow(clippy::unused_async)]
async fn on_order(order: Order) -> Ack {
    Ack::accept()
}
#[doc(hidden)]
const fn __ace_named_6_orders_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            "orders",
            "${orders.queue:orders.new}",
            |__ace_incoming| {
                let __ace_arguments = ::acemq::__private::ArgumentList::of(
                    __ace_incoming,
                );
                let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|
                        _: Order|
                    ())
                    .take(__ace_arguments)?;
                ::acemq::__private::prepared(
                    __ace_arguments,
                    on_order(__ace_0),
                    <Ack as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__ace_requirements| {
                ::acemq::__private::Argument::of(|_: Order| ())
                    .requires(__ace_requirements);
            },
        )
        .idempotent("db")
        .idempotency_key("header:x-request-id")
        .prefetch(50u16)
        .concurrency(4u16)
        .auto_startup("${orders.enabled:true}")
        .codec("json")
        .on_exhausted("republish(orders.failed, late)")
        .requeue_on_failure(true)
        .timeout("20s")
        .order(-2i32)
        .consumer_arguments(
            &[
                ("x-priority", ::acemq::__private::ConsumerArgument::Integer(10i64)),
                ("x-quoted", ::acemq::__private::ConsumerArgument::Text("text")),
                (
                    "x-cancel-on-ha-failover",
                    ::acemq::__private::ConsumerArgument::Bool(true),
                ),
            ],
        )
}
::acemq::__private::submit! {
    __ace_named_6_orders_on_order()
}
