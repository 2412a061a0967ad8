#[allow(clippy::unused_async)]
async fn r#type(r#struct: String) {}
::acemq::__private::submit! {
    ::acemq::__private::Registration::new(
            ::acemq::__private::concat!(::acemq::__private::module_path!(), "::type"),
            "types",
            |__incoming| {
                let __arguments = ::acemq::__private::Arguments::of(__incoming);
                let (_, __0) = ::acemq::__private::Argument::<String>::NEW
                    .take(__arguments)?;
                ::acemq::__private::prepared(
                    r#type(__0),
                    <() as ::acemq::__private::IntoOutcome>::answer,
                )
            },
            |__requirements| {
                ::acemq::__private::Argument::<String>::NEW.requires(__requirements);
            },
        )
        .auto_startup("false")
}
