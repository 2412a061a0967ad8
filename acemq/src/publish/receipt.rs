//! What a publish answers.

use std::fmt;

use crate::error::{Error, Result};

/// The broker has the message on its queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    id: String,
}

impl Receipt {
    pub(super) fn new(id: String) -> Self {
        Self { id }
    }

    /// The id that the message carries.
    pub fn id(&self) -> &str {
        &self.id
    }
}

/// Some values of a batch were not published.
#[derive(Debug)]
pub struct BatchError {
    published: Vec<(usize, Receipt)>,
    failed: Vec<(usize, Error)>,
}

impl BatchError {
    pub(super) fn collect(results: Vec<Result<Receipt>>) -> Result<Vec<Receipt>, Self> {
        let (mut published, mut failed) = (Vec::new(), Vec::new());
        for (index, result) in results.into_iter().enumerate() {
            match result {
                Ok(receipt) => published.push((index, receipt)),
                Err(error) => failed.push((index, error)),
            }
        }
        if failed.is_empty() {
            Ok(published.into_iter().map(|(_, receipt)| receipt).collect())
        } else {
            Err(Self { published, failed })
        }
    }

    /// Those that were published, with their places in the batch.
    pub fn published(&self) -> &[(usize, Receipt)] {
        &self.published
    }

    /// Those that were not, with their places in the batch and the reasons. A reason of
    /// [`Fate::MayHaveBeenPublished`](crate::Fate::MayHaveBeenPublished) leaves it open.
    pub fn failed(&self) -> &[(usize, Error)] {
        &self.failed
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.published.len() + self.failed.len();
        write!(f, "{} of {all} messages were not published", self.failed.len())?;
        match self.failed.first() {
            Some((index, error)) => write!(f, "; the first is number {}: {error}", index + 1),
            None => Ok(()),
        }
    }
}

impl std::error::Error for BatchError {}
