//! What every store must do, as one suite of tests that runs for each.
//!
//! Leases and retentions are short and real, because the clock of a database cannot be paused. No case depends on being
//! fast: what must still hold has minutes, and what must be over is waited for.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::Barrier,
    task::JoinSet,
    time::{sleep, timeout},
};

use super::{Claim, IdempotencyStore};

/// A lease or retention that does not end while the suite runs.
const LONG: Duration = Duration::from_mins(10);

/// A lease or retention that is waited for.
const SHORT: Duration = Duration::from_millis(40);

/// How long a [`SHORT`] one may take to end. Far more than it needs, so that a busy machine fails no store.
const PATIENCE: Duration = Duration::from_secs(30);

/// The time between two questions whether it has ended.
const ASK_AGAIN: Duration = Duration::from_millis(5);

/// How many times two claimants meet.
const MEETINGS: usize = 1_000;

/// Runs every case. `make` is given a retention and answers an empty store with it; it is called more than once.
///
/// # Panics
///
/// At the first thing that the store does otherwise, with the case and what it should have done.
pub async fn run<S: IdempotencyStore>(make: impl AsyncFn(Duration) -> S) {
    let store = make(LONG).await;
    answers(&store).await;
    release_frees_the_key(&store).await;
    confirm_without_a_claim(&store).await;
    done_outlives_the_lease(&store).await;
    a_lease_ends(&store).await;
    a_late_confirm_counts(&store).await;
    others_cannot_confirm_or_release(&store).await;
    a_taken_over_claim_is_fenced(&store).await;
    keys_are_compared_byte_for_byte(&store).await;
    let store = Arc::new(store);
    one_of_two_claimants_wins(&store).await;
    one_of_many_takes_an_expired_claim_over(&store).await;
    let store = make(SHORT).await;
    retention_ends(&store).await;
    purge_deletes_what_has_expired(&make(SHORT).await).await;
}

async fn claim<S: IdempotencyStore>(store: &S, key: &str, owner: &str, lease: Duration) -> Claim {
    match store.claim(key, owner, lease).await {
        Ok(claim) => claim,
        Err(error) => fail(&format!("claiming `{key}`: {error}")),
    }
}

/// Claims a key that is known to be free.
async fn take<S: IdempotencyStore>(store: &S, key: &str, owner: &str, lease: Duration) {
    assert_eq!(claim(store, key, owner, lease).await, Claim::Fresh, "`{key}` is free");
}

/// Waits until everything has ended that began before now and is [`SHORT`]. A claim that begins now ends after all of it,
/// by the store's own clock: so it is asked whether that one can be taken over. It leaves no row behind.
async fn until_short_ends<S: IdempotencyStore>(store: &S) {
    take(store, "the last to end", "one", SHORT).await;
    let ended = async {
        while claim(store, "the last to end", "two", LONG).await != Claim::Fresh {
            sleep(ASK_AGAIN).await;
        }
    };
    if timeout(PATIENCE, ended).await.is_err() {
        fail(&format!("a claim for {SHORT:?} has not ended after {PATIENCE:?}"));
    }
    release(store, "the last to end", "two").await;
}

async fn confirm<S: IdempotencyStore>(store: &S, key: &str, owner: &str) {
    if let Err(error) = store.confirm(key, owner).await {
        fail(&format!("confirming `{key}`: {error}"))
    }
}

async fn release<S: IdempotencyStore>(store: &S, key: &str, owner: &str) {
    if let Err(error) = store.release(key, owner).await {
        fail(&format!("releasing `{key}`: {error}"))
    }
}

#[allow(clippy::panic, reason = "a suite of tests says what is wrong as every test does")]
fn fail(what: &str) -> ! {
    panic!("{what}")
}

/// Claims with an owner that nobody else is, and compares the answer.
async fn expect<S: IdempotencyStore>(store: &S, key: &str, expected: Claim, why: &str) {
    let answer = claim(store, key, "somebody else", LONG).await;
    assert_eq!(answer, expected, "{why} (key `{key}`)");
}

async fn answers<S: IdempotencyStore>(store: &S) {
    assert_eq!(claim(store, "answers", "one", LONG).await, Claim::Fresh, "a new key is fresh");
    expect(store, "answers", Claim::InProgress, "a claimed key is in progress").await;
    let again = claim(store, "answers", "one", LONG).await;
    assert_eq!(again, Claim::InProgress, "a claimed key is in progress for its own owner too");
    confirm(store, "answers", "one").await;
    expect(store, "answers", Claim::Duplicate, "a confirmed key is a duplicate").await;
    confirm(store, "answers", "one").await;
    expect(store, "answers", Claim::Duplicate, "a second confirm changes nothing").await;
    release(store, "answers", "one").await;
    expect(store, "answers", Claim::Duplicate, "what is done cannot be released").await;
}

async fn release_frees_the_key<S: IdempotencyStore>(store: &S) {
    release(store, "release", "one").await;
    assert_eq!(claim(store, "release", "one", LONG).await, Claim::Fresh, "releasing nothing does nothing");
    release(store, "release", "one").await;
    expect(store, "release", Claim::Fresh, "a released key is fresh").await;
}

async fn confirm_without_a_claim<S: IdempotencyStore>(store: &S) {
    confirm(store, "unclaimed", "one").await;
    expect(store, "unclaimed", Claim::Duplicate, "a confirm inserts a row when none matched").await;
}

async fn done_outlives_the_lease<S: IdempotencyStore>(store: &S) {
    take(store, "outlives", "one", SHORT).await;
    confirm(store, "outlives", "one").await;
    until_short_ends(store).await;
    expect(store, "outlives", Claim::Duplicate, "retention counts once confirmed, not the lease").await;
}

async fn a_lease_ends<S: IdempotencyStore>(store: &S) {
    take(store, "lease", "one", SHORT).await;
    until_short_ends(store).await;
    expect(store, "lease", Claim::Fresh, "a claim ends with its lease").await;
    expect(store, "lease", Claim::InProgress, "a claim that was taken over has its own lease").await;
}

async fn a_late_confirm_counts<S: IdempotencyStore>(store: &S) {
    take(store, "late", "one", SHORT).await;
    until_short_ends(store).await;
    confirm(store, "late", "one").await;
    expect(store, "late", Claim::Duplicate, "an expired claim that nobody took over can be confirmed").await;
}

async fn others_cannot_confirm_or_release<S: IdempotencyStore>(store: &S) {
    take(store, "others", "one", LONG).await;
    let refused = store.confirm("others", "other").await;
    assert!(refused.is_err(), "another owner's confirm of a live claim is an error");
    expect(store, "others", Claim::InProgress, "another owner cannot confirm").await;
    release(store, "others", "other").await;
    expect(store, "others", Claim::InProgress, "another owner cannot release").await;
    confirm(store, "others", "one").await;
    expect(store, "others", Claim::Duplicate, "the owner still can confirm").await;
}

async fn a_taken_over_claim_is_fenced<S: IdempotencyStore>(store: &S) {
    take(store, "fence", "first", SHORT).await;
    until_short_ends(store).await;
    assert_eq!(claim(store, "fence", "second", LONG).await, Claim::Fresh, "the second takes over");
    assert!(store.confirm("fence", "first").await.is_err(), "the first owner cannot confirm any more");
    release(store, "fence", "first").await;
    expect(store, "fence", Claim::InProgress, "the first owner cannot end the second's claim").await;
    confirm(store, "fence", "second").await;
    expect(store, "fence", Claim::Duplicate, "the second owner confirms").await;
}

async fn keys_are_compared_byte_for_byte<S: IdempotencyStore>(store: &S) {
    let longest = "k".repeat(255);
    let (one_less, widest) = ("k".repeat(254), "€".repeat(85));
    let keys = [
        &longest,
        &one_less,
        &widest,
        "orders.new/Ä-1",
        "orders.new/ä-1",
        "orders.new/a-1",
        "orders.new/A-1",
        "orders.new/a-1 ",
        "orders.new/日本",
        "x'; DROP TABLE acemq_idempotency; --",
        "100%_",
        "back\\slash",
        "",
    ];
    for key in keys {
        expect(store, key, Claim::Fresh, "keys that differ in a byte are different keys").await;
    }
    for key in keys {
        confirm(store, key, "somebody else").await;
        expect(store, key, Claim::Duplicate, "a key is found again").await;
    }
}

async fn one_of_two_claimants_wins<S: IdempotencyStore>(store: &Arc<S>) {
    for meeting in 0..MEETINGS {
        let answers = claim_together(store, &format!("meeting {meeting}"), 2).await;
        assert_eq!(answers, 1, "exactly one of two claims at one instant is fresh (meeting {meeting})");
    }
}

async fn one_of_many_takes_an_expired_claim_over<S: IdempotencyStore>(store: &Arc<S>) {
    let keys: Vec<String> = (0..20).map(|index| format!("abandoned {index}")).collect();
    for key in &keys {
        take(&**store, key, "dead", SHORT).await;
    }
    until_short_ends(&**store).await;
    for key in &keys {
        let answers = claim_together(store, key, 8).await;
        assert_eq!(answers, 1, "exactly one claim takes an expired one over (key `{key}`)");
    }
}

/// So many claims at one instant; answers how many were fresh. The others must be in progress.
async fn claim_together<S: IdempotencyStore>(store: &Arc<S>, key: &str, claimants: usize) -> usize {
    let start = Arc::new(Barrier::new(claimants));
    let mut tasks = JoinSet::new();
    for owner in 0..claimants {
        let (store, start, key) = (Arc::clone(store), Arc::clone(&start), key.to_owned());
        // The set owns the tasks, and the loop below waits for all of them.
        tasks.spawn(async move {
            start.wait().await;
            claim(&*store, &key, &format!("owner {owner}"), LONG).await
        });
    }
    let mut fresh = 0;
    for answer in tasks.join_all().await {
        match answer {
            Claim::Fresh => fresh += 1,
            Claim::InProgress => {}
            Claim::Duplicate => fail(&format!("nobody has confirmed `{key}`")),
        }
    }
    fresh
}

async fn retention_ends<S: IdempotencyStore>(store: &S) {
    take(store, "retention", "one", LONG).await;
    confirm(store, "retention", "one").await;
    until_short_ends(store).await;
    expect(store, "retention", Claim::Fresh, "what was done is forgotten after the retention").await;
}

async fn purge_deletes_what_has_expired<S: IdempotencyStore>(store: &S) {
    let purge = async || match store.purge_expired().await {
        Ok(purged) => purged,
        Err(error) => fail(&format!("purging: {error}")),
    };
    confirm(store, "done", "one").await;
    take(store, "abandoned", "one", SHORT).await;
    take(store, "held", "one", LONG).await;
    until_short_ends(store).await;
    assert_eq!(purge().await, 2, "what was done and what was abandoned have expired");
    expect(store, "held", Claim::InProgress, "a live claim is not purged").await;
    assert_eq!(purge().await, 0, "there is nothing left to purge");
}
