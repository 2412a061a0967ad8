//! Everything that is wrong with one listener, reported in one run.

use std::fmt::Display;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// The faults that were found so far, in the order of the source.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    errors: Vec<syn::Error>,
    /// Something is wrong that the compiler says better.
    left: bool,
}

impl Faults {
    /// The fault in one line, on these tokens, and what to write instead.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, fault: impl Display, help: impl Display) {
        self.errors.push(syn::Error::new_spanned(tokens, text(fault, help)));
    }

    /// As [`Self::at`], where there is a place and no token.
    pub(crate) fn at_span(&mut self, span: Span, fault: impl Display, help: impl Display) {
        self.errors.push(syn::Error::new(span, text(fault, help)));
    }

    /// One fault that two tokens make together: what lies between them is underlined too.
    pub(crate) fn between(&mut self, spans: [Span; 2], fault: impl Display, help: impl Display) {
        let tokens = TokenStream::from_iter(spans.map(|span| TokenTree::from(Ident::new("_", span))));
        self.at(tokens, fault, help);
    }

    /// A fault that the compiler reports by itself: nothing is generated, so that it is reported once.
    pub(crate) fn leave_to_the_compiler(&mut self) {
        self.left = true;
    }

    /// Takes over what another stage found.
    pub(crate) fn append(&mut self, mut other: Self) {
        self.errors.append(&mut other.errors);
        self.left |= other.left;
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.is_empty() && !self.left
    }

    pub(crate) fn into_compile_errors(self) -> TokenStream {
        self.errors.iter().map(syn::Error::to_compile_error).collect()
    }
}

/// The compiler indents what follows a line break, so that `help:` stands below the fault.
fn text(fault: impl Display, help: impl Display) -> String {
    format!("{fault}\nhelp: {help}")
}
