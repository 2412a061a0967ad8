#[allow(clippy::unused_async)]
async fn on_order(order: &Order, envelope: &Envelope, mq: AceMq) -> anyhow::Result<()> {
    Ok(())
}
#[doc(hidden)]
const fn __ace_listener_on_order() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        ::acemq::__private::concat!(::acemq::__private::module_path!(), "::on_order"),
        "orders",
        |__incoming| {
            let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
            let (__arguments, __0) = ::acemq::__private::Argument::of(|_: Order| ())
                .take(__arguments)?;
            let (__arguments, __1) = ::acemq::__private::Argument::of(|_: Envelope| ())
                .take(__arguments)?;
            let (__arguments, __2) = ::acemq::__private::Argument::of(|_: AceMq| ())
                .take(__arguments)?;
            ::acemq::__private::prepared(
                __arguments,
                async move { on_order(&__0, &__1, __2).await },
                <anyhow::Result<()> as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__requirements| {
            ::acemq::__private::Argument::of(|_: Order| ()).requires(__requirements);
            ::acemq::__private::Argument::of(|_: Envelope| ()).requires(__requirements);
            ::acemq::__private::Argument::of(|_: AceMq| ()).requires(__requirements);
        },
    )
}
::acemq::__private::submit! {
    __ace_listener_on_order()
}
