//! Whether a copy may still be begun: not when a drain's deadline has passed, since it takes as long as the broker likes.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Held by everything of one listener that begins copies. Its clones are one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Permit {
    ended: Arc<AtomicBool>,
}

impl Permit {
    /// No copy is begun from now on; those under way go on.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether a copy may be begun.
    pub(crate) fn holds(&self) -> bool {
        !self.ended.load(Ordering::Relaxed)
    }
}
