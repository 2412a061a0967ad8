//! The long documents: one subject each, as Markdown beside this file, so that they read well without a browser and are
//! compiled as every other example is.
//!
//! - [`attribute`]: the reference of `#[ace_listener]`, key by key.

pub mod attribute {
    #![doc = include_str!("attribute.md")]
}
