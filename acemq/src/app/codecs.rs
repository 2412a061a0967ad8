//! The codecs that an application gives, and the names under which settings and listeners ask for them.

use super::{builder::App, listeners::Chosen};
use crate::{
    codec::{Codec, Codecs, Format, Reading, is_json},
    config::Settings,
    fault::{Fault, Origin, Written},
};

/// What `App::codec` was given.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub(super) codecs: Codecs,
    /// What was wrong with their names.
    faults: Vec<Fault>,
}

impl Given {
    pub(super) fn add(&mut self, name: &str, codec: impl Codec) {
        if is_json(name) {
            self.fault(format!("`{name}` is built in"), "give the codec another name");
        } else if self.codecs.add(name, codec) {
            self.fault(format!("the codec `{name}` is registered twice"), "register it once");
        }
    }

    fn fault(&mut self, message: String, help: &str) {
        self.faults.push(Fault::new(Origin::code(), "codec", message, help));
    }
}

/// What is wrong with the codecs and with the names of codecs.
pub(super) fn faults(app: &App, settings: &Settings, listeners: &[Chosen]) -> Vec<Fault> {
    let Given { codecs, faults } = &app.codecs;
    let mut faults = faults.clone();
    if let Some(written) = &settings.format
        && codecs.find(&written.value).is_none()
    {
        faults.push(unknown(written, "", codecs));
    }
    for Chosen { registration, resolved } in listeners {
        if let Some(written) = &resolved.codec
            && codecs.find(&written.value).is_none()
        {
            faults.push(unknown(written, &format!("listener `{}`: ", registration.id), codecs));
        }
    }
    faults
}

/// What is published with, and what reads a body whose content type says nothing.
pub(super) fn format(codecs: &Codecs, settings: &Settings) -> Format {
    named(codecs, settings.format.as_ref()).unwrap_or_default()
}

/// How a listener's bodies are read.
pub(super) fn reading(codecs: &Codecs, settings: &Settings, own: Option<&Written<String>>) -> Reading {
    Reading { own: named(codecs, own), format: format(codecs, settings), codecs: codecs.clone() }
}

/// Names that were judged: an unknown one has stopped the start.
fn named(codecs: &Codecs, written: Option<&Written<String>>) -> Option<Format> {
    codecs.find(&written?.value).cloned()
}

fn unknown(written: &Written<String>, whose: &str, codecs: &Codecs) -> Fault {
    let name = &written.value;
    let help = match acemq_core::suggest::nearest(name, &codecs.names()) {
        Some(near) => format!("write `{near}`, or give one with `App::codec(\"{name}\", …)`"),
        None => format!("give one with `App::codec(\"{name}\", …)`"),
    };
    Fault::at(&written.place, format!("{whose}there is no codec `{name}`"), help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        AceMq, CodecError, Config, Decode, Encode, ErrorKind, Incoming, IntoOutcome,
        extract::ArgumentList,
        listener::{Registration, prepared},
    };

    struct Cbor;

    impl Codec for Cbor {
        fn content_type(&self) -> &'static str {
            "application/cbor"
        }

        fn decode<'de>(&self, _: &'de [u8], _: Decode<'_, 'de>) -> Result<(), CodecError> {
            Err(CodecError::new("no test reads with it"))
        }

        fn encode(&self, _: &Encode<'_>) -> Result<Vec<u8>, CodecError> {
            Ok(vec![0xf6])
        }
    }

    /// An application with two listeners, one of whose attributes names this codec.
    fn app(config: Config, codec: &'static str) -> App {
        let bell = |id| {
            let prepare =
                |incoming: &Incoming<'_>| prepared(ArgumentList::of(incoming), async {}, IntoOutcome::answer);
            Registration::new(id, "bells", prepare, |_| {})
        };
        let mut app = App::new(config.with("url", "memory://codecs"));
        app.listeners.all = vec![bell("shop::on_bell").codec(codec), bell("shop::on_ring")];
        app
    }

    async fn faults_of(app: App) -> Vec<String> {
        match app.start().await {
            Ok(_) => Vec::new(),
            Err(error) => error.faults().iter().map(ToString::to_string).collect(),
        }
    }

    #[tokio::test]
    async fn a_name_of_no_codec_stops_the_start_where_it_is_written() {
        let config = Config::from_toml("format = 'cbr'\nlisteners.on_ring.codec = 'avro'").expect("TOML");
        let location = app(Config::default(), "").listeners.all[0].location;
        assert_eq!(
            faults_of(app(config, "jsn").codec("cbor", Cbor)).await,
            [
                "TOML text:1: `format`: there is no codec `cbr`\n\
                 help: write `cbor`, or give one with `App::codec(\"cbr\", …)`"
                    .to_owned(),
                format!(
                    "{location}: `codec`: listener `shop::on_bell`: there is no codec `jsn`\n\
                     help: write `json`, or give one with `App::codec(\"jsn\", …)`"
                ),
                "TOML text:2: `listeners.on_ring.codec`: listener `shop::on_ring`: there is no codec `avro`\n\
                 help: give one with `App::codec(\"avro\", …)`"
                    .to_owned(),
            ]
        );
    }

    #[tokio::test]
    async fn a_name_that_is_taken_stops_the_start() {
        let app = app(Config::default(), "cbor").codec("cbor", Cbor).codec("JSON", Cbor).codec("cbor", Cbor);
        assert_eq!(
            faults_of(app).await,
            [
                "code: `codec`: `JSON` is built in\nhelp: give the codec another name",
                "code: `codec`: the codec `cbor` is registered twice\nhelp: register it once",
            ]
        );
    }

    #[tokio::test]
    async fn known_names_start() {
        let config =
            Config::from_toml("format = 'cbor'\nlisteners.on_ring.codec = '${ring:Json}'").expect("TOML");
        assert_eq!(faults_of(app(config, "cbor").codec("cbor", Cbor)).await, Vec::<String>::new());
    }

    #[tokio::test]
    async fn a_program_that_only_publishes_has_json_alone() {
        let connect = |format: &str| {
            let config = Config::default().with("url", "memory://codecs").with("format", format);
            async move { AceMq::connect(&config).await }
        };
        connect("JSON").await.expect("built in").close().await;
        let error = connect("cbor").await.expect_err("it cannot have it");
        assert_eq!(error.kind(), ErrorKind::Config);
        assert_eq!(
            error.to_string(),
            "the configuration is wrong\n  - code: `format`: a program that only publishes has no codec `cbor`\n    \
             help: write `json`, or give the codec to an `App` and publish through its `Running::mq`"
        );
    }
}
