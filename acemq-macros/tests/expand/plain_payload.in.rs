#[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)", idempotent = "db")]
async fn on_payment(payment: Payment) -> anyhow::Result<()> {
    gateway::take(&payment).await?;
    Ok(())
}
