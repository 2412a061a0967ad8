//! A listener that is handed to the application, instead of being found by it.

use super::Registration;

/// A listener, as [`listener!`](crate::listener!) names it and [`App::listener`](crate::App::listener) takes it.
#[derive(Clone, Copy, Debug)]
pub struct Listener(pub(crate) Registration);

impl Listener {
    /// The listener of a record. Called by [`listener!`](crate::listener!).
    #[doc(hidden)]
    pub const fn of(record: Registration) -> Self {
        Self(record)
    }

    /// Its id: `module::function`, unless its attribute gives another.
    pub fn id(&self) -> &'static str {
        self.0.id
    }
}

/// The listener of an annotated function, to be handed to [`App::listener`](crate::App::listener).
///
/// A program whose target has no linker sections, or that turns the feature `inventory` off, names its listeners so. One whose
/// attribute gives an `id` is named with it. The path leads to the module in which the function stands: a name that was
/// imported from there is not enough.
///
/// ```
/// use acemq::{listener, prelude::*};
///
/// #[ace_listener(queue = "payments.audit", id = "audit")]
/// #[ace_listener(queue = "payments.new")]
/// async fn on_payment(amount: i64) {
///     println!("{amount}");
/// }
///
/// # fn app(config: Config) -> App {
/// App::new(config).listener(listener!(on_payment)).listener(listener!(on_payment, id = "audit"))
/// # }
/// ```
#[macro_export]
macro_rules! listener {
    ($($function:tt)*) => {
        $crate::Listener::of($crate::__private::record_of!($($function)*))
    };
}
