#[automatically_derived]
impl ::acemq::__private::AceError for PaymentError {
    fn failure_kind(
        &self,
    ) -> ::acemq::__private::Option<::acemq::__private::FailureKind> {
        match self {
            Self::NoAccount { .. } => {
                ::acemq::__private::Option::Some(::acemq::__private::FailureKind::Fatal)
            }
            Self::Odd { .. } => {
                ::acemq::__private::Option::Some(::acemq::__private::FailureKind::Park)
            }
            Self::Busy { .. } => {
                ::acemq::__private::Option::Some(
                    ::acemq::__private::FailureKind::Retryable,
                )
            }
            Self::Closed { .. } => {
                ::acemq::__private::Option::Some(
                    ::acemq::__private::FailureKind::RetryAfter(
                        ::acemq::__private::Duration::from_millis(90000u64),
                    ),
                )
            }
            Self::Limited { wait: __wait, .. } => {
                ::acemq::__private::Option::Some(
                    ::acemq::__private::FailureKind::RetryAfter(
                        <Duration as ::acemq::__private::RetryWait>::wait(__wait),
                    ),
                )
            }
            Self::Told { 1: __1, .. } => {
                ::acemq::__private::Option::Some(
                    ::acemq::__private::FailureKind::RetryAfter(
                        <Duration as ::acemq::__private::RetryWait>::wait(__1),
                    ),
                )
            }
            Self::Gateway { 0: __0, .. } => {
                <gateway::Error as ::acemq::__private::AceError>::failure_kind(__0)
            }
            Self::Unmarked { .. } | Self::AlsoUnmarked { .. } => {
                ::acemq::__private::Option::None
            }
        }
    }
}
::acemq::__private::submit! {
    ::acemq::__private::ErrorProbe::of::<PaymentError>()
}
