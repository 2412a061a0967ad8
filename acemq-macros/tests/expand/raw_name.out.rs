#[allow(clippy::unused_async)]
async fn r#type(r#struct: String) {}
#[doc(hidden)]
const fn __ace_listener_type() -> ::acemq::__private::Registration {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(::acemq::__private::module_path!(), "::type"),
            "types",
            |__ace_incoming| {
                let __ace_arguments = ::acemq::__private::ArgumentList::of(
                    __ace_incoming,
                );
                let (__ace_arguments, __ace_0) = ::acemq::__private::Argument::of(|
                        _: String|
                    ())
                    .take(__ace_arguments)?;
                ::acemq::__private::prepared(
                    __ace_arguments,
                    r#type(__ace_0),
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__ace_requirements| {
                ::acemq::__private::Argument::of(|_: String| ())
                    .requires(__ace_requirements);
            },
        )
        .auto_startup("false")
}
::acemq::__private::submit! {
    __ace_listener_type()
}
