//! Expansions as formatted files: what a listener costs its reader, its compiler and its lints, to be seen in a review.
//!
//! Each `tests/expand/NAME.in.rs` holds one function under the attribute, or one type under the derive, `NAME.out.rs` what
//! comes out of it.
//! `BLESS=1 cargo test -p acemq-macros` writes the latter anew; read the difference before it is committed.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use proc_macro2::TokenStream;
use syn::{Expr, Item, ItemFn, ItemMacro, Meta, Stmt};

use crate::expand;

fn expanded(source: &str) -> String {
    let items = items(source).into_iter().map(|item| match item {
        Item::Fn(function) => {
            let Input { options, function } = Input::of(function);
            expand::expand(options, &quote::quote!(#function))
        }
        other => crate::ace_error::expand(quote::quote!(#other)),
    });
    let file: syn::File = syn::parse2(items.collect()).expect("an expansion is Rust");
    file.items.into_iter().map(formatted).collect()
}

/// A function without its first attribute, and what stood in that.
struct Input {
    options: TokenStream,
    function: ItemFn,
}

impl Input {
    fn of(mut function: ItemFn) -> Self {
        let at = function.attrs.iter().position(|attribute| attribute.path().is_ident("ace_listener"));
        let attribute = function.attrs.remove(at.expect("an input has the attribute"));
        let Meta::List(list) = attribute.meta else { panic!("an input has options") };
        Self { options: list.tokens, function }
    }
}

fn items(source: &str) -> Vec<Item> {
    syn::parse_file(source).expect("an input is Rust").items
}

/// The functions of an input, each parted from its attribute.
fn inputs(source: &str) -> Vec<Input> {
    let function = |item| match item {
        Item::Fn(function) => Some(Input::of(function)),
        _ => None,
    };
    items(source).into_iter().filter_map(function).collect()
}

/// The files `NAME.in.rs`, sorted.
fn input_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".in.rs"))
        .collect();
    inputs.sort();
    assert!(inputs.len() >= 12, "{} inputs in {}", inputs.len(), folder.display());
    inputs
}

/// A formatter leaves the tokens of a macro call as they are, so what is submitted is formatted by itself.
fn formatted(item: Item) -> String {
    let call = match &item {
        Item::Macro(call) if is_submission(call) => call,
        _ => return unparsed(item),
    };
    let (path, submitted) = (&call.mac.path, &call.mac.tokens);
    let path = quote::quote!(#path).to_string().replace(' ', "");
    let inside = unparsed(syn::parse_quote!(fn inside() { #submitted }));
    inside.replacen("fn inside()", &format!("{path}!"), 1)
}

fn is_submission(call: &ItemMacro) -> bool {
    call.mac.path.segments.last().is_some_and(|last| last.ident == "submit")
}

fn unparsed(item: Item) -> String {
    prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item],
    })
}

#[test]
fn each_expansion_is_the_one_that_was_reviewed() {
    let is_blessed = env::var_os("BLESS").is_some();
    let mut differing = Vec::new();
    for input in input_files() {
        let output = input.to_string_lossy().replace(".in.rs", ".out.rs");
        let now = expanded(&fs::read_to_string(&input).expect("a readable input"));
        if is_blessed {
            fs::write(&output, &now).expect("a writable folder");
        } else if fs::read_to_string(&output).ok().as_ref() != Some(&now) {
            differing.push(format!("{output} differs; it would now be:\n{now}"));
        }
    }
    assert!(differing.is_empty(), "{}\nBLESS=1 writes the files anew", differing.join("\n"));
}

/// What a listener adds: four lines, two for each argument, one for each key that was written beside the queue.
#[test]
fn an_expansion_has_no_more_lines_than_it_may() {
    let mut counted = 0;
    for file in input_files() {
        for Input { options, function } in inputs(&fs::read_to_string(&file).expect("a readable input")) {
            let keys = crate::attribute::parts_of(options.clone()) - 1;
            let allowed = 4 + 2 * function.sig.inputs.len() + keys;
            let expansion: syn::File = syn::parse2(expand::expand(options, &quote::quote!(#function)))
                .expect("an expansion is Rust");
            // The first is the function, and a fault is no line.
            let added = &expansion.items[1..];
            let lines: usize = added.iter().map(lines_of).sum();
            assert!(lines <= allowed, "{}: {lines} lines, {allowed} are allowed", file.display());
            counted += usize::from(lines > 0);
        }
    }
    assert!(counted >= 12, "{counted} expansions were counted");
}

/// An item is a line, and so is each statement of its closures and each call on its record.
fn lines_of(item: &Item) -> usize {
    match item {
        Item::Fn(record) => match record.block.stmts.as_slice() {
            [Stmt::Expr(record, None)] => 1 + lines_of_record(record),
            _ => panic!("a record is one expression"),
        },
        Item::Macro(call) if call.mac.path.is_ident("compile_error") || call.mac.path.segments.len() == 2 => {
            0
        }
        _ => 1,
    }
}

fn lines_of_record(record: &Expr) -> usize {
    match record {
        Expr::MethodCall(setter) => 1 + lines_of_record(&setter.receiver),
        Expr::Call(new) => new
            .args
            .iter()
            .map(|argument| match argument {
                Expr::Closure(closure) => match closure.body.as_ref() {
                    Expr::Block(body) => body.block.stmts.len(),
                    _ => 1,
                },
                _ => 0,
            })
            .sum(),
        _ => 0,
    }
}

/// The item comes out token for token, whatever is wrong with it or with its attribute.
#[test]
fn the_function_comes_out_unchanged_also_beside_an_error() {
    for (attribute, item) in [
        ("queue = \"a\"", "async fn f ( x : X ) -> Y { this does not parse }"),
        ("nonsense ( = , , \"", "fn f (& self) { }"),
        ("queue = \"a\"", "struct NotAFunction ;"),
        ("", "pub (crate) async fn f < T > (a : impl X) ;"),
        ("queue = = 3 , 7 , . , retry = { }", "mod m { }"),
    ] {
        let Ok(attribute) = attribute.parse() else { continue };
        let item: proc_macro2::TokenStream = item.parse().expect("tokens");
        let out = expand::expand(attribute, &item).to_string();
        assert!(out.starts_with(&item.to_string()) || out.contains("unused_async"), "{out}");
        assert!(out.contains(&item.to_string()), "{out}");
    }
}
