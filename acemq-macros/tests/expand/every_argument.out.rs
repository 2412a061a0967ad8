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
        |__ace_incoming| {
            let __ace_arguments = ::acemq::__private::ArgumentList::of(__ace_incoming);
            let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|
                    _: State<Gateway>|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_1) = ::acemq::__private::Argument::of(|
                    _: Attempt|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_2) = ::acemq::__private::Argument::of(|
                    _: Message<Vec<Order>>|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_3) = ::acemq::__private::Argument::of(|
                    _: Envelope|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_4) = ::acemq::__private::Argument::of(|
                    _: Headers|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_5) = ::acemq::__private::Argument::of(|
                    _: acemq::AceMq|
                ())
                .take(__ace_arguments)?;
            ::acemq::__private::prepared(
                __ace_arguments,
                on_order(__ace_0, __ace_1, __ace_2, __ace_3, __ace_4, __ace_5),
                <Result<Ack, shop::Error> as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {
            ::acemq::__private::Argument::of(|_: State<Gateway>| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: Attempt| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: Message<Vec<Order>>| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: Envelope| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: Headers| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: acemq::AceMq| ())
                .requires(__ace_requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
