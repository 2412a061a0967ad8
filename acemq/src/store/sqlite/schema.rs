//! The table: how it is created, and whether the one that is there is ours.

use sqlx::{AssertSqlSafe, Row, SqlitePool};

use crate::{idempotency::StoreError, store::table::TableName};

/// The columns of the wire contract (§6).
const COLUMNS: [&str; 5] = ["message_id", "state", "claimed_by", "recorded_at", "expires_at"];

/// What creates the table and its index, for a migration.
pub(super) fn ddl(table: &TableName) -> String {
    let table = table.as_str();
    format!(
        "CREATE TABLE IF NOT EXISTS \"{table}\" (
    message_id VARCHAR(255) NOT NULL PRIMARY KEY,
    state VARCHAR(16) NOT NULL,
    claimed_by VARCHAR(64),
    recorded_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS \"{table}_expiry\" ON \"{table}\" (expires_at);
"
    )
}

/// Creates the table and its index when they are not there.
pub(super) async fn create_if_absent(pool: &SqlitePool, table: &TableName) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(ddl(table))).execute(pool).await?;
    Ok(())
}

/// Compares the table with what the statements need.
pub(super) async fn check(pool: &SqlitePool, table: &TableName) -> Result<(), StoreError> {
    let rows = sqlx::query("SELECT name, upper(type) AS type, pk FROM pragma_table_info(?1)")
        .bind(table.as_str())
        .fetch_all(pool)
        .await
        .map_err(StoreError::new)?;
    let mut columns = Vec::with_capacity(rows.len());
    for row in rows {
        columns.push(Column::read(&row).map_err(StoreError::new)?);
    }
    match fault(&columns) {
        None => Ok(()),
        Some(fault) => Err(StoreError::new(format_args!(
            "table `{}` {fault}; create it with `create-schema: true` or with:\n{}",
            table.as_str(),
            ddl(table)
        ))),
    }
}

struct Column {
    name: String,
    kind: String,
    in_primary_key: bool,
}

impl Column {
    fn read(row: &sqlx::sqlite::SqliteRow) -> Result<Self, sqlx::Error> {
        let position: i64 = row.try_get("pk")?;
        Ok(Self { name: row.try_get("name")?, kind: row.try_get("type")?, in_primary_key: position > 0 })
    }
}

/// What is wrong with these columns. More columns of somebody else's are none of our business.
fn fault(columns: &[Column]) -> Option<String> {
    if columns.is_empty() {
        return Some("does not exist".to_owned());
    }
    let missing: Vec<_> = COLUMNS
        .into_iter()
        .filter(|wanted| !columns.iter().any(|column| column.name == *wanted))
        .map(|name| format!("`{name}`"))
        .collect();
    if !missing.is_empty() {
        return Some(format!("is not the one of this store: it has no column {}", missing.join(", ")));
    }
    let keys: Vec<_> = columns.iter().filter(|column| column.in_primary_key).collect();
    if !matches!(keys[..], [key] if key.name == "message_id") {
        return Some("is not the one of this store: `message_id` is not its primary key".to_owned());
    }
    // SQLite keeps a number as a number in a column whose type has INT in it; in others it may be read as text.
    let text = columns.iter().find(|column| {
        matches!(&*column.name, "recorded_at" | "expires_at") && !column.kind.contains("INT")
    })?;
    Some(format!(
        "is not the one of this store: column `{}` is `{}` and should be `BIGINT`",
        text.name, text.kind
    ))
}
