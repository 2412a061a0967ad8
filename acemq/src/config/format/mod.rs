//! The formats of a configuration file. Each gives the same tree, with the line of every value.

mod json;
mod toml;
mod yaml;

use super::tree::Node;
use crate::fault::{Fault, Origin};

/// What a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileFormat {
    Toml,
    Yaml,
    Json,
}

impl FileFormat {
    /// By the ending of a file's name.
    pub(super) fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "toml" => Some(Self::Toml),
            "yaml" | "yml" => Some(Self::Yaml),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// Reads a document; its root is a table, and an empty document an empty one. `name` is the file's, for origins.
///
/// # Errors
///
/// A text that is not of that format.
pub(super) fn parse(format: FileFormat, name: &str, text: &str) -> Result<Node, Vec<Fault>> {
    // Editors of one platform put a mark in front that is no part of the document.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Ok(Node::empty(Origin::line(name, 1)));
    }
    match format {
        FileFormat::Toml => toml::parse(name, text),
        FileFormat::Yaml => yaml::parse(name, text),
        FileFormat::Json => json::parse(name, text),
    }
}

/// The line of a byte, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count()
}
