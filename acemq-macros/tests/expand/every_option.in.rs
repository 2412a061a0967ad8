#[ace_listener(
    crate = ::acemq,
    consumer_arguments(x-priority = 10, "x-quoted" = "text", x-cancel-on-ha-failover = true),
    order = -2,
    timeout = "20s",
    requeue_on_failure = true,
    on_exhausted = "republish(orders.failed, late)",
    codec = "json",
    auto_startup = "${orders.enabled:true}",
    concurrency = 4,
    prefetch = 50,
    idempotency_key = "header:x-request-id",
    idempotent = "db",
    id = "orders",
    queue = "${orders.queue:orders.new}",
)]
async fn on_order(order: Order) -> Ack {
    Ack::accept()
}
