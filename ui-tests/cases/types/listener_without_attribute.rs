//! A function that is no listener.
//!
//! Words: the compiler's

async fn on_bell() {}

fn listener() -> acemq::Listener {
    acemq::listener!(on_bell)
}

fn main() {}
