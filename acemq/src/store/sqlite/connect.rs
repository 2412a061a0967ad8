//! How the file is opened.

use std::{str::FromStr, time::Duration};

use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use crate::idempotency::StoreError;

/// How long a statement waits for a writer in another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a claim waits for the connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a file is opened that another process is opening, and how long is waited in between.
const ATTEMPTS: u32 = 50;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// Opens or creates the file that `url` names: `sqlite://path`, `sqlite::memory:`, or a bare path.
pub(super) async fn connect(url: &str) -> Result<SqlitePool, StoreError> {
    // What stands behind the question mark may be a key and is never printed.
    let shown = url.split('?').next().unwrap_or_default();
    let options = SqliteConnectOptions::from_str(url)
        .map_err(|error| {
            StoreError::new(format_args!("`{shown}` names no SQLite file ({error}); write `sqlite://path`"))
        })?
        .create_if_missing(true)
        // Readers do not wait for the writer. A process that dies loses nothing; a machine that loses power may lose what
        // was committed last, and then the message is handled again.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY_TIMEOUT);
    // One connection: SQLite has one writer, and an in-memory database lives as long as its connection does.
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false);
    let mut attempt = 1;
    loop {
        match pool.clone().connect_with(options.clone()).await {
            Ok(pool) => return Ok(pool),
            // The change to WAL takes a lock that the busy timeout does not wait for.
            Err(error) if is_busy(&error) && attempt < ATTEMPTS => attempt += 1,
            Err(error) => return Err(StoreError::new(format_args!("cannot open `{shown}`: {error}"))),
        }
        tokio::time::sleep(BETWEEN_ATTEMPTS).await;
    }
}

/// `SQLITE_BUSY` or `SQLITE_LOCKED`, whatever the extended code says besides.
fn is_busy(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code)
        .and_then(|code| code.parse::<u32>().ok())
        .is_some_and(|code| matches!(code & 0xff, 5 | 6))
}
