#[allow(clippy::unused_async)]
async fn on_order(order: &Order, envelope: &Envelope, mq: AceMq) -> anyhow::Result<()> {
    Ok(())
}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        ::acemq::__private::concat!(::acemq::__private::module_path!(), "::on_order"),
        "orders",
        |__ace_incoming| {
            let __ace_arguments = ::acemq::__private::ArgumentList::of(__ace_incoming);
            let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_1) = ::acemq::__private::Argument::of(|
                    _: Envelope|
                ())
                .take(__ace_arguments)?;
            let (__ace_arguments, __ace_2) = ::acemq::__private::Argument::of(|_: AceMq| ())
                .take(__ace_arguments)?;
            ::acemq::__private::prepared(
                __ace_arguments,
                async move { on_order(&__ace_0, &__ace_1, __ace_2).await },
                <anyhow::Result<()> as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: Envelope| ())
                .requires(__ace_requirements);
            ::acemq::__private::Argument::of(|_: AceMq| ()).requires(__ace_requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
