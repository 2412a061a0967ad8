//! What the tests share.

use crate::{
    Config, Error,
    config::{format::FileFormat, settings::Settings},
    fault::Fault,
};

/// Variables as the process would hand them in.
pub(super) fn variables(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// The settings of a file `acemq.toml` with this text.
pub(super) fn toml(text: &str) -> Settings {
    with_environment(text, &[])
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .settings()
        .expect("settings")
}

/// The faults of a file `acemq.toml` with this text.
pub(super) fn faults(text: &str) -> Vec<Fault> {
    faults_of(with_environment(text, &[]))
}

/// A file `acemq.toml` with this text, and these variables.
pub(super) fn with_environment(text: &str, pairs: &[(&str, &str)]) -> Result<Config, Error> {
    Config::of_text(FileFormat::Toml, "acemq.toml", text, variables(pairs))
}

/// The faults of a configuration that is refused.
pub(super) fn faults_of(config: Result<Config, Error>) -> Vec<Fault> {
    match config {
        Ok(config) => config.settings().expect_err("it was accepted"),
        Err(error) => error.faults().to_vec(),
    }
}

/// Faults as their reports.
pub(super) fn reports(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(Fault::to_string).collect()
}
