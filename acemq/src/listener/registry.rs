//! The listeners of a program: sorted, checked, found by name.

use std::{collections::BTreeMap, fmt};

use super::{Location, NotFound, Registration, find};

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

    /// The listener that `name` means; see [`find`](super::find).
    ///
    /// # Errors
    ///
    /// None of that name, or several.
    pub fn find(&self, name: &str) -> Result<&Registration, NotFound> {
        let ids: Vec<&str> = self.0.iter().map(|one| one.id).collect();
        let id = find(name, &ids)?;
        self.0
            .iter()
            .find(|one| one.id == id)
            .ok_or_else(|| NotFound::Unknown { help: "this program has no listener".to_owned() })
    }
}

impl<'a> IntoIterator for &'a Registry {
    type Item = &'a Registration;
    type IntoIter = std::slice::Iter<'a, Registration>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
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

#[cfg(test)]
mod tests;
