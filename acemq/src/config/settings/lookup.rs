//! `acemq.listeners.<id>` matched with the listeners that there are.

use std::collections::BTreeMap;

use super::Settings;
use crate::{
    fault::{Fault, Origin},
    listener::{ListenerLayer, NotFound, Unfilled, find},
};

impl Settings {
    /// What the configuration says of each of these listeners, by id; a listener of which it says nothing is not in the map.
    /// Code beats the environment, which beats the file, key by key.
    ///
    /// # Errors
    ///
    /// Names that mean no listener or several, and two names in one file that mean the same.
    pub(crate) fn overrides(&self, ids: &[&str]) -> Result<BTreeMap<String, ListenerLayer>, Vec<Fault>> {
        let mut faults = Vec::new();
        let mut found: BTreeMap<String, (ListenerLayer, Vec<Origin>)> = BTreeMap::new();
        for (name, origin, layer) in &self.listeners {
            let key = format!("listeners.{name}");
            match find(name, ids) {
                Ok(id) => {
                    let (merged, origins) = found.entry(id.to_owned()).or_default();
                    if let Some(before) = origins.iter().find(|before| same_file(before, origin)) {
                        let message = format!("`{id}` is already meant at {before}");
                        faults.push(Fault::new(origin.clone(), key, message, "make one of the two"));
                    }
                    *merged = std::mem::take(merged).or(layer.clone());
                    origins.push(origin.clone());
                }
                Err(NotFound::Unknown { help }) => {
                    faults.push(Fault::new(
                        origin.clone(),
                        key,
                        format!("no listener is called `{name}`"),
                        help,
                    ));
                }
                Err(NotFound::Ambiguous { ids }) => {
                    let message = format!("`{name}` could be `{}`", ids.join("` or `"));
                    let help = format!("write `{}`", ids.first().map_or("", String::as_str));
                    faults.push(Fault::new(origin.clone(), key, message, help));
                }
            }
        }
        if faults.is_empty() {
            Ok(found.into_iter().map(|(id, (layer, _))| (id, layer)).collect())
        } else {
            Err(faults)
        }
    }

    /// The layer with the placeholders of its texts filled in.
    ///
    /// # Errors
    ///
    /// Placeholders that nothing answers, each at its text.
    pub(crate) fn fill(&self, layer: ListenerLayer) -> Result<ListenerLayer, Vec<Fault>> {
        layer.filled(|text| self.resolve_placeholders(text))
    }

    /// The text with its `${key}` and `${key:default}` filled in: from `vars`, then from the document outside the section,
    /// then from the environment.
    ///
    /// # Errors
    ///
    /// A placeholder that nothing answers.
    pub(crate) fn resolve_placeholders(&self, text: &str) -> Result<String, Unfilled> {
        self.vars.fill(text)
    }
}

/// Whether two places are lines of one file. Variables and code set one key each, so several of them are no contradiction.
fn same_file(left: &Origin, right: &Origin) -> bool {
    let file = |origin: &Origin| {
        let (file, line) = origin.as_str().rsplit_once(':')?;
        line.parse::<usize>().ok()?;
        Some(file.to_owned())
    };
    file(left).is_some() && file(left) == file(right)
}
