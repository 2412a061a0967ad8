/// Rings.
#[ace_listener(queue = "bells")]
pub(crate) async fn on_bell() {}
