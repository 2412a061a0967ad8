//! An error that classifies itself: its variants end where their marks say, however they travel.

use std::{io, time::Duration};

use acemq::{App, prelude::*};
use acemq_tests::{Raw, journey};
use anyhow::Context as _;

use crate::listeners::finish;

#[derive(Debug, thiserror::Error, AceError)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatal)]
    NoAccount,
    #[error("an odd amount")]
    #[ace(park)]
    Odd,
    #[error("the bank is closed")]
    #[ace(retry_after = "300ms")]
    Closed,
    #[error("the gateway")]
    Gateway(#[from] GatewayError),
    #[error("unclear")]
    Unmarked,
}

#[derive(Debug, thiserror::Error, AceError)]
#[error("never again")]
#[ace(fatal)]
struct GatewayError;

/// Known to the application by hand, and not by a derive.
#[derive(Debug, thiserror::Error)]
#[error("by hand")]
struct ByHand;

impl AceError for ByHand {
    fn failure_kind(&self) -> Option<acemq::FailureKind> {
        Some(acemq::FailureKind::Park)
    }
}

#[ace_listener(queue = "${queue}", id = "classified")]
async fn classified(amount: u64, attempt: Attempt) -> Result<(), PaymentError> {
    match amount {
        0 => Err(PaymentError::NoAccount),
        1 => Err(PaymentError::Odd),
        2 if attempt == 1 => Err(PaymentError::Closed),
        3 => Err(GatewayError.into()),
        4 => Err(PaymentError::Unmarked),
        _ => Ok(()),
    }
}

#[ace_listener(queue = "${queue}", id = "classified-anyhow")]
async fn classified_in_anyhow(amount: u64) -> anyhow::Result<()> {
    match amount {
        0 => Err(PaymentError::NoAccount)?,
        1 => Err(io::Error::other("no route")).context(PaymentError::Odd)?,
        2 => Err(PaymentError::Odd).context(Fatal::new("not even for a person"))?,
        _ => {}
    }
    Ok(())
}

#[ace_listener(queue = "${queue}", id = "classified-by-hand")]
async fn classified_by_hand(_amount: u64) -> Result<(), ByHand> {
    Err(ByHand)
}

fn error_of(delivery: &acemq::__testing::Delivery) -> String {
    delivery.headers["x-acemq-error"].as_text().expect("a reason").to_owned()
}

journey! {
    async fn the_variants_of_a_derived_error_end_where_their_marks_say(rig: Rig) {
        let running = App::new(rig.config()).only(&["classified"]).start().await;
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        for (amount, suffix, reason) in [
            (0, "dlq", "the handler reported an unprocessable message: no account"),
            (1, "parked", "the handler parked it: an odd amount"),
            (3, "dlq", "the handler reported an unprocessable message: the gateway: never again"),
            (4, "dlq", "exhausted 1 attempt: unclear"),
        ] {
            rig.publish(Raw::number(amount)).await;
            assert_eq!(error_of(&rig.collect(&rig.named(suffix), 1).await.remove(0)), reason);
        }
        let published = std::time::Instant::now();
        rig.publish(Raw::number(2)).await;
        acemq_tests::until("the second attempt", || rig.outcomes("acked") == 1).await;
        assert!(published.elapsed() >= Duration::from_millis(300), "never earlier than it says");
        finish(running).await;
        assert_eq!((rig.outcomes("retried"), rig.deliveries()), (1, 6));
    }
}

journey! {
    async fn a_derived_error_is_found_in_anyhow_as_what_it_was_made_from_and_as_a_context(rig: Rig) {
        let running = App::new(rig.config()).only(&["classified-anyhow"]).start().await;
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        for (amount, suffix, reason) in [
            (0, "dlq", "the handler reported an unprocessable message: no account"),
            (1, "parked", "the handler parked it: an odd amount: no route"),
            (2, "dlq", "the handler reported an unprocessable message: not even for a person: an odd amount"),
        ] {
            rig.publish(Raw::number(amount)).await;
            assert_eq!(error_of(&rig.collect(&rig.named(suffix), 1).await.remove(0)), reason);
        }
        finish(running).await;
    }
}

journey! {
    async fn an_error_type_that_was_given_to_the_application_is_known(rig: Rig) {
        let running = App::new(rig.config()).only(&["classified-by-hand"]).error_type::<ByHand>().start().await;
        let running = running.unwrap_or_else(|error| panic!("{error}"));
        rig.publish(Raw::number(7)).await;
        assert_eq!(error_of(&rig.parked().await), "the handler parked it: by hand");
        finish(running).await;
    }
}
