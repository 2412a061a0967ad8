//! Bodies in a format of the application's own: published in it, read by content type or by the listener's codec.

use acemq::{App, Codec, CodecError, Decode, Encode, prelude::*};
use acemq_tests::{BoxError, Probe, Raw, journey};
use bytes::Bytes;
use serde_json::Value;

use crate::listeners::{finish, start_app};

const CONTENT_TYPE: &str = "application/vnd.reversed";

/// JSON, last byte first.
pub(crate) struct Reversed;

impl Codec for Reversed {
    fn content_type(&self) -> &'static str {
        CONTENT_TYPE
    }

    fn decode<'de>(&self, body: &'de [u8], into: Decode<'_, 'de>) -> Result<(), CodecError> {
        let forward: Vec<u8> = body.iter().rev().copied().collect();
        into.from(&mut serde_json::Deserializer::from_reader(&*forward)).map_err(CodecError::new)
    }

    fn encode(&self, value: &Encode<'_>) -> Result<Vec<u8>, CodecError> {
        let mut body = serde_json::to_vec(value).map_err(CodecError::new)?;
        body.reverse();
        Ok(body)
    }
}

/// Hands on what it reads.
#[ace_listener(queue = "${queue}")]
async fn translating(message: Message<Value>, mq: AceMq, probe: State<Probe>) -> Result<Ack, BoxError> {
    let ack = probe.run(&message).await?;
    mq.publisher("", &format!("{}.out", message.queue())).send(&message.payload).await?;
    Ok(ack)
}

fn app(config: Config, probe: &Probe) -> App {
    App::new(config).codec("reversed", Reversed).state(probe.clone())
}

fn as_type(body: &'static str, content_type: &str) -> Raw {
    Raw::body(body).properties(|properties| properties.content_type = Some(content_type.into()))
}

async fn numbers(probe: &Probe, count: usize) -> Vec<u64> {
    probe.runs(count).await.iter().map(acemq_tests::Seen::number).collect()
}

journey! {
    async fn a_codec_reads_its_content_type_and_others_are_parked(rig: Rig) {
        let probe = Probe::accepting();
        let running = start_app("plain", app(rig.config(), &probe)).await;
        rig.publish(as_type("12", CONTENT_TYPE)).await;
        rig.publish(as_type("12", "application/json")).await;
        rig.publish(Raw::body("12")).await;
        rig.publish(as_type("12", "application/xml")).await;
        assert_eq!(numbers(&probe, 3).await, [21, 12, 12]);
        let parked = rig.parked().await;
        assert_eq!(
            parked.headers["x-acemq-error"].as_text(),
            Some("could not be decoded: no codec reads the content type `application/xml`")
        );
        finish(running).await;
        assert_eq!((rig.outcomes("acked"), rig.outcomes("parked")), (3, 1));
    }
}

journey! {
    async fn the_format_writes_what_is_published_and_reads_what_says_nothing(rig: Rig) {
        rig.declare_queue(&rig.named("out"), &[]).await;
        let probe = Probe::accepting();
        let config = rig.config().with("format", "reversed");
        let running = start_app("translating", app(config, &probe)).await;
        running.mq().publisher("", &rig.queue).send(&12).await.expect("published");
        rig.publish(as_type("12", "text/plain")).await;
        rig.publish(as_type("12", "application/json")).await;
        assert_eq!(numbers(&probe, 3).await, [12, 21, 12]);
        let published = rig.collect(&rig.named("out"), 3).await;
        for (out, body) in published.iter().zip(["21", "12", "21"]) {
            assert_eq!((&out.body, out.properties.content_type.as_deref()), (&Bytes::from(body), Some(CONTENT_TYPE)));
        }
        finish(running).await;
    }
}

journey! {
    async fn a_listeners_codec_reads_whatever_comes(rig: Rig) {
        let probe = Probe::accepting();
        let config = rig.config().with("listeners.plain.codec", "reversed");
        let running = start_app("plain", app(config, &probe)).await;
        rig.publish(as_type("12", "application/json")).await;
        rig.publish(as_type("12", "application/xml")).await;
        rig.publish(Raw::body("12")).await;
        assert_eq!(numbers(&probe, 3).await, [21, 21, 21]);
        finish(running).await;
    }
}
