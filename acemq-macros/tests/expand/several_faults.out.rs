fn on_order(order: &str) {}
::core::compile_error! {
    "unknown key `prefech`\nhelp: write `prefetch`; the keys are `queue`, `id`, `retry`, `idempotent`, `prefetch`, `concurrency`, `requeue_on_failure`, `auto_startup`, `order`"
}
::core::compile_error! {
    "queue names that begin with `amq.` are the broker's own\nhelp: write `orders`"
}
::core::compile_error! {
    "attempts must be 1 to 10,000\n  fixed(0, 1s)\n        ^\nhelp: they count the first delivery: write `3`, or `10000` at most"
}
::core::compile_error! {
    "a listener is an async function\nhelp: write `async fn on_order`"
}
::core::compile_error! {
    "an argument of a listener is owned: it is built from the delivery and moved into the handler\nhelp: write `order: String`"
}
