//! A library whose listeners run in whatever program links it. It exports nothing.

use acemq::prelude::*;
use tokio::sync::mpsc::UnboundedSender;

#[derive(serde::Deserialize)]
struct Invoice {
    number: u32,
}

#[derive(serde::Deserialize)]
struct Refund {
    invoice: u32,
}

#[ace_listener(queue = "billing.invoices")]
async fn on_invoice(invoice: Invoice, seen: State<UnboundedSender<String>>) -> anyhow::Result<()> {
    Ok(seen.send(format!("invoice {}", invoice.number))?)
}

#[ace_listener(queue = "billing.refunds")]
async fn on_refund(refund: Refund, seen: State<UnboundedSender<String>>) -> anyhow::Result<()> {
    Ok(seen.send(format!("refund of invoice {}", refund.invoice))?)
}
