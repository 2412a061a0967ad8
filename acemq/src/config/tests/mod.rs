//! Tests of the whole road, from a text or a variable to a setting or a fault.

mod environment;
mod faults;
mod files;
mod formats;
mod keys;
mod listeners;
mod placeholders;
mod precedence;
mod secrets;
mod support;
