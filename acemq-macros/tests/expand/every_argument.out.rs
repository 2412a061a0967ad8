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
::acemq::__private::submit! {
    ::acemq::__private::Registration::new(
        ::acemq::__private::concat!(::acemq::__private::module_path!(), "::on_order"),
        "orders",
        |__incoming| {
            let __arguments = ::acemq::__private::Arguments::of(__incoming);
            let (__arguments, __0) = ::acemq::__private::Argument::<State<Gateway>>::NEW
                .take(__arguments)?;
            let (__arguments, __1) = ::acemq::__private::Argument::<Attempt>::NEW
                .take(__arguments)?;
            let (__arguments, __2) = ::acemq::__private::Argument::<
                Message<Vec<Order>>,
            >::NEW
                .take(__arguments)?;
            let (__arguments, __3) = ::acemq::__private::Argument::<Envelope>::NEW
                .take(__arguments)?;
            let (__arguments, __4) = ::acemq::__private::Argument::<Headers>::NEW
                .take(__arguments)?;
            let (_, __5) = ::acemq::__private::Argument::<acemq::AceMq>::NEW
                .take(__arguments)?;
            ::acemq::__private::prepared(
                on_order(__0, __1, __2, __3, __4, __5),
                <Result<Ack, shop::Error> as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__requirements| {
            ::acemq::__private::Argument::<State<Gateway>>::NEW.requires(__requirements);
            ::acemq::__private::Argument::<Attempt>::NEW.requires(__requirements);
            ::acemq::__private::Argument::<Message<Vec<Order>>>::NEW
                .requires(__requirements);
            ::acemq::__private::Argument::<Envelope>::NEW.requires(__requirements);
            ::acemq::__private::Argument::<Headers>::NEW.requires(__requirements);
            ::acemq::__private::Argument::<acemq::AceMq>::NEW.requires(__requirements);
        },
    )
}
