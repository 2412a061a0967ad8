//! The `ACEMQ_…` variables. They come in as a list, so that a test never sets one.

use acemq_core::suggest::nearest;

use super::{
    path, schema,
    tree::{Kind, Node},
};
use crate::fault::{Fault, Origin};

/// What every setting's variable begins with.
const PREFIX: &str = "ACEMQ_";
/// What stands between the levels of a key.
const BETWEEN: &str = "__";
/// The variable that names the file.
pub(super) const FILE: &str = "ACEMQ_CONFIG";
/// What this project's own tests read.
const TESTS: &str = "ACEMQ_TEST_";

/// The variables of a process, by name.
pub(super) type Variables = Vec<(String, String)>;

/// The variables of this process.
///
/// # Errors
///
/// A setting that is not Unicode.
pub(super) fn of_process() -> Result<Variables, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut variables = Vec::new();
    for (name, value) in std::env::vars_os() {
        let Ok(name) = name.into_string() else { continue };
        match value.into_string() {
            Ok(value) => variables.push((name, value)),
            // The one that names the file as well: a file that cannot be named is not one that is absent.
            Err(_) if name == FILE || is_setting(&name) => {
                faults.push(Fault::new(
                    Origin::new(name),
                    "",
                    "the value is not Unicode",
                    "write it in UTF-8",
                ));
            }
            Err(_) => {}
        }
    }
    if faults.is_empty() { Ok(variables) } else { Err(faults) }
}

fn is_setting(name: &str) -> bool {
    name.starts_with(PREFIX) && name != FILE && !name.starts_with(TESTS)
}

/// The settings among the variables, as a tree of texts.
pub(super) fn section(variables: &[(String, String)], faults: &mut Vec<Fault>) -> Node {
    let mut entries = Vec::new();
    let mut settings: Vec<&(String, String)> =
        variables.iter().filter(|(name, _)| is_setting(name)).collect();
    settings.sort();
    for (name, value) in settings {
        let origin = Origin::new(name.as_str());
        match path::levels(&name[PREFIX.len()..], BETWEEN) {
            Some(levels) => path::insert(&mut entries, &levels, &origin, Kind::Text(value.clone())),
            None => faults.push(Fault::new(origin, "", "unknown setting", unknown(name))),
        }
    }
    Node::new(Origin::new("the environment"), Kind::Table(entries))
}

/// The variable of a key whose levels are already joined as the environment does it.
fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace('-', "_").to_ascii_uppercase())
}

/// What was probably meant by a variable that is no setting.
fn unknown(name: &str) -> String {
    let known: Vec<String> = schema::names(BETWEEN).into_iter().map(|name| variable(&name)).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    if let Some(near) = nearest(name, &known) {
        return format!("write `{near}`");
    }
    // What a cluster puts into every pod beside a service that is called `acemq`.
    if name.contains("_PORT") || name.contains("_SERVICE_") {
        return "if Kubernetes set it for a service called `acemq`: write `enableServiceLinks: false`, or rename that \
                service"
            .to_owned();
    }
    let last = name.rsplit(BETWEEN).next().unwrap_or(name);
    let lasts: Vec<&str> = known.iter().filter_map(|known| known.rsplit(BETWEEN).next()).collect();
    if let Some(near) = nearest(last, &lasts).filter(|_| name.contains(BETWEEN)) {
        return format!("write `{}{near}`", &name[..name.len() - last.len()]);
    }
    match schema::meant(&name[PREFIX.len()..], BETWEEN) {
        Some(key) => format!("write `{}`", variable(&key)),
        None => "unset it: every variable that begins with `ACEMQ_` is a setting".to_owned(),
    }
}
