//! The table of keys. Another key is one row here and one field of [`Options`].

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::{Options, Setting, queue, value::Given};
use crate::fault::Faults;

/// One key of the attribute.
pub(crate) struct Key {
    /// As it is written.
    pub(crate) name: &'static str,
    /// One way to write it, for help lines: it can be typed in as it stands.
    pub(crate) example: &'static str,
    /// Reads a value into its field.
    pub(super) read: fn(&mut Options, &Given<'_>, &mut Faults),
    /// The validated value as the expansion hands it on, when it was written.
    pub(crate) emit: fn(&Options) -> Option<TokenStream>,
}

/// All keys, in the order of the reference.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "queue",
        example: r#"queue = "orders.new""#,
        read: |options, given, faults| options.queue = queue::read(given, faults),
        // Queue and id are arguments of the registration; all others are calls on it.
        emit: |_| None,
    },
    Key {
        name: "id",
        example: r#"id = "orders""#,
        read: |options, given, faults| options.id = given.id(faults),
        emit: |_| None,
    },
    Key {
        name: "retry",
        example: r#"retry = "exponential(5, 2s, 30s)""#,
        read: |options, given, faults| options.retry = given.retry(faults),
        emit: |options| tokens(options.retry.as_ref()),
    },
    Key {
        name: "idempotent",
        example: r#"idempotent = "db""#,
        read: |options, given, faults| options.idempotent = given.name(faults),
        emit: |options| tokens(options.idempotent.as_ref()),
    },
    Key {
        name: "prefetch",
        example: "prefetch = 100",
        read: |options, given, faults| options.prefetch = given.count(faults),
        emit: |options| tokens(options.prefetch.as_ref()),
    },
    Key {
        name: "concurrency",
        example: "concurrency = 4",
        read: |options, given, faults| options.concurrency = given.count(faults),
        emit: |options| tokens(options.concurrency.as_ref()),
    },
    Key {
        name: "requeue_on_failure",
        example: "requeue_on_failure = true",
        read: |options, given, faults| options.requeue_on_failure = given.boolean(faults),
        emit: |options| tokens(options.requeue_on_failure.as_ref()),
    },
    Key {
        name: "auto_startup",
        example: "auto_startup = false",
        read: |options, given, faults| options.auto_startup = given.boolean_or_placeholder(faults),
        emit: |options| tokens(options.auto_startup.as_ref()),
    },
    Key {
        name: "order",
        example: "order = 10",
        read: |options, given, faults| options.order = given.integer(faults),
        emit: |options| tokens(options.order.as_ref()),
    },
];

fn tokens<T: ToTokens>(setting: Option<&Setting<T>>) -> Option<TokenStream> {
    setting.map(|setting| setting.value.to_token_stream())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_on_the_re_export_has_a_row_for_each_key_in_this_order() {
        let face = include_str!("../../../acemq/src/lib.rs");
        let rows: Vec<_> = face
            .lines()
            .filter_map(|line| line.strip_prefix("/// | `")?.split_once('`'))
            .map(|(key, _)| key)
            .collect();
        assert_eq!(rows, KEYS.iter().map(|key| key.name).collect::<Vec<_>>());
    }

    #[test]
    fn every_example_can_be_typed_in_as_it_stands() {
        for key in KEYS {
            let attribute = if key.name == "queue" {
                key.example.into()
            } else {
                format!("queue = \"q\", {}", key.example)
            };
            let function = "async fn f() {}".parse().expect("tokens");
            let out = crate::expand::expand(attribute.parse().expect("tokens"), &function).to_string();
            assert!(!out.contains("compile_error"), "{}: {out}", key.name);
        }
    }
}
