//! Listeners in a crate that forbids, denies and shadows whatever it can: it compiles, or the expansion is at fault.
//!
//! `cargo clippy -p acemq-strict-user -- -D warnings` is the other half of the check: clippy's lints do not run in a build.
#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unused,
    nonstandard_style,
    future_incompatible,
    rust_2018_idioms,
    elided_lifetimes_in_paths,
    missing_debug_implementations,
    unreachable_pub,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    trivial_casts,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::cargo,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::shadow_unrelated,
    clippy::allow_attributes_without_reason,
    clippy::wildcard_enum_match_arm
)]
#![allow(
    clippy::multiple_crate_versions,
    clippy::cargo_common_metadata,
    reason = "the dependencies' matter and the workspace's"
)]

pub mod errors;
pub mod listeners;
pub mod shadows;
