//! `listener!(on_payment)`: from the path of a function to the path of its record.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{
    Ident, LitStr, Path, Token,
    parse::{Parse, ParseStream},
};

use crate::{fault::Faults, generate::record_of};

/// What stands in the parentheses.
struct Named {
    path: Path,
    id: Option<LitStr>,
}

impl Parse for Named {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path: Path = input.parse()?;
        let mut id = None;
        if input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let key: Ident = input.parse()?;
            if key != "id" {
                return Err(syn::Error::new(key.span(), ""));
            }
            input.parse::<Token![=]>()?;
            id = Some(input.parse()?);
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Self { path, id })
    }
}

/// The call of the record's function, with the span of the function's.
pub(crate) fn record(input: &TokenStream) -> TokenStream {
    let Ok(Named { mut path, id }) = syn::parse2::<Named>(input.clone()) else {
        let mut faults = Faults::default();
        faults.at(
            if input.is_empty() { quote!(()) } else { input.clone() },
            "`listener!` takes the path of an annotated function",
            "write `listener!(on_payment)`, or `listener!(on_payment, id = \"audit\")` for one of several",
        );
        return faults.into_compile_errors();
    };
    if let Some(last) = path.segments.last_mut() {
        last.ident = record_of(&last.ident, id.map(|id| id.value()).as_deref());
    }
    quote!(#path())
}
