//! Every key there is, and what may stand under it.
//!
//! A new key is one line here and one where [`settings`](super::settings) reads it.

use acemq_core::suggest::nearest;

use super::leaf::Leaf;

/// What may stand somewhere.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// One value.
    Leaf(Leaf),
    /// Known keys.
    Table(&'static [Key]),
    /// A ladder: known keys, or one text in the attribute's grammar.
    Retry(&'static [Key]),
    /// Names of the user's, each with a value of one shape.
    Named(&'static Shape),
    /// As [`Named`](Self::Named), with listeners' ids for names: which listener is meant is found out when they are known.
    Listeners(&'static [Key]),
    /// A list of values of one shape.
    List(&'static Shape),
    /// Names and values of the broker's, as they are written.
    Arguments,
}

/// One key.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// In kebab-case; any other spelling of it is the same key.
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// A value that can be typed in, for the help line.
    pub(super) example: &'static str,
}

const fn key(name: &'static str, leaf: Leaf, example: &'static str) -> Key {
    Key { name, shape: Shape::Leaf(leaf), example }
}

const fn below(name: &'static str, shape: Shape) -> Key {
    Key { name, shape, example: "" }
}

const NO_TLS: Leaf = Leaf::Unused { harmless: &[], reason: "this version speaks no TLS" };

/// The whole section.
pub(super) const ROOT: &[Key] = &[
    key("enabled", Leaf::Bool, "true"),
    key("url", Leaf::Secret, "amqp://localhost:5672"),
    key("username", Leaf::Text, "shop"),
    key("password", Leaf::Secret, "…"),
    key("password-file", Leaf::Text, "/run/secrets/rabbitmq"),
    key("virtual-host", Leaf::Text, "/"),
    key("client-name", Leaf::Text, "shop"),
    key("heartbeat", Leaf::Duration, "30s"),
    key("connection-timeout", Leaf::Duration, "10s"),
    key("confirm-timeout", Leaf::Duration, "30s"),
    key("blocked-timeout", Leaf::Duration, "30s"),
    key("max-outstanding-publishes", Leaf::Count(100_000_000), "10000"),
    key("format", Leaf::Text, "json"),
    key("startup", Leaf::Choice(&[("wait", &[]), ("fail-fast", &[])]), "wait"),
    key("startup-timeout", Leaf::Duration, "60s"),
    key("allow-no-listeners", Leaf::Bool, "true"),
    key(
        "publisher-confirms",
        Leaf::Unused {
            harmless: &["true"],
            reason: "every publish is confirmed: a copy that nobody confirmed could not be relied on",
        },
        "true",
    ),
    below("tls", Shape::Table(TLS)),
    below("topology", Shape::Table(TOPOLOGY)),
    below("listener", Shape::Table(LISTENER)),
    below("listeners", Shape::Listeners(LISTENERS)),
    below("stores", Shape::Named(&Shape::Table(STORE))),
    below("vars", Shape::Named(&Shape::Leaf(Leaf::Plain))),
];

const TLS: &[Key] = &[
    key("mode", Leaf::Unused { harmless: &["disabled"], reason: "this version speaks no TLS" }, "disabled"),
    key("certificate-authority", NO_TLS, ""),
    key("client-certificate", NO_TLS, ""),
    key("client-key", NO_TLS, ""),
    key("client-key-password", NO_TLS, ""),
    key("server-name", NO_TLS, ""),
    key(
        "allow-development-certificates",
        Leaf::Unused { harmless: &["false"], reason: "this version speaks no TLS" },
        "false",
    ),
    key(
        "check-revocation",
        Leaf::Unused { harmless: &["true", "false"], reason: "this version speaks no TLS" },
        "true",
    ),
];

const TOPOLOGY: &[Key] = &[
    key(
        "apply",
        Leaf::Choice(&[("create-only", &["create"]), ("validate", &[]), ("dry-run", &[]), ("none", &[])]),
        "create-only",
    ),
    key("rungs", Leaf::Choice(&[("quorum", &[]), ("classic", &[])]), "quorum"),
    key("fail-on-drift", Leaf::Unused { harmless: &["false"], reason: "not in this version" }, "false"),
    key("declare-listener-queues", Leaf::Bool, "true"),
    below("exchanges", Shape::List(&Shape::Table(EXCHANGE))),
    below("queues", Shape::List(&Shape::Table(QUEUE))),
    below("bindings", Shape::List(&Shape::Table(BINDING))),
];

const EXCHANGE: &[Key] = &[
    key("name", Leaf::Text, "orders"),
    key("type", Leaf::Choice(&[("direct", &[]), ("topic", &[]), ("fanout", &[]), ("headers", &[])]), "topic"),
];

const QUEUE: &[Key] = &[
    key("name", Leaf::Text, "orders.new"),
    key("type", Leaf::Choice(&[("quorum", &[]), ("classic", &[])]), "quorum"),
    key("dead-letter", Leaf::Bool, "true"),
    below("arguments", Shape::Arguments),
];

const BINDING: &[Key] = &[
    key("queue", Leaf::Text, "orders.new"),
    key("exchange", Leaf::Text, "orders"),
    key("routing-key", Leaf::Text, "orders.#"),
];

/// What holds for every listener that says nothing else.
const LISTENER: &[Key] = &[
    key("prefetch", Leaf::Count(65_535), "100"),
    key("concurrency", Leaf::Count(65_535), "1"),
    key("auto-startup", Leaf::Switch, "true"),
    key("shutdown-timeout", Leaf::Duration, "30s"),
    key("requeue-on-failure", Leaf::Bool, "false"),
    key("on-exhausted", Leaf::OnExhausted, "park"),
    key("timeout", Leaf::DurationOrNone, "20s"),
    key("ack-batch", Leaf::Count(65_535), "25"),
    key("max-redeliveries", Leaf::Count(1_000_000), "10"),
    below("retry", Shape::Retry(RETRY)),
];

/// What may be said of one listener: the keys of the attribute, and what belongs to its work.
const LISTENERS: &[Key] = &[
    key("queue", Leaf::Text, "orders.new"),
    key("idempotent", Leaf::Text, "db"),
    key("idempotency-key", Leaf::KeySource, "header:x-request-id"),
    key("prefetch", Leaf::Count(65_535), "100"),
    key("concurrency", Leaf::Count(65_535), "1"),
    key("auto-startup", Leaf::Switch, "true"),
    key("requeue-on-failure", Leaf::Bool, "false"),
    key("order", Leaf::Integer, "0"),
    key("on-exhausted", Leaf::OnExhausted, "park"),
    key("timeout", Leaf::DurationOrNone, "20s"),
    key("ack-batch", Leaf::Count(65_535), "25"),
    key("max-redeliveries", Leaf::Count(1_000_000), "10"),
    key("codec", Leaf::Text, "json"),
    below("consumer-arguments", Shape::Arguments),
    below("retry", Shape::Retry(RETRY)),
];

pub(super) const RETRY: &[Key] = &[
    key("enabled", Leaf::Bool, "true"),
    key("kind", Leaf::Choice(&[("exponential", &[]), ("fixed", &[])]), "exponential"),
    key("max-attempts", Leaf::Count(10_000), "3"),
    key("initial-delay", Leaf::Duration, "1s"),
    key("max-delay", Leaf::DurationOrNone, "1m"),
    key("multiplier", Leaf::Number, "2.0"),
    key("jitter", Leaf::NumberOrNone, "0.2"),
    key("give-up-after", Leaf::DurationOrNone, "10m"),
    key("broker-wait-threshold", Leaf::Threshold, "30s"),
];

const STORE: &[Key] = &[
    key(
        "kind",
        Leaf::Choice(&[
            ("memory", &[]),
            ("sqlite", &[]),
            ("postgres", &["postgresql"]),
            ("mysql", &["mariadb"]),
        ]),
        "sqlite",
    ),
    key("url", Leaf::Secret, "sqlite://payments.db"),
    key("table", Leaf::Text, "acemq_idempotency"),
    key("scope", Leaf::Choice(&[("queue", &[]), ("bare", &[])]), "queue"),
    key("retention", Leaf::Duration, "24h"),
    key("lease", Leaf::Duration, "30s"),
    key("create-schema", Leaf::Bool, "true"),
    key("capacity", Leaf::Count(1_000_000_000), "100000"),
];

/// The key that `written` is a spelling of.
pub(super) fn find(keys: &'static [Key], written: &str) -> Option<&'static Key> {
    let letters = folded(written);
    keys.iter().find(|key| folded(key.name) == letters)
}

/// A key without what spellings differ in: `max-attempts`, `maxAttempts` and `MAX_ATTEMPTS` are the same.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|letter| !matches!(letter, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// The full names of all keys whose path holds no name of the user's, with what is between the levels.
pub(super) fn names(between: &str) -> Vec<String> {
    let mut names = Vec::new();
    collect(ROOT, "", between, &mut names);
    names
}

/// The full name of the key that was probably meant, by all of it or by its last level.
pub(super) fn meant(written: &str, between: &str) -> Option<String> {
    let names = names(between);
    let whole: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(near) = nearest(written, &whole) {
        return Some(near.to_owned());
    }
    let last = |name| str::rsplit(name, between).next().unwrap_or(name);
    let lasts: Vec<&str> = whole.iter().copied().map(last).collect();
    let near = nearest(last(written), &lasts)?;
    names.iter().find(|name| last(name) == near).cloned()
}

fn collect(keys: &[Key], path: &str, between: &str, names: &mut Vec<String>) {
    for key in keys {
        let name = if path.is_empty() { key.name.to_owned() } else { format!("{path}{between}{}", key.name) };
        match key.shape {
            Shape::Leaf(_) => names.push(name),
            Shape::Table(keys) => collect(keys, &name, between, names),
            Shape::Retry(keys) => {
                names.push(name.clone());
                collect(keys, &name, between, names);
            }
            Shape::Named(_) | Shape::Listeners(_) | Shape::List(_) | Shape::Arguments => {}
        }
    }
}
