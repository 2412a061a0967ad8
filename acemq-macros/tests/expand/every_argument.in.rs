#[ace_listener(queue = "orders")]
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
