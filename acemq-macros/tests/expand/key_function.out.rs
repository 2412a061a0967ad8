#[allow(clippy::unused_async)]
async fn on_order(attempt: Attempt, order: Order) -> Result<(), Error> {
    todo!()
}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(
                ::acemq::__private::module_path!(), "::on_order"
            ),
            "orders",
            |__incoming| {
                let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
                let (__arguments, __0) = ::acemq::__private::Argument::of(|_: Attempt| ())
                    .take(__arguments)?;
                let (__arguments, __1) = ::acemq::__private::Argument::of(|_: Order| ())
                    .take(__arguments)?;
                let __key = __arguments.key(keys::of_order, &[&__0, &__1]);
                ::acemq::__private::prepared_with_key(
                    __arguments,
                    __key,
                    on_order(__0, __1),
                    <Result<(), Error> as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::of(|_: Attempt| ())
                    .requires(__requirements);
                ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
            },
        )
        .idempotent("db")
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
