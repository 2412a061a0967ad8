//! A message as another program would publish it: nothing is added to what is written here.

use acemq::__testing::{Properties, Table, Value};
use bytes::Bytes;

/// A message without headers, and with no properties but those that are set.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    /// All headers.
    pub headers: Table,
    /// All properties.
    pub properties: Properties,
    /// The body.
    pub body: Bytes,
}

impl Raw {
    /// A message with this JSON text, or anything else, for a body.
    pub fn body(body: impl Into<Bytes>) -> Self {
        Self { body: body.into(), ..Self::default() }
    }

    /// A message whose body is this number: what most journeys need.
    pub fn number(number: u64) -> Self {
        Self::body(number.to_string())
    }

    /// Sets a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.headers.insert(name.into(), value.into());
        self
    }

    /// Sets the id, as a publisher of the family does.
    #[must_use]
    pub fn id(self, id: &str) -> Self {
        self.header("x-acemq-id", id)
    }

    /// Sets properties.
    #[must_use]
    pub fn properties(mut self, set: impl FnOnce(&mut Properties)) -> Self {
        set(&mut self.properties);
        self
    }
}
