//! Marking the error of a `Result` in passing.

use std::time::Duration;

use super::{BoxError, Fatal, Park, RetryAfter, Retryable};

/// Says of a `Result`'s error what becomes of the message.
///
/// ```
/// use acemq::{Fatal, ResultExt as _};
///
/// fn amount(text: &str) -> Result<u64, Fatal> {
///     text.parse::<u64>().fatal()
/// }
/// # assert!(amount("seven").is_err());
/// ```
pub trait ResultExt<T> {
    /// Wraps the error in [`Fatal`]: the message is dead-lettered at once.
    ///
    /// # Errors
    ///
    /// The error that was there, marked.
    fn fatal(self) -> Result<T, Fatal>;

    /// Wraps the error in [`Retryable`]: the next step of the ladder.
    ///
    /// # Errors
    ///
    /// The error that was there, marked.
    fn retryable(self) -> Result<T, Retryable>;

    /// Wraps the error in [`RetryAfter`]: again after this wait, never earlier.
    ///
    /// # Errors
    ///
    /// The error that was there, marked.
    fn retry_after(self, wait: Duration) -> Result<T, RetryAfter>;

    /// Wraps the error in [`Park`]: the message waits for a person.
    ///
    /// # Errors
    ///
    /// The error that was there, marked.
    fn park(self) -> Result<T, Park>;
}

impl<T, E: Into<BoxError>> ResultExt<T> for Result<T, E> {
    fn fatal(self) -> Result<T, Fatal> {
        self.map_err(Fatal::new)
    }

    fn retryable(self) -> Result<T, Retryable> {
        self.map_err(Retryable::new)
    }

    fn retry_after(self, wait: Duration) -> Result<T, RetryAfter> {
        self.map_err(|error| RetryAfter::new(wait, error))
    }

    fn park(self) -> Result<T, Park> {
        self.map_err(Park::new)
    }
}
