//! Waits in the broker: the rungs of both kinds, and that they change nothing but the attempt.

use acemq::__testing::Value;
use acemq_tests::{Answer, Probe, Raw, Rig, journey};

use crate::listeners::{finish, start};

/// Three waits, 50, 100 and 200 ms, all of them in the broker.
const IN_BROKER: &str = "exponential(4, 50ms, 200ms, wait_in_broker_from = always)";

async fn walks_the_rungs(rig: &Rig, kind: &str, suffix: &str) {
    let config = rig.config().with("topology.rungs", kind).with("listeners.plain.retry", IN_BROKER);
    let probe = Probe::failing("no");
    let running = start("plain", config, &probe).await;
    rig.publish(Raw::number(7)).await;
    let dead = rig.dead_letter().await;
    let seen = probe.so_far();
    assert_eq!(seen.iter().map(|seen| seen.attempt).collect::<Vec<_>>(), [1, 2, 3, 4]);
    for (pair, wait) in seen.windows(2).zip([50, 100, 200]) {
        let took = (pair[1].at - pair[0].at).as_millis();
        assert!(took >= wait, "attempt {} after {took} ms, not {wait}", pair[1].attempt);
    }
    assert_eq!(dead.headers["x-acemq-error"], Value::from("exhausted 4 attempts: no"));
    for wait in ["50ms", "100ms", "200ms"] {
        let rung = rig.named(&format!("retry.{wait}{suffix}"));
        assert!(rig.has_queue(&rung).await, "{rung}");
        rig.expect_empty(&rung).await;
    }
    let other = if suffix.is_empty() { ".quorum" } else { "" };
    assert!(!rig.has_queue(&rig.named(&format!("retry.50ms{other}"))).await);
    finish(running).await;
}

journey! {
    async fn a_ladder_in_the_broker_walks_quorum_rungs(rig: Rig) {
        walks_the_rungs(&rig, "quorum", ".quorum").await;
    }
}

journey! {
    async fn a_ladder_in_the_broker_walks_classic_rungs_when_they_are_asked_for(rig: Rig) {
        walks_the_rungs(&rig, "classic", "").await;
    }
}

journey! {
    async fn every_property_header_and_byte_comes_out_of_the_third_rung(rig: Rig) {
        let probe = Probe::by_attempt(|attempt| match attempt {
            1..=3 => Answer::Fail("not yet"),
            _ => Answer::Say(acemq::Ack::park("look at it")),
        });
        let config = rig.config().with("listeners.plain.retry", IN_BROKER);
        let running = start("plain", config, &probe).await;
        let raw = everything();
        rig.publish(raw.clone()).await;
        let parked = rig.parked().await;
        assert_eq!(probe.so_far().len(), 4);
        assert_eq!(parked.body, raw.body);
        let mut properties = raw.properties.clone();
        properties.expiration = None;
        properties.delivery_mode = Some(2);
        assert_eq!(parked.properties, properties);
        let mut added = (*parked.headers).clone();
        for (name, value) in &raw.headers {
            let kept = added.remove(name);
            let changed = matches!(&**name, "x-acemq-attempt");
            assert!(changed || kept.as_ref() == Some(value), "{name}: {value:?} became {kept:?}");
        }
        let added: Vec<&str> = added.keys().map(|name| &**name).collect();
        assert_eq!(added, [
            "acemq-first-routing-key", "x-acemq-correlation", "x-acemq-error",
            "x-acemq-first-seen", "x-acemq-type", "x-acemq-version",
        ]);
        let handled = &probe.so_far()[3];
        assert_eq!(handled.attempt, 4);
        assert_eq!(handled.headers.get("x-tenant"), Some(&Value::from("acme")));
        finish(running).await;
    }
}

/// A message with every property, and a header of every kind that AMQP 0-9-1 knows.
fn everything() -> Raw {
    let kinds = [
        ("bool", Value::Bool(true)),
        ("i8", Value::I8(-8)),
        ("u8", Value::U8(200)),
        ("i16", Value::I16(-16_000)),
        ("u16", Value::U16(60_000)),
        ("i32", Value::I32(-32)),
        ("u32", Value::U32(4_000_000_000)),
        ("i64", Value::I64(i64::MIN)),
        ("f32", Value::F32(0.5)),
        ("f64", Value::F64(-0.25)),
        ("decimal", Value::Decimal { scale: 2, value: 12_345 }),
        ("text", Value::from("grüße")),
        ("raw-text", Value::RawText([0xff, 0x00, 0xfe].into())),
        ("bytes", Value::Bytes([0, 1, 2, 255].into())),
        ("timestamp", Value::Timestamp(1_700_000_000)),
        ("list", Value::List(vec![Value::I32(1), Value::from("two"), Value::Void])),
        ("table", Value::Table([("deep".into(), Value::List(vec![Value::Bool(false)]))].into())),
        ("void", Value::Void),
    ];
    let raw = Raw::body("{ \"a\" :  1,\n\t\"b\": \"\\u00fc\" }")
        .id("everything")
        .header("x-acemq-attempt", "1")
        .header("x-tenant", "acme")
        .properties(|set| {
            set.content_type = Some("application/json".into());
            set.content_encoding = Some("identity".into());
            set.delivery_mode = Some(1);
            set.priority = Some(7);
            set.correlation_id = Some("corr".into());
            set.reply_to = Some("answers".into());
            set.expiration = Some("600000".into());
            set.message_id = Some("everything".into());
            set.timestamp = Some(1_700_000_000);
            set.kind = Some("order".into());
            set.app_id = Some("shop".into());
        });
    kinds.into_iter().fold(raw, |raw, (name, value)| raw.header(&format!("kind-{name}"), value))
}
