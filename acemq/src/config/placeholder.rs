//! `${key}` and `${key:default}` in a text of an attribute or of a listener's settings.

use std::{collections::BTreeMap, fmt};

use acemq_core::suggest::nearest;

use super::tree::Node;
use crate::listener::{Unfilled, environment_form};

/// How many values may lead on to another; more is a circle.
const DEEPEST: usize = 16;

/// Where placeholders look: `vars`, then the document outside the section, then the environment.
#[derive(Clone)]
pub(crate) struct Placeholders {
    pub(super) vars: BTreeMap<String, String>,
    pub(super) outside: Node,
    pub(super) environment: Vec<(String, String)>,
}

impl fmt::Debug for Placeholders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The environment holds other people's secrets.
        f.debug_struct("Placeholders").field("vars", &self.vars.len()).finish_non_exhaustive()
    }
}

impl Placeholders {
    /// The text with every placeholder filled in. A value may hold placeholders itself.
    ///
    /// # Errors
    ///
    /// One that is not closed, or that nothing answers and that has no default.
    pub(crate) fn fill(&self, text: &str) -> Result<String, Unfilled> {
        self.fill_below(text, 0)
    }

    fn fill_below(&self, text: &str, depth: usize) -> Result<String, Unfilled> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("${") {
            filled.push_str(&rest[..start]);
            let inside = &rest[start + 2..];
            let Some(end) = closing(inside) else {
                return Err(Unfilled {
                    message: format!("`{}` is not closed", &rest[start..]),
                    help: format!("write `{}}}`", &rest[start..]),
                });
            };
            filled.push_str(&self.one(&inside[..end], depth)?);
            rest = &inside[end + 1..];
        }
        filled.push_str(rest);
        Ok(filled)
    }

    fn one(&self, inside: &str, depth: usize) -> Result<String, Unfilled> {
        let (key, default) = match inside.split_once(':') {
            Some((key, default)) => (key.trim(), Some(default)),
            None => (inside.trim(), None),
        };
        if depth >= DEEPEST {
            return Err(Unfilled {
                message: format!("`${{{key}}}` leads back to itself"),
                help: "give one of the values on the way as it is".to_owned(),
            });
        }
        match self.look_up(key).as_deref().or(default) {
            Some(found) => self.fill_below(found, depth + 1),
            None => Err(self.unknown(key)),
        }
    }

    fn look_up(&self, key: &str) -> Option<String> {
        let shouted = environment_form(key);
        let variable = |name: &str| {
            self.environment.iter().find(|(written, _)| written == name).map(|(_, value)| value.clone())
        };
        self.vars
            .get(key)
            .or_else(|| {
                // A variable cannot spell `orders.queue`: `ACEMQ_VARS__ORDERS_QUEUE` came to `orders_queue`.
                self.vars.iter().find(|(name, _)| environment_form(name) == shouted).map(|(_, value)| value)
            })
            .cloned()
            .or_else(|| within(&self.outside, key).and_then(Node::as_plain_text))
            .or_else(|| variable(key))
            .or_else(|| variable(&shouted))
    }

    fn unknown(&self, key: &str) -> Unfilled {
        let names: Vec<&str> = self.vars.keys().map(String::as_str).collect();
        Unfilled {
            message: format!("nothing is called `{key}`"),
            help: match nearest(key, &names) {
                Some(near) => format!("write `${{{near}}}`"),
                None => format!("set `vars.{key}`, or give a default: `${{{key}:orders.new}}`"),
            },
        }
    }
}

/// Where the bracket closes that was opened before the text, those of defaults within it left out.
fn closing(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (index, letter) in text.char_indices() {
        match letter {
            '{' if text[..index].ends_with('$') => open += 1,
            '}' if open == 0 => return Some(index),
            '}' => open -= 1,
            _ => {}
        }
    }
    None
}

/// The value under a key with dots: a name may hold dots itself.
fn within<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    node.entries().iter().find_map(|entry| {
        let rest = key.strip_prefix(entry.name.as_str())?;
        match rest.strip_prefix('.') {
            Some(rest) => within(&entry.node, rest),
            None if rest.is_empty() => Some(&entry.node),
            None => None,
        }
    })
}
