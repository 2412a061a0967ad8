#[allow(clippy::unused_async)]
/// Rings.
pub(crate) async fn on_bell() {}
#[doc(hidden)]
pub(crate) const fn __ace_listener_on_bell() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
        ::acemq::__private::concat!(::acemq::__private::module_path!(), "::on_bell"),
        "bells",
        |__ace_incoming| {
            let __ace_arguments = ::acemq::__private::ArgumentList::of(__ace_incoming);
            ::acemq::__private::prepared(
                __ace_arguments,
                on_bell(),
                <() as ::acemq::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {},
    )
}
::acemq::__private::submit! {
    __ace_listener_on_bell()
}
