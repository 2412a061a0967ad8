//! A listener is a plain function for who calls it.

use acemq::prelude::*;

#[ace_listener(queue = "bells")]
async fn on_bell(count: u32, State(limit): State<u32>) -> Result<(), String>
where
    u32: Copy,
{
    if count > *limit { Err("too many".to_owned()) } else { Ok(()) }
}

fn main() {
    use std::{future::Future as _, pin::pin, task::{Context, Poll, Waker}};
    let call = pin!(on_bell(3, State::new(2)));
    let Poll::Ready(answer) = call.poll(&mut Context::from_waker(Waker::noop())) else { panic!("nothing to wait for") };
    assert_eq!(answer, Err("too many".to_owned()));
}
