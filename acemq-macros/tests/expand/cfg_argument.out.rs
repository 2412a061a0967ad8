#[allow(clippy::unused_async)]
async fn on_order(order: Order, #[cfg(feature = "audit")] audit: &State<Audit>) {}
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
                #[cfg(feature = "audit")]
                let (__ace_arguments, __ace_1) = ::acemq::__private::Argument::of(|
                        _: State<Audit>|
                    ())
                    .take(__ace_arguments)?;
                let __ace_key = __ace_arguments
                    .key(order_key, &[&__ace_0, #[cfg(feature = "audit")] &__ace_1]);
                ::acemq::__private::prepared_with_key(
                    __ace_arguments,
                    __ace_key,
                    async move {
                        on_order(__ace_0, #[cfg(feature = "audit")] &__ace_1).await
                    },
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__ace_requirements| {
                ::acemq::__private::Argument::of(|_: Order| ())
                    .requires(__ace_requirements);
                #[cfg(feature = "audit")]
                ::acemq::__private::Argument::of(|_: State<Audit>| ())
                    .requires(__ace_requirements);
            },
        )
        .idempotent("db")
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
