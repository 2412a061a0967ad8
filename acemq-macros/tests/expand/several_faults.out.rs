fn on_order(order: &str) {}
::core::compile_error! {
    "queue names that begin with `amq.` are the broker's own\nhelp: write `orders`"
}
::core::compile_error! {
    "unknown key `prefech`\nhelp: write `prefetch`; the keys are `queue`, `id`, `retry`, `idempotent`, `idempotency_key`, `prefetch`, `concurrency`, `auto_startup`, `codec`, `on_exhausted`, `requeue_on_failure`, `timeout`, `order`, `consumer_arguments`, `crate`"
}
::core::compile_error! {
    "attempts must be 1 to 10,000\n  fixed(0, 1s)\n        ^\nhelp: they count the first delivery: write `3`, or `10000` at most"
}
::core::compile_error! {
    "a listener is an async function\nhelp: write `async fn on_order`"
}
::core::compile_error! {
    "an argument of a listener has a known size: it is built from the delivery\nhelp: write `order: String`"
}
