//! One error with each mark, found in another, with the path of the crate written out.

use std::time::Duration;

use acemq::prelude::*;

mod reexport {
    pub use acemq as queue;
}

#[derive(Debug, thiserror::Error, AceError)]
#[ace(crate = crate::reexport::queue)]
enum PaymentError {
    #[error("no account")]
    #[ace(fatal)]
    NoAccount,
    #[error("odd")]
    #[ace(park)]
    Odd,
    #[error("busy")]
    #[ace(retryable)]
    Busy,
    #[error("closed")]
    #[ace(retry_after = "PT30S")]
    Closed,
    #[error("limited")]
    #[ace(retry_after = r#in)]
    Limited { r#in: Duration, none: Duration },
    #[error("told")]
    #[ace(retry_after = 0,)]
    Told(Duration),
    #[error("gateway")]
    #[ace(transparent)]
    Gateway(#[from] Box<Gateway>),
    #[error("other")]
    Other,
}

#[derive(Debug, thiserror::Error, AceError)]
#[error("gateway")]
#[ace(retry_after = none)]
struct Gateway {
    none: Duration,
}

#[ace_listener(queue = "payments")]
async fn on_payment(number: u8) -> Result<(), PaymentError> {
    let wait = Duration::from_secs(u64::from(number));
    Err(match number {
        0 => PaymentError::NoAccount,
        1 => PaymentError::Odd,
        2 => PaymentError::Busy,
        3 => PaymentError::Closed,
        4 => PaymentError::Limited { r#in: wait, none: wait },
        5 => PaymentError::Told(wait),
        6 => Box::new(Gateway { none: wait }).into(),
        _ => PaymentError::Other,
    })
}

fn main() {
    let limited = PaymentError::Limited { r#in: Duration::from_secs(7), none: Duration::ZERO };
    assert_eq!(limited.failure_kind(), Some(acemq::FailureKind::RetryAfter(Duration::from_secs(7))));
}
