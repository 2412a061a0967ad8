//! The implementation and the probe. It is given only what is right, so it cannot fail.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Member, ext::IdentExt as _, spanned::Spanned as _};

use super::{
    place::Named,
    validate::{Body, Says, Subject},
};

/// What the type says, and the record by which it is found.
pub(super) fn implementation(subject: &Subject) -> TokenStream {
    let Subject { name, root, body } = subject;
    let says = match body {
        Body::Struct(says) => of_struct(subject, says),
        Body::Enum(cases) => of_enum(subject, cases),
    };
    let implementation = around(subject, &says);
    quote! {
        #implementation
        #root::__private::submit! {
            #root::__private::ErrorProbe::of::<#name>()
        }
    }
}

/// The implementation that says nothing, beside the faults.
pub(super) fn silent(subject: &Subject) -> TokenStream {
    let root = &subject.root;
    around(subject, &quote!(#root::__private::Option::None))
}

fn around(subject: &Subject, says: &TokenStream) -> TokenStream {
    let Subject { name, root, .. } = subject;
    quote! {
        #[automatically_derived]
        impl #root::__private::AceError for #name {
            fn failure_kind(&self) -> #root::__private::Option<#root::__private::FailureKind> {
                #says
            }
        }
    }
}

fn of_struct(subject: &Subject, says: &Says) -> TokenStream {
    let said = said(subject, says);
    match field(says) {
        Some(field) => {
            let pattern = binding(subject, field);
            quote! {
                let Self { #pattern, .. } = self;
                #said
            }
        }
        None => said,
    }
}

/// One line for each variant with a mark, and one for all without.
fn of_enum(subject: &Subject, cases: &[(Ident, Says)]) -> TokenStream {
    let (silent, marked): (Vec<_>, Vec<_>) =
        cases.iter().partition(|(_, says)| matches!(says, Says::Nothing));
    let lines = marked.into_iter().map(|(variant, says)| {
        let said = said(subject, says);
        if let Some(field) = field(says) {
            let pattern = binding(subject, field);
            quote!(Self::#variant { #pattern, .. } => #said,)
        } else {
            quote!(Self::#variant { .. } => #said,)
        }
    });
    let others = silent.into_iter().map(|(variant, _)| variant).collect::<Vec<_>>();
    let root = &subject.root;
    let rest =
        (!others.is_empty()).then(|| quote!(#(Self::#others { .. })|* => #root::__private::Option::None,));
    quote! {
        match self {
            #(#lines)*
            #rest
        }
    }
}

/// The field that a case looks at.
fn field(says: &Says) -> Option<&Named> {
    match says {
        Says::AfterField(field) | Says::Transparent(field) => Some(field),
        Says::Nothing | Says::Fatal | Says::Retryable | Says::Park | Says::After(_) => None,
    }
}

fn binding(subject: &Subject, field: &Named) -> TokenStream {
    let member = &field.member;
    let local = local(subject, field);
    quote!(#member: #local)
}

/// The name of the field inside the expansion, never the field's own. Pattern and use have one place and one context,
/// since a local of another context is another local.
fn local(subject: &Subject, field: &Named) -> Ident {
    match &field.member {
        Member::Named(name) => format_ident!("__{}", name.unraw(), span = at(subject, field)),
        Member::Unnamed(index) => format_ident!("__{}", index.index, span = at(subject, field)),
    }
}

/// The place of the field's type, where a type that does not fit is reported.
fn at(subject: &Subject, field: &Named) -> Span {
    subject.name.span().located_at(field.ty.span())
}

fn said(subject: &Subject, says: &Says) -> TokenStream {
    let root = &subject.root;
    let kind = match says {
        Says::Nothing => return quote!(#root::__private::Option::None),
        Says::Fatal => quote!(Fatal),
        Says::Retryable => quote!(Retryable),
        Says::Park => quote!(Park),
        Says::After(wait) => {
            // The parser reads whole milliseconds, of which a `u64` holds the longest duration.
            let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
            quote!(RetryAfter(#root::__private::Duration::from_millis(#millis)))
        }
        Says::AfterField(field) => {
            let (ty, local) = (&field.ty, local(subject, field));
            let wait =
                quote_spanned!(at(subject, field)=> <#ty as #root::__private::RetryWait>::wait(#local));
            quote!(RetryAfter(#wait))
        }
        Says::Transparent(field) => {
            let (ty, local) = (&field.ty, local(subject, field));
            return quote_spanned!(at(subject, field)=> <#ty as #root::__private::AceError>::failure_kind(#local));
        }
    };
    quote!(#root::__private::Option::Some(#root::__private::FailureKind::#kind))
}
