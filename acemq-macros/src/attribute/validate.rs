//! From pairs to options: each value by its row of the table, then the rules between keys.

use proc_macro2::{Ident, Span, TokenStream};

use super::{
    Options,
    keys::Form,
    list::List,
    parse::{self, Pair, Written},
    value::Given,
};
use crate::fault::Faults;

/// The options, when there is nothing to be said against them. `function` is where a missing key is reported: the
/// attribute's own span would add a note about the macro to the message.
pub(crate) fn read(arguments: TokenStream, function: Option<Span>, faults: &mut Faults) -> Option<Options> {
    let mut found = Faults::default();
    let mut options = Options::default();
    let mut seen: Vec<Ident> = Vec::new();
    for part in parse::parts(arguments) {
        let Some(Pair { key, name, written }) = parse::pair(part, &mut found) else { continue };
        if seen.contains(&name) {
            found.at(&name, format_args!("`{name}` is given twice"), "remove one of them");
            continue;
        }
        match (&key.form, &written) {
            (Form::Value(read), Written::Value(value)) => {
                read(&mut options, &Given::new(key, &name, value), &mut found);
            }
            (Form::List(read), Written::List(group)) => {
                read(&mut options, &List::new(key, &name, group), &mut found);
            }
            // The parser reads what the form says.
            (Form::Value(_), Written::List(_)) | (Form::List(_), Written::Value(_)) => {}
        }
        seen.push(name);
    }
    conflicts(&options, &seen, &mut found);
    // A key that was misspelt or given a bad value is not missing as well.
    if options.queue.is_none()
        && found.is_empty()
        && let Some(function) = function
    {
        found.at_span(
            function,
            "the listener has no `queue`",
            "write `#[ace_listener(queue = \"orders.new\")]`",
        );
    }
    let is_right = found.is_empty();
    faults.append(found);
    is_right.then_some(options)
}

fn conflicts(options: &Options, seen: &[Ident], faults: &mut Faults) {
    // A value that was refused is not missing as well.
    let wrote_badly = |name: &str| seen.iter().any(|key| key == name);
    if let (Some(retry), Some(requeue)) = (&options.retry, &options.requeue_on_failure)
        && requeue.value
    {
        faults.between(
            [retry.key.span(), requeue.key.span()],
            "`retry` and `requeue_on_failure` exclude each other",
            "a failed message waits its turn on the ladder or goes back at once: remove one of the two",
        );
    }
    if let (Some(key), None) = (&options.idempotency_key, &options.idempotent)
        && !wrote_badly("idempotent")
    {
        faults.at(
            &key.key,
            "`idempotency_key` has no store to be kept in",
            "write `idempotent = \"db\"` beside it, or remove it",
        );
    }
    if let (Some(concurrency), Some(prefetch)) = (&options.concurrency, &options.prefetch)
        && concurrency.value > prefetch.value
    {
        let (handlers, window) = (concurrency.value, prefetch.value);
        faults.between(
            [concurrency.span, prefetch.span],
            format_args!("{handlers} handlers cannot run at once on {window} messages"),
            format_args!("write `prefetch = {handlers}` or `concurrency = {window}`"),
        );
    }
}
