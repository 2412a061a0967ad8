#[ace_listener(queue = "orders", idempotent = "db", idempotency_key = "header:x-request-id")]
async fn on_order(order: Order) {}
