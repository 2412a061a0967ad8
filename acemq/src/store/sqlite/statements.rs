//! The SQL of the store, written once per table name.
//!
//! Time is the database's own: all processes on one file agree on it, and each statement reads it once.

use std::sync::Arc;

use crate::store::table::TableName;

/// Milliseconds since 1970 by SQLite's clock. Rounded, since the fraction is a float.
const NOW: &str = "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)";

/// Statements for one table. The name is quoted: a keyword may be a table too.
#[derive(Clone, Debug)]
pub(super) struct Statements {
    /// Inserts a claim, or takes an expired row over; no row is changed when somebody holds the key.
    pub(super) claim: Arc<str>,
    /// Reads the state of a key that could not be claimed.
    pub(super) state: Arc<str>,
    /// Marks as done what is one's own or nobody's; no row is changed when another owner holds the claim.
    pub(super) confirm: Arc<str>,
    /// Deletes one's own claim.
    pub(super) release: Arc<str>,
    /// Deletes what has expired.
    pub(super) purge: Arc<str>,
}

impl Statements {
    /// Writes them for this table. Parameters: ?1 the key, ?2 the owner, ?3 milliseconds of lease or retention.
    pub(super) fn new(table: &TableName) -> Self {
        let table = table.as_str();
        let upsert = |state: &str, only_if: &str| {
            format!(
                "INSERT INTO \"{table}\" AS row (message_id, state, claimed_by, recorded_at, expires_at) \
                 VALUES (?1, '{state}', ?2, {NOW}, {NOW} + ?3) \
                 ON CONFLICT (message_id) DO UPDATE SET state = excluded.state, claimed_by = excluded.claimed_by, \
                 recorded_at = excluded.recorded_at, expires_at = excluded.expires_at WHERE {only_if}"
            )
            .into()
        };
        Self {
            claim: upsert("CLAIMED", "row.expires_at <= excluded.recorded_at"),
            confirm: upsert("CONFIRMED", "row.state = 'CONFIRMED' OR row.claimed_by = excluded.claimed_by"),
            state: format!("SELECT state FROM \"{table}\" WHERE message_id = ?1").into(),
            release: format!(
                "DELETE FROM \"{table}\" WHERE message_id = ?1 AND claimed_by = ?2 AND state = 'CLAIMED'"
            )
            .into(),
            purge: format!("DELETE FROM \"{table}\" WHERE expires_at <= {NOW}").into(),
        }
    }
}
