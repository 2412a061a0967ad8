//! One function, several listeners.

use acemq::prelude::*;

#[ace_listener(queue = "bells.eu", id = "bells-eu")]
#[ace_listener(queue = "bells")]
#[ace_listener(queue = "bells.us", id = "bells-us")]
async fn on_bell() {}

fn listeners() -> [acemq::Listener; 3] {
    [
        acemq::listener!(on_bell),
        acemq::listener!(on_bell, id = "bells-eu"),
        acemq::listener!(on_bell, id = "bells-us"),
    ]
}

fn main() {
    let [own, eu, us] = listeners().map(|one| one.id());
    assert!(own.ends_with("::on_bell"), "{own}");
    assert_eq!([eu, us], ["bells-eu", "bells-us"]);
}
