//! The `#[ace_listener]` attribute.
