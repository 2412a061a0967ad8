//! Claims in an SQLite file: one disk, any number of processes on it, one writer at a time.

mod connect;
mod schema;
mod statements;
mod store;
#[cfg(test)]
mod tests;

pub use self::store::SqliteStore;
