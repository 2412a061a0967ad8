//! The package exists for `tests/`. Here the code of the README is compiled.

/// A block of the README that no longer compiles fails the doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
