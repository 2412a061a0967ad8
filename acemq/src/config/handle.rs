//! The configuration of an application: where it comes from, and what of it is right.

use std::{collections::BTreeMap, fmt, path::Path};

use super::{
    discover, environment,
    environment::Variables,
    format::{FileFormat, parse},
    layer,
    placeholder::Placeholders,
    read::Reader,
    section::{self, Document},
    settings::{Beside, Settings, assemble},
    sources::gather,
    tree::{Entry, Node},
    value::ConfigValue,
};
use crate::{
    Error, Result,
    fault::{Fault, Origin},
};

/// The configuration: one file, then `ACEMQ_…` variables, then what the program sets; a later one beats an earlier one key
/// by key.
///
/// Keys may be written in `kebab-case`, `camelCase` or `snake_case`. A table `acemq` at the top of the document (in any case) is
/// the section; without one the whole document is.
///
/// # Examples
///
/// ```
/// let config = acemq::Config::from_toml(
///     "url = 'memory://orders'
///      [listener]
///      prefetch = 20
///      retry = 'exponential(5, 2s, 30s)'",
/// )?
/// .with("listener.concurrency", 4);
/// # Ok::<(), acemq::Error>(())
/// ```
#[derive(Clone)]
pub struct Config {
    document: Document,
    environment: Variables,
    code: Vec<(String, ConfigValue)>,
}

impl Config {
    /// Reads `acemq.toml`, `.yaml`, `.yml` or `.json` in the working directory, or the file that `ACEMQ_CONFIG` names, and
    /// the `ACEMQ_…` variables. No file at all is fine: everything has a default.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or parsed, or several of them. What is wrong with the settings themselves is reported
    /// when the application starts, together with what is wrong with its listeners; [`validate`](Self::validate) tells it
    /// sooner.
    pub fn load() -> Result<Self> {
        let environment = environment::of_process().map_err(Error::config)?;
        Self::found_in(Path::new("."), environment)
    }

    /// Reads this file and the `ACEMQ_…` variables. The ending of its name says the format.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self> {
        let environment = environment::of_process().map_err(Error::config)?;
        Self::of_file(path.as_ref(), &Origin::code(), environment)
    }

    /// Reads this text as TOML, and neither a file nor a variable.
    ///
    /// # Errors
    ///
    /// Text that is no TOML. See [`load`](Self::load).
    pub fn from_toml(text: &str) -> Result<Self> {
        Self::of_text(FileFormat::Toml, "TOML text", text, Variables::new())
    }

    /// Reads this text as YAML, and neither a file nor a variable.
    ///
    /// # Errors
    ///
    /// Text that is no YAML. See [`load`](Self::load).
    pub fn from_yaml(text: &str) -> Result<Self> {
        Self::of_text(FileFormat::Yaml, "YAML text", text, Variables::new())
    }

    /// Reads this text as JSON, and neither a file nor a variable.
    ///
    /// # Errors
    ///
    /// Text that is no JSON. See [`load`](Self::load).
    pub fn from_json(text: &str) -> Result<Self> {
        Self::of_text(FileFormat::Json, "JSON text", text, Variables::new())
    }

    /// Sets one key, such as `listener.prefetch` or `listeners.on_payment.retry`; it beats file and environment, and a later
    /// call an earlier one. A key or value that is wrong is reported with everything else when the application starts.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<ConfigValue>) -> Self {
        self.code.push((key.to_owned(), value.into()));
        self
    }

    /// The file that `ACEMQ_CONFIG` names or that lies in `directory`, with these variables.
    pub(super) fn found_in(directory: &Path, environment: Variables) -> Result<Self> {
        let named = environment.iter().find(|(name, _)| name == environment::FILE);
        let named = named.map(|(_, value)| value.as_str());
        let named_by = Origin::new(match named {
            Some(named) if !named.is_empty() => environment::FILE,
            _ => "the working directory",
        });
        match discover::find(named, directory).map_err(|fault| Error::config(vec![fault]))? {
            Some(path) => Self::of_file(&path, &named_by, environment),
            None => Ok(Self { document: section::none(), environment, code: Vec::new() }),
        }
    }

    fn of_file(path: &Path, named_by: &Origin, environment: Variables) -> Result<Self> {
        let (format, text) = discover::read(path, named_by).map_err(|fault| Error::config(vec![fault]))?;
        Self::of_text(format, &path.display().to_string(), &text, environment)
    }

    /// A document of this format and name, with these variables.
    pub(super) fn of_text(
        format: FileFormat,
        name: &str,
        text: &str,
        environment: Variables,
    ) -> Result<Self> {
        let root = parse(format, name, text).map_err(Error::config)?;
        let mut faults = Vec::new();
        let document = section::split(root, &mut faults);
        if !faults.is_empty() {
            return Err(Error::config(faults));
        }
        Ok(Self { document, environment, code: Vec::new() })
    }

    /// Checks everything that can be judged without the listeners and without what the program gives, such as codecs. An
    /// application does the same when it starts, and then reports what is wrong with those in the same error.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, in one error.
    pub fn validate(&self) -> Result<()> {
        self.settings().map(|_| ()).map_err(Error::config)
    }

    /// Everything that is set, typed and checked, with every default filled in.
    ///
    /// # Errors
    ///
    /// Everything that is wrong and can be judged without the listeners.
    pub(crate) fn settings(&self) -> std::result::Result<Settings, Vec<Fault>> {
        let (settings, faults) = self.judged();
        match settings {
            Some(settings) if faults.is_empty() => Ok(settings),
            Some(_) | None => Err(faults),
        }
    }

    /// The settings, and what is wrong with them. A setting that is wrong has its default, so that the listeners can be
    /// judged all the same; `None` when there is nothing to judge them by.
    pub(crate) fn judged(&self) -> (Option<Settings>, Vec<Fault>) {
        let mut faults = Vec::new();
        let sources = gather(&self.document.section, &self.environment, &self.code, &mut faults);
        let mut layers = Vec::new();
        let mut listeners: Vec<Entry> = Vec::new();
        for source in sources {
            layers.push(source.tree);
            // The strongest first: what is asked later stands further up.
            listeners.splice(0..0, source.listeners);
        }
        let merged = match layer::merge(layers) {
            Ok(merged) => merged,
            Err(error) => {
                faults.push(Fault::new(Origin::new("the configuration"), "", error.to_string(), ""));
                return (None, faults);
            }
        };
        let placeholders = Placeholders {
            vars: BTreeMap::new(),
            outside: self.document.outside.clone(),
            environment: self.environment.clone(),
        };
        let settings = assemble(&Reader::new(&merged, ""), Beside { listeners, placeholders }, &mut faults);
        (Some(settings), faults)
    }
}

/// Every default, and nothing read: neither a file nor a variable.
impl Default for Config {
    fn default() -> Self {
        Self { document: section::none(), environment: Variables::new(), code: Vec::new() }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Keys, never values: one of them is the password.
        let keys = |node: &Node| node.entries().iter().map(|entry| entry.name.clone()).collect::<Vec<_>>();
        f.debug_struct("Config")
            .field("document", &keys(&self.document.section))
            .field("code", &self.code.iter().map(|(key, _)| key).collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
