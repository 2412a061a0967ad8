//! The application's view of the headers: everything but the family's reserved names.

use std::{fmt, sync::Arc};

use super::{Table, Value, header};

/// The headers of a delivery as a handler sees them. Cheap to clone.
///
/// Names that start with `x-acemq-` are the family's and hidden; what they say is in
/// [`Envelope`](crate::Envelope). Names are compared as they stand: AMQP headers are case-sensitive.
#[derive(Clone, Default)]
pub struct Headers(Arc<Table>);

impl Headers {
    /// Shares the table of a delivery.
    pub(crate) fn new(table: Arc<Table>) -> Self {
        Self(table)
    }

    /// The value of a header.
    pub fn get(&self, name: &str) -> Option<&Value> {
        if header::is_hidden(name) { None } else { self.0.get(name) }
    }

    /// The value of a header that holds text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(Value::as_text)
    }

    /// The value of a header that holds an integer of any width.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Value::as_integer)
    }

    /// All headers, in name order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().filter(|(name, _)| !header::is_hidden(name)).map(|(name, value)| (&**name, value))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl fmt::Debug for Headers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_are_hidden_and_shared_ones_are_not() {
        let table: Table = [
            ("x-acemq-id".into(), Value::from("1")),
            ("X-AceMQ-Unknown".into(), Value::from("1")),
            ("acemq-replay-count".into(), Value::I32(2)),
            ("x-tenant".into(), Value::from("acme")),
            ("acemq-publish-id".into(), Value::from("7")),
        ]
        .into();
        let headers = Headers::new(Arc::new(table));
        assert_eq!(headers.text("x-acemq-id"), None);
        assert_eq!(headers.text("x-tenant"), Some("acme"));
        assert_eq!(headers.integer("acemq-replay-count"), Some(2));
        assert_eq!(headers.len(), 2);
    }
}
