//! Where a key function may stand, and what its payload may be inside of.

use acemq::prelude::*;

mod keys {
    pub fn of_text(text: &String) -> String {
        text.clone()
    }

    pub struct Numbers;

    impl Numbers {
        pub fn key(numbers: &Vec<u32>) -> String {
            format!("{numbers:?}")
        }
    }
}

fn any_key<T: std::fmt::Debug>(value: &T) -> String {
    format!("{value:?}")
}

#[ace_listener(queue = "texts", idempotent = "db", idempotency_key = keys::of_text)]
async fn on_text(message: Message<String>) {
    let _ = message;
}

#[ace_listener(queue = "numbers", idempotent = "db", idempotency_key = keys::Numbers::key)]
async fn on_numbers(attempt: Attempt, numbers: Vec<u32>) {
    let _ = (attempt, numbers);
}

#[ace_listener(queue = "lent", idempotent = "db", idempotency_key = any_key::<u64>)]
async fn on_lent(number: &u64) {
    let _ = number;
}

fn main() {}
