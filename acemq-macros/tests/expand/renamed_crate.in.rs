#[ace_listener(queue = "orders", crate = shop::messaging)]
pub(crate) async fn on_order(order: Order) {}
