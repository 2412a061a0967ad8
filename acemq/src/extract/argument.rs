//! How the compiler finds out what an argument is: the attribute sees tokens, not types.
//!
//! For each argument the expansion writes `Argument::of(|_: T| ()).take(arguments)`. `take` is an inherent method on five types,
//! each of which derefs to the next, and the compiler picks the first whose bounds hold:
//!
//! 1. [`Argument`]: types that are known to carry a payload. The bound stands on the method, so that a payload that
//!    cannot be read is reported as one, and not passed on to the levels below.
//! 2. [`Extractor`]: `T: FromDelivery`.
//! 3. [`Plain`]: `T: Payload`, which every type with `Deserialize` is.
//! 4. [`Unshared`]: a state that threads cannot share.
//! 5. [`Unknown`]: everything else.
//!
//! On the last two the bound stands on the method and holds for nothing that gets there: it is the error message. Behind
//! them the arguments are [`Unknowable`], and nothing else is said against the call.
//!
//! Inherent methods and not traits, because a trait would have to be imported into the user's scope.

use std::{any::Any, marker::PhantomData, ops::Deref};

use super::{DecodeError, FromDelivery, Incoming, Message, Payload, Requirements, State};

/// The arguments of one delivery while they are built. `P` says whether one of them took the payload.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentList<'a, P> {
    incoming: &'a Incoming<'a>,
    payload: PhantomData<P>,
}

/// No argument has taken the payload.
#[derive(Clone, Copy, Debug)]
pub enum NoPayload {}

/// An argument has taken the payload, which is a `T`.
#[derive(Clone, Copy, Debug)]
pub struct HasPayload<T>(PhantomData<fn() -> T>);

/// An argument is none: what it would have been is not known, so that nothing else is wrong because of it.
#[derive(Clone, Copy, Debug)]
pub enum Unknowable {}

/// Holds for [`NoPayload`] alone: a body is decoded once.
#[diagnostic::on_unimplemented(
    message = "a listener takes one payload",
    label = "a second payload",
    note = "the body of a message is decoded once: put both parts into one struct, or give this type \
            an implementation of `acemq::FromDelivery`"
)]
pub trait OnePayload {}

impl OnePayload for NoPayload {}
impl OnePayload for Unknowable {}

/// Holds where there is a payload, and it is a `T`: its key can be taken by a function of `&T`.
#[diagnostic::on_unimplemented(
    message = "`idempotency_key` names a function of the payload, and this listener takes none",
    label = "there is no payload to hand to it",
    note = "take the payload, or the key from a header: `idempotency_key = \"header:x-request-id\"`"
)]
pub trait KeyedBy<T> {}

impl<T> KeyedBy<T> for HasPayload<T> {}
impl<T> KeyedBy<T> for Unknowable {}

/// What the threads of a program can share.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared between threads, and so is no state of a listener",
    label = "handlers run on several threads",
    note = "a state is shared already: write `State<T>` for `State<Rc<T>>`, and a lock such as `Mutex` or an atomic for \
            `Cell` and `RefCell`"
)]
pub trait Shared {}

#[diagnostic::do_not_recommend]
impl<S: Send + Sync> Shared for S {}

/// Implemented by nothing: the words for a type that is no argument.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a listener",
    label = "neither a payload nor something that a delivery is asked for",
    note = "the payload implements `serde::Deserialize`: put `#[derive(serde::Deserialize)]` on `{Self}`, \
            or on your type inside of it",
    note = "for what the application registers with `App::state`, write `State<{Self}>`",
    note = "for anything else that a delivery can give, implement `acemq::FromDelivery` for `{Self}`"
)]
pub trait ListenerArgument: Sized {
    /// Never called.
    ///
    /// # Errors
    ///
    /// None.
    fn take<P>(arguments: ArgumentList<'_, P>) -> Result<(ArgumentList<'_, Unknowable>, Self), DecodeError>;
}

/// Level 1, and where the search begins.
#[derive(Debug)]
pub struct Argument<T>(Extractor<T>);

/// Level 2.
#[derive(Debug)]
pub struct Extractor<T>(Plain<T>);

/// Level 3.
#[derive(Debug)]
pub struct Plain<T>(Unshared<T>);

/// Level 4.
#[derive(Debug)]
pub struct Unshared<T>(Unknown<T>);

/// Level 5.
#[derive(Debug)]
pub struct Unknown<T>(PhantomData<fn() -> T>);

impl<'a> ArgumentList<'a, NoPayload> {
    /// Before the first argument.
    pub fn of(incoming: &'a Incoming<'a>) -> Self {
        Self { incoming, payload: PhantomData }
    }
}

impl<'a, P> ArgumentList<'a, P> {
    /// The same delivery, with another answer to who has the payload.
    fn now<Q>(self) -> ArgumentList<'a, Q> {
        ArgumentList { incoming: self.incoming, payload: PhantomData }
    }

    /// The idempotency key that `key` makes of the payload, which is one of `values`: as it is, or inside a [`Message`].
    pub fn key<T: 'static>(&self, key: fn(&T) -> String, values: &[&dyn Any]) -> String
    where
        P: KeyedBy<T>,
    {
        // A message is the payload for sure; a bare `T` beside it came from somewhere else.
        let in_message = values.iter().find_map(|value| value.downcast_ref::<Message<T>>());
        let bare = || values.iter().find_map(|value| value.downcast_ref::<T>());
        // By the bound, one of the values is the payload.
        in_message.map(|message| &message.payload).or_else(bare).map(key).unwrap_or_default()
    }
}

impl<T> Argument<T> {
    /// The question what `T` is. A closure that is never called names the type: the compiler has more to say about a type
    /// that it does not find between angle brackets, and would say it beside what it says of the handler's signature.
    pub const fn of(_: fn(T)) -> Self {
        Self(Extractor(Plain(Unshared(Unknown(PhantomData)))))
    }
}

impl<T> Argument<Message<T>> {
    /// Decodes the payload, with its envelope.
    ///
    /// # Errors
    ///
    /// When the body does not decode.
    pub fn take<'a, P: OnePayload>(
        &self,
        arguments: ArgumentList<'a, P>,
    ) -> Result<(ArgumentList<'a, HasPayload<T>>, Message<T>), DecodeError>
    where
        T: Payload,
    {
        let message = Message::decode(arguments.incoming)?;
        Ok((arguments.now(), message))
    }

    /// Needs nothing.
    pub fn requires(&self, _: &mut Requirements) {}
}

impl<T: FromDelivery> Extractor<T> {
    /// Asks the delivery.
    ///
    /// # Errors
    ///
    /// What the argument's own implementation says.
    pub fn take<'a, P>(
        &self,
        arguments: ArgumentList<'a, P>,
    ) -> Result<(ArgumentList<'a, P>, T), DecodeError> {
        let value = T::from_delivery(arguments.incoming)?;
        Ok((arguments, value))
    }

    /// What the argument's own implementation says.
    pub fn requires(&self, requirements: &mut Requirements) {
        T::requires(requirements);
    }
}

impl<T: Payload> Plain<T> {
    /// Decodes the payload.
    ///
    /// # Errors
    ///
    /// When the body does not decode.
    pub fn take<'a, P: OnePayload>(
        &self,
        arguments: ArgumentList<'a, P>,
    ) -> Result<(ArgumentList<'a, HasPayload<T>>, T), DecodeError> {
        let payload = T::decode(arguments.incoming)?;
        Ok((arguments.now(), payload))
    }

    /// Needs nothing.
    pub fn requires(&self, _: &mut Requirements) {}
}

impl<S> Unshared<State<S>> {
    /// Never compiles: the bound is the error message. A state that threads can share was taken two levels above.
    ///
    /// # Errors
    ///
    /// None.
    pub fn take<'a, P>(
        &self,
        arguments: ArgumentList<'a, P>,
    ) -> Result<(ArgumentList<'a, Unknowable>, State<S>), DecodeError>
    where
        S: Shared + 'static,
    {
        let state = arguments.incoming.state()?;
        Ok((arguments.now(), state))
    }

    /// Without a bound, so that one mistake gives one error.
    pub fn requires(&self, _: &mut Requirements) {}
}

impl<T> Unknown<T> {
    /// Never compiles: the bound is the error message.
    ///
    /// # Errors
    ///
    pub fn take<'a, P>(
        &self,
        arguments: ArgumentList<'a, P>,
    ) -> Result<(ArgumentList<'a, Unknowable>, T), DecodeError>
    where
        T: ListenerArgument,
    {
        T::take(arguments)
    }

    /// Without a bound, so that one mistake gives one error.
    pub fn requires(&self, _: &mut Requirements) {}
}

impl<T> Deref for Argument<T> {
    type Target = Extractor<T>;

    fn deref(&self) -> &Extractor<T> {
        &self.0
    }
}

impl<T> Deref for Extractor<T> {
    type Target = Plain<T>;

    fn deref(&self) -> &Plain<T> {
        &self.0
    }
}

impl<T> Deref for Plain<T> {
    type Target = Unshared<T>;

    fn deref(&self) -> &Unshared<T> {
        &self.0
    }
}

impl<T> Deref for Unshared<T> {
    type Target = Unknown<T>;

    fn deref(&self) -> &Unknown<T> {
        &self.0
    }
}
