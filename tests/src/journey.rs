//! One journey, run on both transports: two tests under one name.

use std::{future::Future, time::Duration};

/// How long an expected event may take. Far more than any needs, so that a busy machine fails no test.
pub const DEADLINE: Duration = Duration::from_secs(10);

/// How long a whole journey may take.
const WHOLE: Duration = Duration::from_secs(90);

/// Defines an `async fn name(rig: Rig)` as two tests, `name::memory` and `name::rabbitmq`.
#[macro_export]
macro_rules! journey {
    ($(#[doc = $doc:literal])* async fn $name:ident($rig:ident: Rig) $body:block) => {
        mod $name {
            #[allow(unused_imports, reason = "a journey takes what it needs of its file")]
            use super::*;

            $(#[doc = $doc])*
            async fn journey($rig: $crate::Rig) $body

            #[test]
            fn memory() {
                $crate::block_on(async { journey($crate::Rig::memory(stringify!($name)).await).await });
            }

            #[test]
            fn rabbitmq() {
                $crate::block_on(async { journey($crate::Rig::rabbitmq(stringify!($name)).await).await });
            }
        }
    };
}

/// Runs a test to its end, on two threads, as an application would run it.
pub fn block_on(test: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.expect("a runtime");
    let ended = runtime.block_on(async { tokio::time::timeout(WHOLE, test).await });
    runtime.shutdown_background();
    ended.expect("the journey ends in time");
}

/// Awaits an event, and fails when it does not come before the deadline.
pub async fn within<T>(what: &str, event: impl Future<Output = T>) -> T {
    match tokio::time::timeout(DEADLINE, event).await {
        Ok(event) => event,
        Err(_elapsed) => panic!("{what}: not within {DEADLINE:?}"),
    }
}

/// Awaits what nobody announces: a counter that moved, a fact on the broker. The one place that asks again and again;
/// whatever can be awaited is awaited.
pub async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let asking = async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    within(what, asking).await;
}
