//! The table of keys. Another key is one row here and one field of [`Options`].

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{ArgumentValue, ConsumerArgument, KeyOf, Options, Setting, list::List, queue, value::Given};
use crate::fault::Faults;

/// One key of the attribute.
pub(crate) struct Key {
    /// As it is written.
    pub(crate) name: &'static str,
    /// One way to write it, for help lines: it can be typed in as it stands.
    pub(crate) example: &'static str,
    /// What stands behind it.
    pub(super) form: Form,
    /// The validated value as the expansion hands it on, when it was written. The tokens are the path of the hidden module.
    pub(crate) emit: fn(&Options, &TokenStream) -> Option<TokenStream>,
}

/// What stands behind a key.
pub(super) enum Form {
    /// `= value`.
    Value(fn(&mut Options, &Given<'_>, &mut Faults)),
    /// `(name = value, …)`.
    List(fn(&mut Options, &List<'_>, &mut Faults)),
}

impl Form {
    /// Whether `=` and a value stand behind the key.
    pub(super) fn is_value(&self) -> bool {
        matches!(self, Self::Value(_))
    }
}

/// All keys, in the order of the reference.
pub(crate) const KEYS: &[Key] = &[
    Key {
        name: "queue",
        example: r#"queue = "orders.new""#,
        form: Form::Value(|options, given, faults| options.queue = queue::read(given, faults)),
        // Queue and id are arguments of the registration; all others are calls on it.
        emit: |_, _| None,
    },
    Key {
        name: "id",
        example: r#"id = "orders""#,
        form: Form::Value(|options, given, faults| options.id = given.id(faults)),
        emit: |_, _| None,
    },
    Key {
        name: "retry",
        example: r#"retry = "exponential(5, 2s, 30s)""#,
        form: Form::Value(|options, given, faults| options.retry = given.retry(faults)),
        emit: |options, _| tokens(options.retry.as_ref()),
    },
    Key {
        name: "idempotent",
        example: r#"idempotent = "db""#,
        form: Form::Value(|options, given, faults| options.idempotent = given.name(faults)),
        emit: |options, _| tokens(options.idempotent.as_ref()),
    },
    Key {
        name: "idempotency_key",
        example: r#"idempotency_key = "header:x-request-id""#,
        form: Form::Value(|options, given, faults| options.idempotency_key = given.key_of(faults)),
        // A function is called where the arguments are built, since it takes one of them.
        emit: |options, _| match &options.idempotency_key.as_ref()?.value {
            KeyOf::Function(_) => None,
            KeyOf::Text(text) => Some(text.to_token_stream()),
        },
    },
    Key {
        name: "prefetch",
        example: "prefetch = 100",
        form: Form::Value(|options, given, faults| options.prefetch = given.count(faults)),
        emit: |options, _| tokens(options.prefetch.as_ref()),
    },
    Key {
        name: "concurrency",
        example: "concurrency = 4",
        form: Form::Value(|options, given, faults| options.concurrency = given.count(faults)),
        emit: |options, _| tokens(options.concurrency.as_ref()),
    },
    Key {
        name: "auto_startup",
        example: "auto_startup = false",
        form: Form::Value(|options, given, faults| {
            options.auto_startup = given.boolean_or_placeholder(faults);
        }),
        emit: |options, _| tokens(options.auto_startup.as_ref()),
    },
    Key {
        name: "codec",
        example: r#"codec = "json""#,
        form: Form::Value(|options, given, faults| options.codec = given.name(faults)),
        emit: |options, _| tokens(options.codec.as_ref()),
    },
    Key {
        name: "on_exhausted",
        example: r#"on_exhausted = "park""#,
        form: Form::Value(|options, given, faults| options.on_exhausted = given.on_exhausted(faults)),
        emit: |options, _| tokens(options.on_exhausted.as_ref()),
    },
    Key {
        name: "requeue_on_failure",
        example: "requeue_on_failure = true",
        form: Form::Value(|options, given, faults| options.requeue_on_failure = given.boolean(faults)),
        emit: |options, _| tokens(options.requeue_on_failure.as_ref()),
    },
    Key {
        name: "timeout",
        example: r#"timeout = "20s""#,
        form: Form::Value(|options, given, faults| options.timeout = given.timeout(faults)),
        emit: |options, _| tokens(options.timeout.as_ref()),
    },
    Key {
        name: "order",
        example: "order = 10",
        form: Form::Value(|options, given, faults| options.order = given.integer(faults)),
        emit: |options, _| tokens(options.order.as_ref()),
    },
    Key {
        name: "consumer_arguments",
        example: "consumer_arguments(x-priority = 10)",
        form: Form::List(|options, list, faults| {
            options.consumer_arguments = list.consumer_arguments(faults);
        }),
        emit: |options, private| {
            let arguments = options.consumer_arguments.as_ref()?.value.iter();
            let pairs = arguments.map(|ConsumerArgument { name, value }| {
                let value = match value {
                    ArgumentValue::Bool(value) => quote!(Bool(#value)),
                    ArgumentValue::Integer(value) => quote!(Integer(#value)),
                    ArgumentValue::Text(value) => quote!(Text(#value)),
                };
                quote!((#name, #private::ConsumerArgument::#value))
            });
            Some(quote!(&[#(#pairs),*]))
        },
    },
    Key {
        name: "crate",
        example: "crate = ::acemq",
        form: Form::Value(|options, given, faults| options.krate = given.krate(faults)),
        // It leads every path of the expansion.
        emit: |_, _| None,
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
    fn the_table_of_the_reference_has_a_row_for_each_key_in_this_order() {
        let reference = include_str!("../../../acemq/src/docs/attribute.md");
        let (_, table) = reference.split_once("| key | value | default |\n|---|---|---|\n").expect("a table");
        let rows: Vec<_> = table
            .lines()
            .map_while(|line| line.strip_prefix("| `")?.split_once('`'))
            .map(|(key, _)| key)
            .collect();
        assert_eq!(rows, KEYS.iter().map(|key| key.name).collect::<Vec<_>>());
        let sections: Vec<_> =
            reference.lines().filter_map(|line| line.strip_prefix("## `")?.strip_suffix('`')).collect();
        assert_eq!(sections, rows, "a section for each");
    }

    #[test]
    fn every_example_can_be_typed_in_as_it_stands() {
        for key in KEYS {
            let attribute = match key.name {
                "queue" => key.example.to_owned(),
                // Without a store there is nothing to keep it in.
                "idempotency_key" => format!("queue = \"q\", idempotent = \"db\", {}", key.example),
                _ => format!("queue = \"q\", {}", key.example),
            };
            let function = "async fn f() {}".parse().expect("tokens");
            let out = crate::expand::expand(attribute.parse().expect("tokens"), &function).to_string();
            assert!(!out.contains("compile_error"), "{}: {out}", key.name);
        }
    }
}
