//! A first listener.

fn main() {}
