#[allow(clippy::unused_async)]
async fn on_payment(payment: Payment) -> anyhow::Result<()> {
    gateway::take(&payment).await?;
    Ok(())
}
#[doc(hidden)]
const fn __ace_listener_on_payment() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(
                ::acemq::__private::module_path!(), "::on_payment"
            ),
            "payments.new",
            |__ace_incoming| {
                let __ace_arguments = ::acemq::__private::ArgumentList::of(
                    __ace_incoming,
                );
                let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|
                        _: Payment|
                    ())
                    .take(__ace_arguments)?;
                ::acemq::__private::prepared(
                    __ace_arguments,
                    on_payment(__ace_0),
                    <anyhow::Result<()> as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__ace_requirements| {
                ::acemq::__private::Argument::of(|_: Payment| ())
                    .requires(__ace_requirements);
            },
        )
        .retry("exponential(5, 2s, 30s)")
        .idempotent("db")
}
::acemq::__private::submit! {
    __ace_listener_on_payment()
}
