//! The names of the prelude mean something else here.

#![no_implicit_prelude]

mod std {}
mod core {}
mod inventory {}
#[allow(dead_code)]
struct Result;
#[allow(dead_code)]
struct Option;
#[allow(dead_code, non_snake_case)]
fn Ok() {}
#[allow(dead_code, non_snake_case)]
fn Some() {}

#[::acemq::ace_listener(queue = "bells", idempotent = "db", idempotency_key = bell_key, consumer_arguments(x-priority = 1))]
async fn on_bell(bell: &u64, attempt: ::acemq::Attempt) -> ::acemq::Ack {
    let _ = (bell, attempt);
    ::acemq::Ack::accept()
}

fn bell_key(bell: &u64) -> ::std::string::String {
    ::std::string::ToString::to_string(bell)
}

fn main() {}
