//! Types of a macro are types like any other, references too.

use acemq::prelude::*;

macro_rules! listeners {
    ($($name:ident($argument:ty) = $queue:expr;)*) => {
        $(
            #[ace_listener(queue = $queue, prefetch = (10))]
            async fn $name(argument: $argument) {
                let _ = argument;
            }
        )*
    };
}

listeners! {
    on_text(String) = "texts";
    on_lent(&String) = "lent";
    on_envelope(&Envelope) = "envelopes";
    on_message((Message<Vec<u8>>)) = "messages";
}

fn main() {}
