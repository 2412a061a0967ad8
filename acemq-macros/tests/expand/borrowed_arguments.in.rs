#[ace_listener(queue = "orders")]
async fn on_order(order: &Order, envelope: &Envelope, mq: AceMq) -> anyhow::Result<()> {
    Ok(())
}
