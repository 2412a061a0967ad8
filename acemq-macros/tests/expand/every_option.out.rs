#[allow(clippy::unused_async)]
async fn on_order(order: Order) -> Ack {
    Ack::accept()
}
::acemq::__private::submit! {
    ::acemq::__private::Registration::new(
            "orders",
            "${orders.queue:orders.new}",
            |__incoming| {
                let __arguments = ::acemq::__private::Arguments::of(__incoming);
                let (_, __0) = ::acemq::__private::Argument::<Order>::NEW
                    .take(__arguments)?;
                ::acemq::__private::prepared(
                    on_order(__0),
                    <Ack as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::<Order>::NEW.requires(__requirements);
            },
        )
        .idempotent("db")
        .prefetch(50u16)
        .concurrency(4u16)
        .requeue_on_failure(true)
        .auto_startup("${orders.enabled:true}")
        .order(-2i32)
}
