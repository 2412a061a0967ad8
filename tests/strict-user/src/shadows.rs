//! Names of the standard library with another meaning, for the modules that import them.

/// Not a result.
#[derive(Debug, Clone, Copy)]
pub struct Result;

/// Not an option.
#[derive(Debug, Clone, Copy)]
pub struct Option;

/// Not a box.
#[derive(Debug, Clone, Copy)]
pub struct Box;

/// Not a success.
#[allow(non_snake_case, reason = "the point is to shadow")]
#[must_use]
pub const fn Ok() -> Result {
    Result
}

/// Not a failure.
#[allow(non_snake_case, reason = "the point is to shadow")]
#[must_use]
pub const fn Err() -> Box {
    Box
}

/// Nothing there.
#[allow(non_upper_case_globals, reason = "the point is to shadow")]
pub const None: Option = Option;

/// Not what the expansion says with this name.
#[allow(unused_macros, reason = "it is there to be in the way")]
macro_rules! concat {
    () => {};
}

/// Not what the expansion says with this name.
#[allow(unused_macros, reason = "it is there to be in the way")]
macro_rules! module_path {
    () => {};
}

#[allow(unused_imports, reason = "they are there to be in the way")]
pub(crate) use {concat, module_path};
