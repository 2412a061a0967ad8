#[automatically_derived]
impl crate::mq::__private::AceError for Limited {
    fn failure_kind(
        &self,
    ) -> crate::mq::__private::Option<crate::mq::__private::FailureKind> {
        let Self { r#in: __in, .. } = self;
        crate::mq::__private::Option::Some(
            crate::mq::__private::FailureKind::RetryAfter(
                <Duration as crate::mq::__private::RetryWait>::wait(__in),
            ),
        )
    }
}
crate::mq::__private::submit! {
    crate::mq::__private::ErrorProbe::of::<Limited>()
}
#[automatically_derived]
impl ::acemq::__private::AceError for NoAccount {
    fn failure_kind(
        &self,
    ) -> ::acemq::__private::Option<::acemq::__private::FailureKind> {
        ::acemq::__private::Option::Some(::acemq::__private::FailureKind::Fatal)
    }
}
::acemq::__private::submit! {
    ::acemq::__private::ErrorProbe::of::<NoAccount>()
}
