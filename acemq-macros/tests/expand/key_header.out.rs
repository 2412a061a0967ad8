#[allow(clippy::unused_async)]
async fn on_order(order: Order) {}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(
                ::acemq::__private::module_path!(), "::on_order"
            ),
            "orders",
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
        .idempotent("db")
        .idempotency_key("header:x-request-id")
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
