//! What listeners share: one value per type, put in before start-up and read by arguments.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    fmt,
};

/// A map with one value per type: state that the application registered, and what the runtime lends to arguments.
///
/// It is filled before the first listener starts and never changes after, so that no lock is needed.
#[derive(Default)]
pub struct Resources(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl Resources {
    /// Puts a value in; answers whether one of that type was there before.
    pub(crate) fn insert<T: Any + Send + Sync>(&mut self, value: T) -> bool {
        self.0.insert(TypeId::of::<T>(), Box::new(value)).is_some()
    }

    /// The value of that type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Whether there is a value of that type.
    pub fn contains<T: Any>(&self) -> bool {
        self.0.contains_key(&TypeId::of::<T>())
    }
}

impl fmt::Debug for Resources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resources").field("types", &self.0.len()).finish()
    }
}
