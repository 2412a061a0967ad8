#[allow(clippy::unused_async)]
async fn on_order(order: Order, #[cfg(feature = "audit")] audit: &State<Audit>) {}
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
                #[cfg(feature = "audit")]
                let (__arguments, __1) = ::acemq::__private::Argument::of(|
                        _: State<Audit>|
                    ())
                    .take(__arguments)?;
                let __key = __arguments
                    .key(order_key, &[&__0, #[cfg(feature = "audit")] &__1]);
                ::acemq::__private::prepared_with_key(
                    __arguments,
                    __key,
                    async move { on_order(__0, #[cfg(feature = "audit")] &__1).await },
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
                #[cfg(feature = "audit")]
                ::acemq::__private::Argument::of(|_: State<Audit>| ())
                    .requires(__requirements);
            },
        )
        .idempotent("db")
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
