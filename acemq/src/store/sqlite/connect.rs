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
    let options = options(url).map_err(|error| {
        StoreError::new(format_args!("`{shown}` names no SQLite file ({error}); write `sqlite://path`"))
    })?;
    open(options).await.map_err(|error| StoreError::new(format_args!("cannot open `{shown}`: {error}")))
}

fn options(url: &str) -> Result<SqliteConnectOptions, sqlx::Error> {
    Ok(SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        // Readers do not wait for the writer. A process that dies loses nothing; a machine that loses power may lose what
        // was committed last, and then the message is handled again.
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY_TIMEOUT))
}

async fn open(options: SqliteConnectOptions) -> Result<SqlitePool, sqlx::Error> {
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
            // Of processes that create one file at once, a few are told that it is locked while one of them changes it
            // to write-ahead logging, and the busy timeout does not cover that.
            Err(error) if is_busy(&error) && attempt < ATTEMPTS => attempt += 1,
            opened => return opened,
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

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;

    use super::*;

    #[tokio::test]
    async fn a_file_that_is_locked_for_a_while_is_opened_when_it_is_free() {
        let path = std::env::temp_dir().join(format!("acemq-{}", uuid::Uuid::new_v4()));
        let other = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut other = other.connect().await.expect("a new file");
        sqlx::raw_sql("CREATE TABLE other (id); BEGIN EXCLUSIVE").execute(&mut other).await.expect("alone");
        let free = async {
            // No event tells that an attempt was made; without a second one the opening has failed long before this.
            tokio::time::sleep(4 * BETWEEN_ATTEMPTS).await;
            sqlx::raw_sql("COMMIT").execute(&mut other).await.expect("it holds the lock");
        };
        let impatient = options(&path.display().to_string()).expect("a path").busy_timeout(Duration::ZERO);
        let (opened, ()) = futures_util::future::join(open(impatient), free).await;
        opened.expect("it is free").close().await;
        for suffix in ["", "-wal", "-shm"] {
            // The companions are there or not, as SQLite decided.
            drop(std::fs::remove_file(format!("{}{suffix}", path.display())));
        }
    }

    #[tokio::test]
    async fn what_stands_behind_the_question_mark_is_not_printed() {
        let url = "sqlite:///no/such/folder/db?mode=rw&cache=private";
        let error = connect(url).await.expect_err("there is no such folder").to_string();
        assert!(error.starts_with("cannot open `sqlite:///no/such/folder/db`: "), "{error}");
        assert!(!error.contains("private"), "{error}");
    }
}
