//! Bodies to values and back.

mod custom;
mod format;
mod json;
mod media;
mod reading;
#[cfg(test)]
mod tests;

pub use self::custom::{Codec, CodecError, Decode, Encode};
pub(crate) use self::{
    format::Format,
    reading::{Codecs, Reading, is_json},
};
