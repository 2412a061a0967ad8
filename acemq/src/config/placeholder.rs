//! `${key}` and `${key:default}` in a text of an attribute or of a listener's settings.

use std::{collections::BTreeMap, fmt};

use acemq_core::{
    placeholder::{Part, parts},
    suggest::nearest,
};

use super::tree::Node;
use crate::listener::{Unfilled, environment_form};

/// How many values may lead on to another; more is a circle.
const DEEPEST: usize = 16;

/// How long a text may become: values that lead on to others twice each would double it at every step.
const LONGEST: usize = 64 * 1024;

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
    /// One that is not well formed, or that nothing answers and that has no default.
    pub(crate) fn fill(&self, text: &str) -> Result<String, Unfilled> {
        self.fill_below(text, 0)
    }

    fn fill_below(&self, text: &str, depth: usize) -> Result<String, Unfilled> {
        let parts = parts(text).map_err(|error| Unfilled {
            message: error.message().to_owned(),
            help: error.help().to_owned(),
        })?;
        let mut filled = String::new();
        for part in parts {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Placeholder { key, default } => filled.push_str(&self.one(key, default, depth)?),
            }
            if filled.len() > LONGEST {
                return Err(Unfilled {
                    message: format!("the placeholders come to more than {LONGEST} bytes"),
                    help: "give one of the values on the way as it is".to_owned(),
                });
            }
        }
        Ok(filled)
    }

    fn one(&self, key: &str, default: Option<&str>, depth: usize) -> Result<String, Unfilled> {
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
