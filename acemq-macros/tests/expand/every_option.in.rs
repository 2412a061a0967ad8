#[ace_listener(
    order = -2,
    auto_startup = "${orders.enabled:true}",
    requeue_on_failure = true,
    concurrency = 4,
    prefetch = 50,
    idempotent = "db",
    id = "orders",
    queue = "${orders.queue:orders.new}",
)]
async fn on_order(order: Order) -> Ack {
    Ack::accept()
}
