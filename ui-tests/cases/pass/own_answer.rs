//! An answer of one's own, alone and in a result.

use acemq::prelude::*;

use acemq::{IntoOutcome, Outcome};

enum Heard {
    Well,
    Badly,
}

impl IntoOutcome for Heard {
    fn into_outcome(self) -> Outcome {
        match self {
            Self::Well => Ack::accept().into_outcome(),
            Self::Badly => Ack::park("badly heard").into_outcome(),
        }
    }
}

#[ace_listener(queue = "bells")]
async fn on_bell() -> Heard {
    Heard::Well
}

#[ace_listener(queue = "gongs")]
async fn on_gong() -> anyhow::Result<Heard> {
    Ok(Heard::Badly)
}

fn main() {}
