//! The listener. This is all that a service writes; everything else in this folder stages it and reports.

use acemq::prelude::*;

use crate::gateway;

#[derive(serde::Deserialize)]
pub(crate) struct Payment {
    pub(crate) id: String,
    pub(crate) amount: i64,
}

#[ace_listener(queue = "payments.new", retry = "exponential(5, 2s, 30s)", idempotent = "db")]
async fn on_payment(payment: Payment) -> anyhow::Result<()> {
    if payment.amount < 0 {
        return Err(Fatal::new("a payment cannot be negative").into()); // straight to payments.new.dlq
    }
    gateway::take(&payment).await?; // anything else walks the ladder
    Ok(())
}
