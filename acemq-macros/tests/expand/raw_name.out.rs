#[allow(clippy::unused_async)]
async fn r#type(r#struct: String) {}
#[doc(hidden)]
const fn __ace_listener_type() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(::acemq::__private::module_path!(), "::type"),
            "types",
            |__incoming| {
                let __arguments = ::acemq::__private::ArgumentList::of(__incoming);
                let (__arguments, __0) = ::acemq::__private::Argument::of(|_: String| ())
                    .take(__arguments)?;
                ::acemq::__private::prepared(
                    __arguments,
                    r#type(__0),
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::of(|_: String| ())
                    .requires(__requirements);
            },
        )
        .auto_startup("false")
}
::acemq::__private::submit! {
    __ace_listener_type()
}
