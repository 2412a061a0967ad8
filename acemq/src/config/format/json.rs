//! JSON, through `serde_json`: each value is read from its own piece of the text, whose place gives the line.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{
    super::tree::{Entry, Kind, Node},
    line_of,
};
use crate::fault::{Fault, Origin};

/// Reads a document.
pub(super) fn parse(name: &str, text: &str) -> Result<Node, Vec<Fault>> {
    let document = Document { name, text };
    // The whole text first: below, every piece is known to be good.
    serde_json::from_str::<serde_json::Value>(text)
        .and_then(|_| serde_json::from_str::<&RawValue>(text))
        .and_then(|raw| document.node(raw))
        .map_err(|error| {
            let origin = Origin::line(name, error.line().max(1));
            vec![Fault::new(origin, "", format!("this is not JSON: {}", without_place(&error)), "")]
        })
}

/// The message without its ` at line 1 column 2`, which the origin says.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split_once(" at line ").map_or(message.clone(), |(before, _)| before.to_owned())
}

struct Document<'a> {
    name: &'a str,
    text: &'a str,
}

impl Document<'_> {
    fn node(&self, raw: &RawValue) -> serde_json::Result<Node> {
        let piece = raw.get();
        let offset = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let origin = Origin::line(self.name, line_of(self.text, offset));
        let kind = match piece.as_bytes().first() {
            Some(b'{') => {
                let Members(members) = serde_json::from_str(piece)?;
                let entries = members
                    .into_iter()
                    .map(|(name, raw)| {
                        let node = self.node(raw)?;
                        Ok(Entry { name, origin: node.origin.clone(), node })
                    })
                    .collect::<serde_json::Result<_>>()?;
                Kind::Table(entries)
            }
            Some(b'[') => {
                let items: Vec<&RawValue> = serde_json::from_str(piece)?;
                Kind::List(items.into_iter().map(|item| self.node(item)).collect::<serde_json::Result<_>>()?)
            }
            _ => scalar(&serde_json::from_str(piece)?),
        };
        Ok(Node::new(origin, kind))
    }
}

fn scalar(value: &serde_json::Value) -> Kind {
    match value {
        serde_json::Value::Bool(value) => Kind::Bool(*value),
        serde_json::Value::Number(number) => {
            number.as_i64().map_or_else(|| Kind::Float(number.as_f64().unwrap_or(f64::NAN)), Kind::Integer)
        }
        serde_json::Value::String(text) => Kind::Text(text.clone()),
        serde_json::Value::Null | serde_json::Value::Array(_) | serde_json::Value::Object(_) => Kind::Null,
    }
}

/// The members of an object in their order, doubled ones too.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Collect).map(Members)
    }
}
