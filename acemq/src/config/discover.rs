//! Which file is read.

use std::path::{Path, PathBuf};

use super::format::FileFormat;
use crate::fault::{Fault, Origin};

/// The names that are looked for in the working directory.
const NAMES: [&str; 4] = ["acemq.toml", "acemq.yaml", "acemq.yml", "acemq.json"];

/// The file of a program that names none: the one that `ACEMQ_CONFIG` names, else the one in `directory`, else none.
///
/// # Errors
///
/// Two files of which each could be meant.
pub(super) fn find(named: Option<&str>, directory: &Path) -> Result<Option<PathBuf>, Fault> {
    // An empty variable is how compose files unset one.
    if let Some(named) = named.filter(|named| !named.is_empty()) {
        return Ok(Some(PathBuf::from(named)));
    }
    let present: Vec<&str> = NAMES.into_iter().filter(|name| directory.join(name).exists()).collect();
    match present.as_slice() {
        [] => Ok(None),
        [name] => {
            Ok(Some(if directory == Path::new(".") { PathBuf::from(name) } else { directory.join(name) }))
        }
        several => Err(Fault::new(
            Origin::new("the working directory"),
            "",
            format!("several files could be the configuration: `{}`", several.join("`, `")),
            "keep one of them, or name one in `ACEMQ_CONFIG`",
        )),
    }
}

/// Reads a file; its format is that of its name's ending. `named_by` is what named it, for faults.
///
/// # Errors
///
/// A file that is not there, cannot be read, is not UTF-8, or has another ending.
pub(super) fn read(path: &Path, named_by: &Origin) -> Result<(FileFormat, String), Fault> {
    let shown = path.display();
    let extension = path.extension().and_then(std::ffi::OsStr::to_str).unwrap_or_default();
    let Some(format) = FileFormat::of_extension(extension) else {
        let message = format!("the format of `{shown}` is not known by its name");
        let help = "name it `.toml`, `.yaml`, `.yml` or `.json`";
        return Err(Fault::new(named_by.clone(), "", message, help));
    };
    match std::fs::read(path).map(String::from_utf8) {
        Ok(Ok(text)) => Ok((format, text)),
        Ok(Err(_)) => {
            Err(Fault::new(Origin::new(shown.to_string()), "", "the file is not UTF-8", "save it in UTF-8"))
        }
        Err(error) => {
            let message = format!("`{shown}` cannot be read: {error}");
            Err(Fault::new(named_by.clone(), "", message, "name a file that this process may read"))
        }
    }
}
