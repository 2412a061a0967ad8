//! The long documents: one subject each, as Markdown beside this file, so that they read well without a browser and are
//! compiled as every other example is.
//!
//! - [`attribute`]: the reference of `#[ace_listener]`, key by key.
//! - [`type_errors`]: what the compiler says about a listener, and what to write.
//! - [`retries`]: when a message is tried again, where it waits, and where it ends.

pub mod attribute {
    #![doc = include_str!("attribute.md")]
}

pub mod type_errors {
    #![doc = include_str!("type-errors.md")]
}

pub mod retries {
    #![doc = include_str!("retries.md")]
}
