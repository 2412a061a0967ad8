#[ace_listener(queue = "orders", idempotent = "db", idempotency_key = order_key)]
async fn on_order(order: Order, #[cfg(feature = "audit")] audit: &State<Audit>) {}
