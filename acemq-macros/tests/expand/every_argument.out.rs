#[allow(clippy::unused_async)]
async fn on_order(
    State(gateway): State<Gateway>,
    attempt: Attempt,
    message: Message<Vec<Order>>,
    mut envelope: Envelope,
    _: Headers,
    mq: acemq::AceMq,
) -> Result<Ack, shop::Error> {
    Ok(Ack::accept())
}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        ::acemq::__private::concat!(::acemq::__private::module_path!(), "::on_order"),
        "orders",
        |__incoming| {
            let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
            let (__arguments, __0) = ::acemq::__private::Argument::of(|
                    _: State<Gateway>|
                ())
                .take(__arguments)?;
            let (__arguments, __1) = ::acemq::__private::Argument::of(|_: Attempt| ())
                .take(__arguments)?;
            let (__arguments, __2) = ::acemq::__private::Argument::of(|
                    _: Message<Vec<Order>>|
                ())
                .take(__arguments)?;
            let (__arguments, __3) = ::acemq::__private::Argument::of(|_: Envelope| ())
                .take(__arguments)?;
            let (__arguments, __4) = ::acemq::__private::Argument::of(|_: Headers| ())
                .take(__arguments)?;
            let (__arguments, __5) = ::acemq::__private::Argument::of(|_: acemq::AceMq| ())
                .take(__arguments)?;
            ::acemq::__private::prepared(
                __arguments,
                on_order(__0, __1, __2, __3, __4, __5),
                <Result<Ack, shop::Error> as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__requirements| {
            ::acemq::__private::Argument::of(|_: State<Gateway>| ())
                .requires(__requirements);
            ::acemq::__private::Argument::of(|_: Attempt| ()).requires(__requirements);
            ::acemq::__private::Argument::of(|_: Message<Vec<Order>>| ())
                .requires(__requirements);
            ::acemq::__private::Argument::of(|_: Envelope| ()).requires(__requirements);
            ::acemq::__private::Argument::of(|_: Headers| ()).requires(__requirements);
            ::acemq::__private::Argument::of(|_: acemq::AceMq| ())
                .requires(__requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
