//! One function, several listeners.

use acemq::prelude::*;

#[ace_listener(queue = "bells.eu", id = "bells-eu")]
#[ace_listener(queue = "bells.us", id = "bells-us")]
#[ace_listener(queue = "bells")]
async fn on_bell() {}

fn listeners() -> [acemq::Listener; 3] {
    [
        acemq::listener!(on_bell),
        acemq::listener!(on_bell, id = "bells-eu"),
        acemq::listener!(on_bell, id = "bells-us"),
    ]
}

fn main() {
    assert_eq!(listeners().map(|one| one.id().to_owned()), ["several_attributes::on_bell", "bells-eu", "bells-us"]);
}
