//! Which format a body is in: a listener's own, or what the content type says.

use std::{collections::BTreeMap, sync::Arc};

use serde::de::DeserializeOwned;

use super::{
    Codec, Format,
    format::JSON,
    media::{Says, says},
};
use crate::extract::DecodeError;

static BUILT_IN: Format = Format::Json;

/// The codecs of an application, by name. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Codecs(Arc<BTreeMap<Box<str>, Format>>);

impl Codecs {
    /// Adds one; answers whether there was one of that name before.
    pub(crate) fn add(&mut self, name: &str, codec: impl Codec) -> bool {
        Arc::make_mut(&mut self.0).insert(name.into(), Format::named(name, codec)).is_some()
    }

    /// The format of that name.
    pub(crate) fn find(&self, name: &str) -> Option<&Format> {
        if is_json(name) { Some(&BUILT_IN) } else { self.0.get(name) }
    }

    /// Every name, the built-in one first.
    pub(crate) fn names(&self) -> Vec<&str> {
        std::iter::once(JSON).chain(self.0.keys().map(|name| &**name)).collect()
    }

    /// The first whose codec reads that content type.
    fn reading(&self, content_type: &str) -> Option<&Format> {
        self.0.values().find(|format| format.reads(content_type))
    }
}

/// Whether a name is that of the built-in format, in any case.
pub(crate) fn is_json(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case(JSON)
}

/// How the bodies of one listener are read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The listener's own codec: it reads every body.
    pub(crate) own: Option<Format>,
    /// What reads a body whose content type says nothing.
    pub(crate) format: Format,
    /// What reads the other content types.
    pub(crate) codecs: Codecs,
}

impl Reading {
    /// Decodes a body.
    ///
    /// # Errors
    ///
    /// The body is no such value, or nothing reads its content type.
    pub(crate) fn decode<T: DeserializeOwned>(
        &self,
        content_type: Option<&str>,
        body: &[u8],
    ) -> Result<T, DecodeError> {
        let format = self.format_of(content_type).ok_or_else(|| {
            let given = content_type.unwrap_or_default();
            DecodeError::new(format_args!("no codec reads the content type `{given}`"))
        })?;
        format.decode(body).map_err(DecodeError::new)
    }

    /// Whatever is JSON's by name is not offered to the codecs. A kind of JSON is: one may be for events in an envelope of
    /// their own.
    fn format_of(&self, content_type: Option<&str>) -> Option<&Format> {
        if self.own.is_some() {
            return self.own.as_ref();
        }
        let said = says(content_type);
        if said == Says::Json {
            return Some(&BUILT_IN);
        }
        let given = content_type.filter(|given| !given.is_empty());
        given.and_then(|given| self.codecs.reading(given)).or(match said {
            Says::Json | Says::KindOfJson => Some(&BUILT_IN),
            Says::Nothing => Some(&self.format),
            Says::Other => None,
        })
    }
}
