#[ace_listener(queue = "amq.orders", prefech = 3, retry = "fixed(0, 1s)")]
fn on_order(order: &str) {}
