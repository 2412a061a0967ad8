#[ace_listener(queue = "types", auto_startup = false)]
async fn r#type(r#struct: String) {}
