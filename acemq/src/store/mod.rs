//! Stores of handled messages in a database. Only this module names sqlx.

#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(feature = "sqlite")]
mod table;

#[cfg(feature = "sqlite")]
pub use self::sqlite::SqliteStore;
