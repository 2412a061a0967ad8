#[allow(clippy::unused_async)]
async fn on_order(order: Order) {}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(
                ::acemq::__private::module_path!(), "::on_order"
            ),
            "orders",
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
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__ace_requirements| {
                ::acemq::__private::Argument::of(|_: Order| ())
                    .requires(__ace_requirements);
            },
        )
        .idempotent("db")
        .idempotency_key("header:x-request-id")
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
