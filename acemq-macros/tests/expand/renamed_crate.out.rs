#[allow(clippy::unused_async)]
pub(crate) async fn on_order(order: Order) {}
#[doc(hidden)]
pub(crate) const fn __ace_listener_on_order() -> shop::messaging::__private::Registration {
    shop::messaging::__private::Registration::new(
        shop::messaging::__private::concat!(
            shop::messaging::__private::module_path!(), "::on_order"
        ),
        "orders",
        |__ace_incoming| {
            let __ace_arguments = shop::messaging::__private::ArgumentList::of(
                __ace_incoming,
            );
            let (__ace_arguments, __ace_0) = shop::messaging::__private::Argument::of(|
                    _: Order|
                ())
                .take(__ace_arguments)?;
            shop::messaging::__private::prepared(
                __ace_arguments,
                on_order(__ace_0),
                <() as shop::messaging::__private::IntoOutcome>::answer,
            )
        },
        |__ace_requirements| {
            shop::messaging::__private::Argument::of(|_: Order| ())
                .requires(__ace_requirements);
        },
    )
}
shop::messaging::__private::submit! {
    __ace_listener_on_order()
}
