#[allow(clippy::unused_async)]
async fn on_order(order: Order) -> Ack {
    Ack::accept()
}
#[doc(hidden)]
const fn __ace_listener_on_order_id_orders() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            "orders",
            "${orders.queue:orders.new}",
            |__incoming| {
                let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
                let (__arguments, __0) = ::acemq::__private::Argument::of(|_: Order| ())
                    .take(__arguments)?;
                ::acemq::__private::prepared(
                    __arguments,
                    on_order(__0),
                    <Ack as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
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
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    __ace_listener_on_order_id_orders()
}
::acemq::__private::submit! {
    __ace_listener_on_order_id_orders()
}
