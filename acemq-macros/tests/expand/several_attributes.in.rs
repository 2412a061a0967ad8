#[ace_listener(queue = "orders.eu", id = "orders-eu")]
#[ace_listener(queue = "orders.us", id = "orders-us")]
/// Both regions.
#[tracing::instrument]
pub async fn on_order(order: Order) {}

#[ace_listener(queue = "orders.us", id = "orders-us")]
/// Both regions.
pub async fn on_last_order(order: Order) {}
