//! Nothing to name.

fn listener() -> acemq::Listener {
    acemq::listener!()
}

fn main() {}
