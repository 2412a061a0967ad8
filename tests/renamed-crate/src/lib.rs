//! Listeners in a crate for which there is no `::acemq`.

/// By the name that the manifest gives.
pub mod renamed {
    use mq::prelude::*;

    /// Said of the message by itself.
    #[derive(Debug, AceError)]
    #[ace(crate = mq)]
    pub enum Cracked {
        /// For good.
        #[ace(fatal)]
        Wide,
    }

    impl std::fmt::Display for Cracked {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("cracked")
        }
    }

    impl std::error::Error for Cracked {}

    fn texts_key(texts: &[String; 2]) -> String {
        texts.concat()
    }

    /// A listener.
    ///
    /// # Errors
    ///
    /// Always.
    #[ace_listener(
        queue = "renamed",
        idempotent = "memory",
        idempotency_key = texts_key,
        consumer_arguments(x-priority = 1),
        crate = mq
    )]
    pub async fn on_renamed(texts: &[String; 2], attempt: Attempt) -> Result<(), Cracked> {
        if texts.concat().is_empty() && attempt.is_first() { Ok(()) } else { Err(Cracked::Wide) }
    }
}

/// Through another crate.
pub mod handed_on {
    use acemq_platform::messaging::{Ack, Attempt, ace_listener};

    /// A listener.
    #[ace_listener(queue = "handed-on", crate = acemq_platform::acemq)]
    pub async fn on_handed_on(attempt: Attempt) -> Ack {
        Ack::park(format!("attempt {attempt}"))
    }
}
