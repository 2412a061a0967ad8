//! Expansions as formatted files: what a listener costs its reader, its compiler and its lints, to be seen in a review.
//!
//! Each `tests/expand/NAME.in.rs` holds one function under the attribute, or one type under the derive, `NAME.out.rs` what comes out of it.
//! `BLESS=1 cargo test -p acemq-macros` writes the latter anew; read the difference before it is committed.

use std::{env, fs, path::Path};

use syn::{Item, Meta};

use crate::expand;

fn expanded(source: &str) -> String {
    let file = syn::parse_file(source).expect("an input is Rust");
    let items = file.items.into_iter().map(|item| {
        let Item::Fn(mut function) = item else {
            return crate::ace_error::expand(quote::quote!(#item));
        };
        let at = function.attrs.iter().position(|attribute| attribute.path().is_ident("ace_listener"));
        let attribute = function.attrs.remove(at.expect("an input has the attribute"));
        let Meta::List(list) = attribute.meta else { panic!("an input has options") };
        expand::expand(list.tokens, &quote::quote!(#function))
    });
    let file: syn::File = syn::parse2(items.collect()).expect("an expansion is Rust");
    file.items.into_iter().map(formatted).collect()
}

/// A formatter leaves the tokens of a macro call as they are, so what is submitted is formatted by itself.
fn formatted(item: Item) -> String {
    let submitted = match &item {
        Item::Macro(call) if call.mac.path.segments.last().is_some_and(|last| last.ident == "submit") => {
            call.mac.tokens.clone()
        }
        _ => return unparsed(item),
    };
    let inside = unparsed(syn::parse_quote!(fn inside() { #submitted }));
    inside.replacen("fn inside()", "::acemq::__private::submit!", 1)
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand");
    let is_blessed = env::var_os("BLESS").is_some();
    let mut inputs: Vec<_> = fs::read_dir(&folder)
        .expect("the folder of the files")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".in.rs"))
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "no inputs in {}", folder.display());
    let mut differing = Vec::new();
    for input in inputs {
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
