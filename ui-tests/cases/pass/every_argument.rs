//! Every kind of argument, patterns included, in any order.

use acemq::prelude::*;

struct Gateway;

#[derive(serde::Deserialize)]
struct Order {
    id: String,
}

#[ace_listener(queue = "orders.${tenant:eu}")]
async fn on_order(
    State(gateway): State<Gateway>,
    Attempt(attempt): Attempt,
    Order { id }: Order,
    headers: Headers,
    delivery: Delivery,
    body: acemq::Bytes,
    cancelled: Cancelled,
    mut envelope: Envelope,
    _: Attempt,
) -> anyhow::Result<()> {
    envelope.id.clear();
    let _ = (gateway, attempt, id, headers, delivery, body, cancelled.cause());
    Ok(())
}

#[ace_listener(queue = "orders")]
async fn on_message(message: Message<Vec<Order>>) -> Result<Ack, String> {
    message.payload.first().map(|_| Ack::accept()).ok_or_else(|| "empty".into())
}

fn main() {}
