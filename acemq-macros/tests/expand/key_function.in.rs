#[ace_listener(queue = "orders", idempotent = "db", idempotency_key = keys::of_order)]
async fn on_order(attempt: Attempt, order: Order) -> Result<(), Error> {
    todo!()
}
