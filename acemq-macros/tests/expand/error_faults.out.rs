::core::compile_error! {
    "`crate` is the path of a crate or a module\nhelp: write `crate = mq`, without quotes"
}
::core::compile_error! {
    "unknown mark `fatl`\nhelp: write `fatal`; the marks are `fatal`, `park`, `retryable`, `retry_after`, `transparent`"
}
::core::compile_error! {
    "`90` has no unit\nhelp: write `90s` or `90ms`"
}
::core::compile_error! {
    "`fatal` and `park` exclude each other\nhelp: a message has one ending: write `#[ace(fatal)]` or `#[ace(park)]`"
}
