//! The listeners of a program: sorted, checked, found by name.

use std::{collections::BTreeMap, fmt};

use acemq_core::suggest;

use super::{Location, Registration};

/// All listeners of a program, in their start order.
#[derive(Clone, Debug)]
pub struct Registry(Vec<Registration>);

impl Registry {
    /// Sorts by `order`, ties by id.
    ///
    /// # Errors
    ///
    /// Every id that more than one listener has.
    pub fn new(registrations: impl IntoIterator<Item = Registration>) -> Result<Self, Vec<DuplicateId>> {
        let mut listeners: Vec<_> = registrations.into_iter().collect();
        // The location decides between duplicates, so that the message is the same on every run: the order in which a
        // linker lays out registrations is not.
        listeners.sort_by_key(|one| (one.options.order.unwrap_or_default(), one.id, one.location));
        let duplicates = duplicates(&listeners);
        if duplicates.is_empty() { Ok(Self(listeners)) } else { Err(duplicates) }
    }

    /// The listeners in their start order.
    pub fn iter(&self) -> std::slice::Iter<'_, Registration> {
        self.0.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The listener of that id, or the only one whose id ends with `::name`.
    ///
    /// # Errors
    ///
    /// [`LookupError`] when there is none, or more than one.
    pub fn find(&self, name: &str) -> Result<&Registration, LookupError> {
        if let Some(exact) = self.0.iter().find(|one| one.id == name) {
            return Ok(exact);
        }
        let found: Vec<_> = self.0.iter().filter(|one| is_tail(one.id, name)).collect();
        match found[..] {
            [one] => Ok(one),
            [] => Err(LookupError::unknown(name, self.0.iter().map(|one| one.id).collect())),
            _ => {
                let candidates = found.into_iter().map(|one| one.id).collect();
                Err(LookupError::Ambiguous { name: name.to_owned(), candidates })
            }
        }
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Registration;
    type IntoIter = std::slice::Iter<'a, Registration>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Whether `name` is a tail of `id`, in whole segments.
fn is_tail(id: &str, name: &str) -> bool {
    !name.is_empty() && id.strip_suffix(name).is_some_and(|head| head.ends_with("::"))
}

fn duplicates(listeners: &[Registration]) -> Vec<DuplicateId> {
    let mut by_id: BTreeMap<&'static str, Vec<Location>> = BTreeMap::new();
    for one in listeners {
        by_id.entry(one.id).or_default().push(one.location);
    }
    by_id
        .into_iter()
        .filter(|(_, locations)| locations.len() > 1)
        .map(|(id, mut locations)| {
            locations.sort();
            DuplicateId { id, locations }
        })
        .collect()
}

/// More than one listener has this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DuplicateId {
    /// The id.
    pub id: &'static str,
    /// Where each of them stands.
    pub locations: Vec<Location>,
}

impl fmt::Display for DuplicateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} listeners have the id `{}`:", self.locations.len(), self.id)?;
        for location in &self.locations {
            write!(f, "\n  {location}")?;
        }
        let name = self.id.rsplit("::").next().unwrap_or(self.id);
        write!(f, "\nhelp: give one of them another: `id = \"{name}-2\"`")
    }
}

impl std::error::Error for DuplicateId {}

/// Why a name is no listener's.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// No id is this name or ends with it.
    Unknown {
        /// What was asked for.
        name: String,
        /// The id that was probably meant.
        nearest: Option<&'static str>,
        /// All ids.
        known: Vec<&'static str>,
    },
    /// More than one id ends with this name.
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The ids that end with it.
        candidates: Vec<&'static str>,
    },
}

impl LookupError {
    fn unknown(name: &str, known: Vec<&'static str>) -> Self {
        Self::Unknown { name: name.to_owned(), nearest: nearest(name, &known), known }
    }
}

/// The id whose last segments, as many as the name has, are nearest to it.
fn nearest(name: &str, ids: &[&'static str]) -> Option<&'static str> {
    let segments = name.split("::").count();
    let tails: Vec<_> = ids.iter().map(|id| tail(id, segments)).collect();
    let found = suggest::nearest(name, &tails)?;
    ids.iter().zip(&tails).find(|(_, tail)| **tail == found).map(|(id, _)| *id)
}

/// The last segments of an id.
fn tail(id: &'static str, segments: usize) -> &'static str {
    id.rmatch_indices("::")
        .nth(segments.saturating_sub(1))
        .map_or(id, |(at, separator)| &id[at + separator.len()..])
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, nearest, known } => {
                write!(f, "no listener has the id `{name}`")?;
                match nearest {
                    Some(nearest) => write!(f, "\nhelp: did you mean `{nearest}`?"),
                    None if known.is_empty() => {
                        write!(f, "\nhelp: there is none at all: is the crate that holds them linked?")
                    }
                    None => write!(f, "\nhelp: there are {}", listed(known)),
                }
            }
            Self::Ambiguous { name, candidates } => {
                write!(
                    f,
                    "`{name}` is the end of more than one id\nhelp: write one of {}",
                    listed(candidates)
                )
            }
        }
    }
}

impl std::error::Error for LookupError {}

fn listed(ids: &[&str]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
