//! The store itself.

use std::{sync::Arc, time::Duration};

use sqlx::{AssertSqlSafe, SqliteConnection, SqlitePool};
use tokio::sync::Semaphore;

use super::{connect::connect, schema, statements::Statements};
use crate::{
    broker::BoxFuture,
    idempotency::{Claim, IdempotencyStore, StoreError, taken_over},
    store::table::TableName,
};

/// How long finished work is remembered unless [`retention`](SqliteStore::retention) says otherwise.
const ONE_DAY: Duration = Duration::from_hours(24);

/// How often a claim is tried again when the row in its way was deleted before it could be read.
const CLAIM_ATTEMPTS: u32 = 3;

/// Claims and finished work in an SQLite file.
///
/// Several processes may share the file, on one machine. It survives them: finished work is remembered for the
/// [`retention`](Self::retention), and the claim of a process that died ends with its lease. After a power failure the
/// last commits may be missing; those messages are handled again if they are delivered again.
///
/// # Examples
///
/// ```
/// # async fn example() -> Result<(), acemq::StoreError> {
/// let store = acemq::SqliteStore::connect("sqlite://payments-idempotency.db").await?.table("payments_done")?;
/// store.create_schema_if_absent().await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct SqliteStore {
    pub(super) pool: SqlitePool,
    /// SQLite has one writer. Who waits here waits in line; who waits in the file is told that the database is locked.
    gate: Arc<Semaphore>,
    table: TableName,
    statements: Statements,
    retention: Duration,
}

impl SqliteStore {
    /// Opens the file, or creates an empty one: `sqlite://path`, `sqlite:///absolute/path`, or `sqlite::memory:` for a
    /// database that ends with the store. The file is switched to write-ahead logging.
    ///
    /// # Errors
    ///
    /// The URL is none, or the file cannot be opened or created.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        Ok(Self::from_pool(connect(url).await?))
    }

    /// Uses connections that the application opened. They should have a busy timeout and write-ahead logging.
    pub fn from_pool(pool: SqlitePool) -> Self {
        let table = TableName::default();
        let statements = Statements::new(&table);
        Self { pool, gate: Arc::new(Semaphore::new(1)), table, statements, retention: ONE_DAY }
    }

    /// Uses this table, `acemq_idempotency` unless set.
    ///
    /// # Errors
    ///
    /// The name does not match `[A-Za-z_][A-Za-z0-9_]{0,62}`.
    pub fn table(mut self, name: &str) -> Result<Self, StoreError> {
        self.table = TableName::new(name)?;
        self.statements = Statements::new(&self.table);
        Ok(self)
    }

    /// Remembers finished work for this long, 24 hours unless set.
    #[must_use]
    pub fn retention(mut self, retention: Duration) -> Self {
        self.retention = retention;
        self
    }

    /// The statements that create the table and its index, for a migration.
    pub fn ddl(&self) -> String {
        schema::ddl(&self.table)
    }

    /// Creates the table and its index unless they are there.
    ///
    /// # Errors
    ///
    /// The database refuses, or a table of that name is there and is another one; the error holds the statements to run.
    pub async fn create_schema_if_absent(&self) -> Result<(), StoreError> {
        let created = {
            let _turn = self.turn().await?;
            schema::create_if_absent(&self.pool, &self.table).await
        };
        // Over somebody else's table the index fails first, in words that say less than the check.
        self.check_schema().await?;
        created.map_err(StoreError::new)
    }

    /// Looks whether the table is there and is the one that this store needs. It creates nothing.
    ///
    /// # Errors
    ///
    /// It is not; the error holds the statements to run.
    pub async fn check_schema(&self) -> Result<(), StoreError> {
        schema::check(&self.pool, &self.table).await
    }

    /// Waits until no other statement of this store writes.
    async fn turn(&self) -> Result<tokio::sync::SemaphorePermit<'_>, StoreError> {
        self.gate.acquire().await.map_err(StoreError::new)
    }

    async fn claim_row(&self, key: &str, owner: &str, lease: Duration) -> Result<Claim, StoreError> {
        let _turn = self.turn().await?;
        let mut connection = self.pool.acquire().await.map_err(StoreError::new)?;
        for _ in 0..CLAIM_ATTEMPTS {
            let claim = &self.statements.claim;
            if write(&mut connection, claim, key, owner, Some(lease)).await? > 0 {
                return Ok(Claim::Fresh);
            }
            let state: Option<String> = sqlx::query_scalar(AssertSqlSafe(Arc::clone(&self.statements.state)))
                .bind(key)
                .fetch_optional(&mut *connection)
                .await
                .map_err(StoreError::new)?;
            match state.as_deref() {
                Some("CONFIRMED") => return Ok(Claim::Duplicate),
                Some("CLAIMED") => return Ok(Claim::InProgress),
                Some(other) => {
                    return Err(StoreError::new(format_args!("`{key}` is in the unknown state `{other}`")));
                }
                // Another process released it between the two statements.
                None => {}
            }
        }
        // It is released and claimed again all the time: somebody is at work on it.
        Ok(Claim::InProgress)
    }

    async fn confirm_row(&self, key: &str, owner: &str) -> Result<(), StoreError> {
        let _turn = self.turn().await?;
        let mut connection = self.pool.acquire().await.map_err(StoreError::new)?;
        let confirm = &self.statements.confirm;
        match write(&mut connection, confirm, key, owner, Some(self.retention)).await? {
            0 => Err(taken_over(key)),
            _ => Ok(()),
        }
    }

    async fn release_row(&self, key: &str, owner: &str) -> Result<(), StoreError> {
        let _turn = self.turn().await?;
        let mut connection = self.pool.acquire().await.map_err(StoreError::new)?;
        // No row means that the claim is somebody else's by now, which is no concern of ours.
        write(&mut connection, &self.statements.release, key, owner, None).await?;
        Ok(())
    }

    async fn purge(&self) -> Result<u64, StoreError> {
        let _turn = self.turn().await?;
        let purged = sqlx::query(AssertSqlSafe(Arc::clone(&self.statements.purge)))
            .execute(&self.pool)
            .await
            .map_err(StoreError::new)?;
        Ok(purged.rows_affected())
    }
}

/// Runs one statement, which commits by itself; answers how many rows it changed.
///
/// A caller that is dropped meanwhile leaves a statement that either ran or did not: nothing is held open.
async fn write(
    connection: &mut SqliteConnection,
    statement: &Arc<str>,
    key: &str,
    owner: &str,
    time: Option<Duration>,
) -> Result<u64, StoreError> {
    let query = sqlx::query(AssertSqlSafe(Arc::clone(statement))).bind(key).bind(owner);
    let query = match time {
        Some(time) => query.bind(milliseconds(time)),
        None => query,
    };
    let done = query.execute(connection).await.map_err(StoreError::new)?;
    Ok(done.rows_affected())
}

/// Bounded at a thousand years, so that adding it to the present never overflows.
fn milliseconds(time: Duration) -> i64 {
    const LONGEST: u128 = 1000 * 365 * 24 * 60 * 60 * 1000;
    i64::try_from(time.as_millis().min(LONGEST)).unwrap_or(i64::MAX)
}

impl IdempotencyStore for SqliteStore {
    fn claim<'a>(
        &'a self,
        key: &'a str,
        owner: &'a str,
        lease: Duration,
    ) -> BoxFuture<'a, Result<Claim, StoreError>> {
        Box::pin(self.claim_row(key, owner, lease))
    }

    fn confirm<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.confirm_row(key, owner))
    }

    fn release<'a>(&'a self, key: &'a str, owner: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(self.release_row(key, owner))
    }

    fn purge_expired(&self) -> BoxFuture<'_, Result<u64, StoreError>> {
        Box::pin(self.purge())
    }
}
