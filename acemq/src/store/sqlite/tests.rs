//! What is SQLite's own; what every store must do is in the suite, which runs here for a file and for memory.

use std::{path::PathBuf, time::Duration};

use super::SqliteStore;
use crate::idempotency::{Claim, IdempotencyStore, suite};

const LEASE: Duration = Duration::from_mins(10);

/// A folder of this test's own, deleted with the value.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("acemq-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir(&path).expect("a new folder");
        Self(path)
    }

    fn url(&self, file: &str) -> String {
        format!("sqlite://{}", self.0.join(file).display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).expect("it is still there");
    }
}

async fn ready(url: &str) -> SqliteStore {
    let store = SqliteStore::connect(url).await.expect("it opens");
    store.create_schema_if_absent().await.expect("it is empty");
    store
}

async fn execute(store: &SqliteStore, statement: &'static str) {
    sqlx::raw_sql(statement).execute(&store.pool).await.expect(statement);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_passes_the_suite_of_all_stores() {
    let folder = Folder::new();
    suite::run(async |retention| {
        ready(&folder.url(&uuid::Uuid::new_v4().to_string())).await.retention(retention)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_in_memory_database_passes_the_suite_of_all_stores() {
    suite::run(async |retention| ready("sqlite::memory:").await.retention(retention)).await;
}

#[tokio::test]
async fn done_work_survives_the_process() {
    let folder = Folder::new();
    let url = folder.url("db");
    let first = ready(&url).await;
    assert_eq!(first.claim("done", "one", LEASE).await, Ok(Claim::Fresh));
    first.confirm("done", "one").await.expect("its own claim");
    assert_eq!(first.claim("held", "one", LEASE).await, Ok(Claim::Fresh));
    first.pool.close().await;
    let second = ready(&url).await;
    assert_eq!(second.claim("done", "two", LEASE).await, Ok(Claim::Duplicate));
    assert_eq!(second.claim("held", "two", LEASE).await, Ok(Claim::InProgress));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn stores_that_open_one_file_at_once_agree_on_every_claim() {
    let folder = Folder::new();
    let url = folder.url("db");
    let stores = futures_util::future::join_all((0..4).map(|_| ready(&url))).await;
    for key in 0..200 {
        let key = key.to_string();
        let claims = stores.iter().enumerate().map(async |(owner, store)| {
            store.claim(&key, &owner.to_string(), LEASE).await.expect("the file is there")
        });
        let answers = futures_util::future::join_all(claims).await;
        let fresh = answers.iter().filter(|answer| **answer == Claim::Fresh).count();
        assert_eq!(fresh, 1, "{answers:?}");
    }
}

#[tokio::test]
async fn the_file_is_in_write_ahead_mode_with_the_table_and_index_of_the_contract() {
    let folder = Folder::new();
    let store = ready(&folder.url("db")).await;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&store.pool).await.expect("a mode");
    assert_eq!(mode, "wal");
    let columns: Vec<(String, String)> =
        sqlx::query_as("SELECT name, type FROM pragma_table_info('acemq_idempotency')")
            .fetch_all(&store.pool)
            .await
            .expect("columns");
    let expected = [
        ("message_id", "VARCHAR(255)"),
        ("state", "VARCHAR(16)"),
        ("claimed_by", "VARCHAR(64)"),
        ("recorded_at", "BIGINT"),
        ("expires_at", "BIGINT"),
    ];
    assert_eq!(columns, expected.map(|(name, kind)| (name.to_owned(), kind.to_owned())));
    let indexed: Vec<String> =
        sqlx::query_scalar("SELECT name FROM pragma_index_info('acemq_idempotency_expiry')")
            .fetch_all(&store.pool)
            .await
            .expect("the index");
    assert_eq!(indexed, ["expires_at"]);
}

#[tokio::test]
async fn rows_are_what_the_family_writes() {
    let store = ready("sqlite::memory:").await.retention(Duration::from_secs(100));
    let before = crate::message::epoch_millis(crate::message::Clock::start().now());
    assert_eq!(store.claim("a", "one", Duration::from_secs(30)).await, Ok(Claim::Fresh));
    let row = || {
        sqlx::query_as::<_, (String, String, i64, i64)>(
            "SELECT state, claimed_by, recorded_at, expires_at FROM acemq_idempotency WHERE message_id = 'a'",
        )
        .fetch_one(&store.pool)
    };
    let (state, owner, recorded, expires) = row().await.expect("the claim");
    assert_eq!((state.as_str(), owner.as_str(), expires - recorded), ("CLAIMED", "one", 30_000));
    assert!((before - 1_000..before + 60_000).contains(&recorded), "{recorded} is milliseconds since 1970");
    store.confirm("a", "one").await.expect("its own claim");
    let (state, _, recorded, expires) = row().await.expect("the work");
    assert_eq!((state.as_str(), expires - recorded), ("CONFIRMED", 100_000));
}

#[tokio::test]
async fn a_row_that_another_library_confirmed_without_an_owner_is_a_duplicate() {
    let store = ready("sqlite::memory:").await;
    execute(
        &store,
        "INSERT INTO acemq_idempotency (message_id, state, recorded_at, expires_at) \
         VALUES ('a', 'CONFIRMED', 0, 9000000000000)",
    )
    .await;
    assert_eq!(store.claim("a", "one", LEASE).await, Ok(Claim::Duplicate));
}

#[tokio::test]
async fn two_tables_in_one_file_do_not_see_each_other() {
    let folder = Folder::new();
    let url = folder.url("db");
    let one = ready(&url).await;
    let other = SqliteStore::connect(&url).await.expect("it opens").table("select").expect("a name");
    other.create_schema_if_absent().await.expect("it is empty");
    assert_eq!(one.claim("a", "one", LEASE).await, Ok(Claim::Fresh));
    assert_eq!(other.claim("a", "one", LEASE).await, Ok(Claim::Fresh));
    other.confirm("a", "one").await.expect("its own claim");
    other.release("a", "one").await.expect("nothing to do");
    assert_eq!(other.purge_expired().await, Ok(0));
}

#[tokio::test]
async fn a_missing_table_is_reported_with_the_statements_to_run() {
    let store = SqliteStore::connect("sqlite::memory:").await.expect("it opens");
    let error = store.check_schema().await.expect_err("there is no table").to_string();
    assert!(error.starts_with("table `acemq_idempotency` does not exist; create it with"), "{error}");
    let ddl = error.split_once("with:\n").expect("the statements").1.to_owned();
    assert_eq!(ddl, store.ddl());
    sqlx::raw_sql(sqlx::AssertSqlSafe(ddl)).execute(&store.pool).await.expect("it runs as it stands");
    assert_eq!(store.check_schema().await, Ok(()));
}

#[tokio::test]
async fn a_table_of_another_shape_is_reported_with_what_is_wrong() {
    for (table, fault) in [
        (
            "CREATE TABLE acemq_idempotency (message_id TEXT PRIMARY KEY, state TEXT)",
            "it has no column `claimed_by`,",
        ),
        (
            "CREATE TABLE acemq_idempotency (message_id TEXT, state TEXT, claimed_by TEXT, recorded_at BIGINT, \
             expires_at BIGINT)",
            "`message_id` is not its primary key",
        ),
        (
            "CREATE TABLE acemq_idempotency (message_id TEXT PRIMARY KEY, state TEXT, claimed_by TEXT, \
             recorded_at BIGINT, expires_at TEXT)",
            "column `expires_at` is `TEXT` and should be `BIGINT`",
        ),
    ] {
        let store = SqliteStore::connect("sqlite::memory:").await.expect("it opens");
        execute(&store, table).await;
        for error in [store.check_schema().await, store.create_schema_if_absent().await] {
            let error = error.expect_err(fault).to_string();
            assert!(error.contains(fault), "{error}");
        }
    }
}

#[tokio::test]
async fn what_cannot_be_opened_is_reported_with_its_url() {
    let error = SqliteStore::connect("sqlite:///no/such/folder/db").await.expect_err("no folder").to_string();
    assert!(error.starts_with("cannot open `sqlite:///no/such/folder/db`: "), "{error}");
    let error = SqliteStore::connect("sqlite://db?mode=odd").await.expect_err("no such mode").to_string();
    assert!(error.contains("write `sqlite://path`"), "{error}");
}

#[tokio::test]
async fn a_store_without_its_table_fails_and_does_not_answer() {
    let store = SqliteStore::connect("sqlite::memory:").await.expect("it opens");
    assert!(store.claim("a", "one", LEASE).await.is_err());
    assert!(store.confirm("a", "one").await.is_err());
    assert!(store.release("a", "one").await.is_err());
    assert!(store.purge_expired().await.is_err());
}

#[tokio::test]
async fn leases_that_no_clock_can_count_are_for_ever() {
    let store = ready("sqlite::memory:").await.retention(Duration::MAX);
    assert_eq!(store.claim("a", "one", Duration::MAX).await, Ok(Claim::Fresh));
    assert_eq!(store.claim("a", "two", LEASE).await, Ok(Claim::InProgress));
    store.confirm("a", "one").await.expect("its own claim");
    assert_eq!(store.claim("a", "two", LEASE).await, Ok(Claim::Duplicate));
}
