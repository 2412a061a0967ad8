//! Who may run beside whom, among all listeners of an application: one suspect at most is in hand, and it runs alone.
//!
//! Should it be the message that kills the process, the broker counts that for everything in hand: of the suspects, for
//! this one only. Others that the process is given meanwhile go back as copies, whose count begins again.

use std::sync::Arc;

use tokio::sync::watch;

/// The gate of an application, shared by its listeners.
#[derive(Debug, Default)]
pub(crate) struct Gate(watch::Sender<State>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct State {
    /// Handlers that run now.
    running: usize,
    /// A suspect is in hand.
    seated: bool,
    /// It wants to run, or runs: nothing else starts.
    closed: bool,
}

/// The place of the one suspect that is in hand. It travels with the message and is given up with it.
#[derive(Debug)]
pub(crate) struct Seat(Arc<Gate>);

/// The leave to run a handler, until it is dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    gate: Arc<Gate>,
    is_alone: bool,
}

/// Hears when somebody who was refused may ask again.
#[derive(Clone, Debug)]
pub(crate) struct Changes(watch::Receiver<State>);

impl Gate {
    /// Hears when somebody who was refused may ask again.
    pub(crate) fn changes(&self) -> Changes {
        Changes(self.0.subscribe())
    }

    /// The place of the one suspect; `None` while another has it.
    pub(crate) fn seat(self: &Arc<Self>) -> Option<Seat> {
        let mut is_free = false;
        self.update(|state| {
            is_free = !state.seated;
            state.seated = true;
        });
        is_free.then(|| Seat(Arc::clone(self)))
    }

    /// The leave to run a handler, a suspect's when it has the seat; `None` when it has to wait. A suspect that waits keeps
    /// everybody else from starting, else it might wait for ever.
    pub(crate) fn enter(self: &Arc<Self>, seat: Option<&Seat>) -> Option<Pass> {
        let mut may_run = false;
        self.update(|state| {
            may_run = if seat.is_some() { state.running == 0 } else { !state.closed };
            state.closed |= seat.is_some();
            state.running += usize::from(may_run);
        });
        may_run.then(|| Pass { gate: Arc::clone(self), is_alone: seat.is_some() })
    }

    /// Changes the state. Others hear of it only where a closed gate makes somebody wait, so that nothing is woken as long
    /// as there are no suspects.
    fn update(&self, change: impl FnOnce(&mut State)) {
        self.0.send_if_modified(|state| {
            let before = *state;
            change(state);
            before.closed && *state != before
        });
    }
}

impl Seat {
    /// It does not want to run for now: others need not wait for it.
    pub(crate) fn stand_back(&self) {
        self.0.update(|state| state.closed = false);
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.seated = false;
            state.closed = false;
        });
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let is_alone = self.is_alone;
        self.gate.update(|state| {
            state.running -= 1;
            state.closed &= !is_alone;
        });
    }
}

impl Changes {
    /// Resolves when somebody who was refused may ask again.
    ///
    /// # Cancel safety
    ///
    /// Nothing is lost when the future is dropped.
    pub(crate) async fn next(&mut self) {
        if self.0.changed().await.is_err() {
            // The gate is gone, and with it everybody who could ask.
            std::future::pending::<()>().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn any_number_run_beside_each_other_and_nobody_is_woken() {
        let gate = Arc::new(Gate::default());
        let mut changes = gate.changes();
        let passes: Vec<Option<Pass>> = (0..3).map(|_| gate.enter(None)).collect();
        assert!(passes.iter().all(Option::is_some));
        drop(passes);
        assert!(changes.next().now_or_never().is_none());
    }

    #[test]
    fn a_suspect_waits_for_those_that_run_and_keeps_others_from_starting() {
        let gate = Arc::new(Gate::default());
        let running = gate.enter(None).expect("nobody else");
        let seat = gate.seat().expect("nobody else");
        let mut changes = gate.changes();
        assert!(gate.enter(Some(&seat)).is_none(), "not beside another");
        assert!(gate.enter(None).is_none(), "not before the suspect");
        assert!(changes.next().now_or_never().is_none(), "who asks in vain wakes nobody");
        drop(running);
        assert!(changes.next().now_or_never().is_some(), "the suspect may ask again");
        let alone = gate.enter(Some(&seat)).expect("nothing runs");
        assert!(gate.enter(None).is_none(), "not beside the suspect");
        drop(alone);
        assert!(changes.next().now_or_never().is_some(), "the others may ask again");
        assert!(gate.enter(None).is_some(), "its settlement is still to come");
        assert!(gate.seat().is_none(), "and it is still in hand");
        drop(seat);
        assert!(gate.seat().is_some());
    }

    #[test]
    fn a_suspect_that_goes_before_it_ran_lets_the_others_start() {
        let gate = Arc::new(Gate::default());
        let running = gate.enter(None).expect("nobody else");
        let seat = gate.seat().expect("nobody else");
        assert!(gate.enter(Some(&seat)).is_none());
        let mut changes = gate.changes();
        drop(seat);
        assert!(changes.next().now_or_never().is_some());
        assert!(gate.enter(None).is_some());
        drop(running);
    }

    #[test]
    fn a_suspect_that_stands_back_keeps_its_seat_and_nobody_waiting() {
        let gate = Arc::new(Gate::default());
        let running = gate.enter(None).expect("nobody else");
        let seat = gate.seat().expect("nobody else");
        assert!(gate.enter(Some(&seat)).is_none());
        seat.stand_back();
        assert!(gate.enter(None).is_some());
        assert!(gate.seat().is_none());
        drop(running);
        assert!(gate.enter(Some(&seat)).is_some());
    }
}
