//! A library with listeners that an application links.

/// A module, to be seen in the id.
pub mod bells {
    use acemq::ace_listener;

    /// Rings.
    #[ace_listener(queue = "bells")]
    pub async fn on_bell() {}

    /// Private, and registered all the same.
    #[ace_listener(queue = "bells.private", order = -1)]
    async fn on_private_bell() {}
}
