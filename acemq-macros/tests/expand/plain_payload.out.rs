#[allow(clippy::unused_async)]
async fn on_payment(payment: Payment) -> anyhow::Result<()> {
    gateway::take(&payment).await?;
    Ok(())
}
::acemq::__private::submit! {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(
                ::acemq::__private::module_path!(), "::on_payment"
            ),
            "payments.new",
            |__incoming| {
                let __arguments = ::acemq::__private::Arguments::of(__incoming);
                let (_, __0) = ::acemq::__private::Argument::<Payment>::NEW
                    .take(__arguments)?;
                ::acemq::__private::prepared(
                    on_payment(__0),
                    <anyhow::Result<()> as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::<Payment>::NEW.requires(__requirements);
            },
        )
        .retry("exponential(5, 2s, 30s)")
        .idempotent("db")
}
