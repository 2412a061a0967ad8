//! What handlers share.

use std::{fmt, ops::Deref, sync::Arc};

use super::{DecodeError, FromDelivery, Incoming, Requirements};

/// A value that the application registered with `App::state`, as a handler argument.
///
/// The field is public and holds the `Arc` itself, so that the pattern `State(gateway): State<Gateway>` gives an
/// `Arc<Gateway>` that can be moved into a task, while a plain `gateway: State<Gateway>` derefs to the value. Holding
/// the value instead would ask every state to be `Clone`, and would hide what a clone shares and what it does not.
///
/// Registering `S` twice, or asking for an `S` that nobody registered, stops start-up.
pub struct State<S: ?Sized>(pub Arc<S>);

impl<S> State<S> {
    /// Shares a value.
    pub fn new(value: S) -> Self {
        Self(Arc::new(value))
    }
}

impl<S: Send + Sync + 'static> FromDelivery for State<S> {
    fn from_delivery(incoming: &Incoming<'_>) -> Result<Self, DecodeError> {
        incoming.state()
    }

    fn requires(requirements: &mut Requirements) {
        requirements.state::<S>();
    }
}

impl<S: ?Sized> Clone for State<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: ?Sized> Deref for State<S> {
    type Target = S;

    fn deref(&self) -> &S {
        &self.0
    }
}

impl<S: ?Sized + fmt::Debug> fmt::Debug for State<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&&*self.0).finish()
    }
}
