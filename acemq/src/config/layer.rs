//! Lays the sources over each other, the strongest last. The one place that names the config crate.
//!
//! What that crate is used for: values with their origin, and the merge of tables key by key. What it is not used for, with
//! the reason: its formats know no line numbers and stop at the first fault, its environment source changes the case of
//! keys, and its typed reads take `true` for 1 and 1.7 for 2.

use std::{fmt, time::Duration};

use ::config::{ConfigError, Map, Source, Value, ValueKind};

use super::tree::{Entry, Kind, Node};
use crate::fault::Origin;

/// One folded source.
#[derive(Clone)]
struct Layer(Node);

impl fmt::Debug for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A derived one would print passwords.
        f.debug_struct("Layer").field("origin", &self.0.origin).finish_non_exhaustive()
    }
}

impl Source for Layer {
    fn clone_into_box(&self) -> Box<dyn Source + Send + Sync> {
        Box::new(self.clone())
    }

    fn collect(&self) -> Result<Map<String, Value>, ConfigError> {
        // The crate reads the outermost keys as paths: they are the schema's, which have neither dots nor brackets.
        Ok(self.0.entries().iter().map(|entry| (entry.name.clone(), to_value(&entry.node))).collect())
    }
}

/// Everything that the sources say, where a later one beats an earlier one key by key.
///
/// A list is one value: it replaces another as a whole.
pub(super) fn merge(layers: Vec<Node>) -> Result<Node, ConfigError> {
    let builder = layers
        .into_iter()
        .fold(::config::Config::builder(), |builder, layer| builder.add_source(Layer(layer)));
    Ok(of_value(&builder.build()?.cache))
}

/// Durations travel as unsigned milliseconds, which nothing else becomes.
fn to_value(node: &Node) -> Value {
    let kind = match &node.kind {
        Kind::Null => ValueKind::Nil,
        Kind::Bool(value) => ValueKind::Boolean(*value),
        Kind::Integer(value) => ValueKind::I64(*value),
        Kind::Float(value) => ValueKind::Float(*value),
        Kind::Text(text) => ValueKind::String(text.clone()),
        Kind::Duration(duration) => ValueKind::U128(duration.as_millis()),
        Kind::List(items) => ValueKind::Array(items.iter().map(to_value).collect()),
        Kind::Table(entries) => ValueKind::Table(
            entries.iter().map(|entry| (entry.name.clone(), to_value(&entry.node))).collect(),
        ),
    };
    Value::new(Some(&node.origin.as_str().to_owned()), kind)
}

/// A table has lost its origin in the merge, and its order: it has neither from here on.
fn of_value(value: &Value) -> Node {
    let kind = match &value.kind {
        ValueKind::Nil => Kind::Null,
        ValueKind::Boolean(value) => Kind::Bool(*value),
        ValueKind::I64(value) => Kind::Integer(*value),
        ValueKind::U64(value) => Kind::Integer(i64::try_from(*value).unwrap_or(i64::MAX)),
        ValueKind::I128(value) => Kind::Integer(i64::try_from(*value).unwrap_or(i64::MAX)),
        ValueKind::U128(millis) => {
            Kind::Duration(Duration::from_millis(u64::try_from(*millis).unwrap_or(u64::MAX)))
        }
        ValueKind::Float(value) => Kind::Float(*value),
        ValueKind::String(text) => Kind::Text(text.clone()),
        ValueKind::Array(items) => Kind::List(items.iter().map(of_value).collect()),
        ValueKind::Table(table) => {
            let mut entries: Vec<Entry> = table
                .iter()
                .map(|(name, value)| {
                    let node = of_value(value);
                    Entry { name: name.clone(), origin: node.origin.clone(), node }
                })
                .collect();
            entries.sort_by(|left, right| left.name.cmp(&right.name));
            Kind::Table(entries)
        }
    };
    Node::new(Origin::new(value.origin().unwrap_or("the configuration")), kind)
}
