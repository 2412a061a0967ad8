//! What start-up says about `on_exhausted`: what is refused, and what is warned of because only the broker knows it.

use std::sync::Arc;

use acemq_core::{
    exhausted::{FORMS, OnExhausted},
    suggest::nearest,
};

use super::{builder::Recoverers, listeners::Chosen};
use crate::{
    broker::Broker,
    fault::{Fault, Origin, Written},
    listener::Resolved,
    topology::{DeadLetter, DeclaredTopology},
};

/// A recoverer's name must be one that `on_exhausted` can say, and stand for one recoverer.
pub(super) fn recoverer_names(recoverers: &Recoverers, faults: &mut Vec<Fault>) {
    let mut refuse = |message: String, help: &str| {
        faults.push(Fault::new(Origin::code(), "on_exhausted", message, help));
    };
    for name in recoverers.by_name.keys() {
        let message = match name.parse() {
            Ok(OnExhausted::Recoverer(read)) if read == *name => continue,
            Ok(OnExhausted::Recoverer(_)) => {
                format!("the recoverer's name `{name}` begins or ends with a blank")
            }
            Ok(_) => format!("`{name}` is a form of its own, and no recoverer can have that name"),
            Err(error) => error.message().to_owned(),
        };
        refuse(message, "give it another name, of letters, digits, `-`, `_` and `.`");
    }
    for name in &recoverers.registered_twice {
        refuse(format!("the recoverer `{name}` is registered twice"), "register it once");
    }
}

/// A listener's recoverer must have been given in code.
pub(super) fn known_recoverer(resolved: &Resolved, recoverers: &Recoverers, faults: &mut Vec<Fault>) {
    let Some(Written { value: OnExhausted::Recoverer(name), place }) = &resolved.on_exhausted else { return };
    if recoverers.by_name.contains_key(name) {
        return;
    }
    let known: Vec<&str> = recoverers.by_name.keys().map(String::as_str).collect();
    let help = match nearest(name, &known) {
        Some(near) => format!("write `{near}`"),
        None => format!("give one with `App::on_exhausted(\"{name}\", …)`, or write {FORMS}"),
    };
    let fault = Fault::at(place, format!("there is no recoverer `{name}`"), help);
    // What is written once, under `acemq.listener`, is said once and not for every listener.
    if !faults.contains(&fault) {
        faults.push(fault);
    }
}

/// Warns where a rejected message may be dropped: nothing that is configured gives its queue a dead-letter exchange.
/// A queue that somebody else declares may have one, or not: nobody can see.
pub(super) fn warn_of_reject(id: &str, resolved: &Resolved, declared: &DeclaredTopology) {
    if form(resolved) == Some(&OnExhausted::Reject) && !has_dead_letter_exchange(&resolved.queue, declared) {
        tracing::warn!(
            listener = id,
            queue = resolved.queue,
            "`on_exhausted` is `reject`, and no configuration shows a dead-letter exchange on the queue: without one the \
             broker drops what is rejected; write `dead-letter = true` under `acemq.topology.queues`, or another form"
        );
    }
}

fn has_dead_letter_exchange(queue: &str, declared: &DeclaredTopology) -> bool {
    declared.queues.iter().filter(|one| one.name == queue).any(|one| match one.dead_letter {
        DeadLetter::On => true,
        DeadLetter::Off => one.arguments.contains_key("x-dead-letter-exchange"),
    })
}

/// Warns of exchanges, and of queues on the default one, that used-up messages go to and that are not there: such a message
/// would hold its listener up until they are. Nothing is declared: they are the application's.
pub(super) async fn warn_of_missing_targets(broker: &Arc<dyn Broker>, listeners: &[Chosen]) {
    for chosen in listeners {
        let Some(OnExhausted::Republish { exchange, routing_key }) = form(&chosen.resolved) else { continue };
        let found = if exchange.is_empty() {
            broker.look_up_queue(routing_key).await.map(|facts| facts.is_some())
        } else {
            broker.look_up_exchange(exchange).await
        };
        let why = match found {
            Ok(true) => continue,
            Ok(false) => "it does not exist".to_owned(),
            Err(error) => error.to_string(),
        };
        let (kind, name) = if exchange.is_empty() { ("queue", routing_key) } else { ("exchange", exchange) };
        tracing::warn!(
            listener = chosen.registration.id,
            "`on_exhausted` republishes to {kind} `{name}`, which cannot be found: {why}; a used-up message is held, and \
             its listener with it, until it is there"
        );
    }
}

fn form(resolved: &Resolved) -> Option<&OnExhausted> {
    resolved.on_exhausted.as_ref().map(|written| &written.value)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;
    use crate::{
        broker::{ConnectOptions, Scheme, Secret},
        extract::ArgumentList,
        fault::Place,
        listener::{IntoOutcome, ListenerLayer, Registration, prepared, resolve},
        message::{Table, Value},
        topology::{DeclaredQueue, ExchangeKind, Object, QueueKind},
    };

    /// What was logged, while it is held.
    #[derive(Clone, Default)]
    struct Log(Arc<std::sync::Mutex<Vec<u8>>>);

    impl io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no poison").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Log {
        fn begin() -> (Self, tracing::subscriber::DefaultGuard) {
            let log = Self::default();
            let writer = log.clone();
            let subscriber = tracing_subscriber::fmt()
                .with_max_level(tracing::Level::WARN)
                .with_ansi(false)
                .with_writer(move || writer.clone())
                .finish();
            (log, tracing::subscriber::set_default(subscriber))
        }

        fn text(&self) -> String {
            String::from_utf8(std::mem::take(&mut *self.0.lock().expect("no poison"))).expect("text")
        }
    }

    fn chosen(on_exhausted: &'static str) -> Chosen {
        let registration = Registration::new(
            "shop::on_order",
            "orders",
            |incoming| prepared(ArgumentList::of(incoming), async {}, IntoOutcome::answer),
            |_| {},
        )
        .on_exhausted(on_exhausted);
        let origin = Origin::code();
        let attribute =
            ListenerLayer::of_attribute(&registration.options, registration.queue, &origin).expect("a layer");
        let place = Place::new(origin, registration.id);
        let resolved = resolve(&attribute, None, &ListenerLayer::default(), &place).expect("options");
        Chosen { registration, resolved }
    }

    #[test]
    fn a_rejection_that_may_drop_the_message_is_warned_of() {
        let queue = |name: &str, dead_letter, arguments: &[(&str, Value)]| DeclaredQueue {
            name: name.to_owned(),
            kind: QueueKind::Quorum,
            dead_letter,
            arguments: arguments
                .iter()
                .map(|(name, value)| ((*name).into(), value.clone()))
                .collect::<Table>(),
        };
        let to_exchange = [("x-dead-letter-exchange", Value::from("dead"))];
        let (log, _guard) = Log::begin();
        for (form, queues, is_warned) in [
            ("reject", vec![], true),
            ("reject", vec![queue("orders", DeadLetter::Off, &[])], true),
            ("reject", vec![queue("others", DeadLetter::On, &[])], true),
            ("reject", vec![queue("orders", DeadLetter::On, &[])], false),
            ("reject", vec![queue("orders", DeadLetter::Off, &to_exchange)], false),
            ("park", vec![], false),
        ] {
            let declared = DeclaredTopology { queues, ..DeclaredTopology::default() };
            warn_of_reject("shop::on_order", &chosen(form).resolved, &declared);
            let text = log.text();
            assert_eq!(
                text.contains("shop::on_order") && text.contains("queue=\"orders\""),
                is_warned,
                "{text}"
            );
            assert!(is_warned || text.is_empty(), "{text}");
        }
    }

    #[tokio::test]
    async fn a_target_that_is_not_there_is_warned_of_by_listener_and_name() {
        let options = ConnectOptions {
            scheme: Scheme::Memory,
            host: "a-target-that-is-not-there".to_owned(),
            port: 5672,
            virtual_host: "/".to_owned(),
            username: "guest".to_owned(),
            password: Secret::new("guest"),
            client_name: "test".to_owned(),
            heartbeat: std::time::Duration::ZERO,
            connection_timeout: std::time::Duration::ZERO,
            confirm_timeout: std::time::Duration::ZERO,
            blocked_timeout: std::time::Duration::ZERO,
            max_outstanding_publishes: 1,
        };
        let broker = crate::memory::connect(&options);
        broker
            .declare(&Object::Exchange { name: "there".to_owned(), kind: ExchangeKind::Direct })
            .await
            .expect("declared");
        broker
            .declare(&Object::Queue { name: "failed".to_owned(), arguments: Table::new() })
            .await
            .expect("declared");
        let (log, _guard) = Log::begin();
        for (form, warned) in [
            ("republish(there, k)", None),
            ("republish(, failed)", None),
            ("park", None),
            ("republish(missing, k)", Some("exchange `missing`")),
            ("republish(, lost)", Some("queue `lost`")),
        ] {
            warn_of_missing_targets(&broker, &[chosen(form)]).await;
            let text = log.text();
            assert_eq!(text.contains("shop::on_order"), warned.is_some(), "{form}: {text}");
            assert!(text.contains(warned.unwrap_or_default()), "{form}: {text}");
        }
    }

    #[derive(Debug)]
    struct Nothing;

    impl crate::Recoverer for Nothing {
        fn recover<'a>(
            &'a self,
            _: &'a crate::Exhausted<'a>,
        ) -> crate::BoxFuture<'a, Result<crate::Recovery, crate::BoxError>> {
            Box::pin(async { Ok(crate::Recovery::Done) })
        }
    }

    fn app(names: &[&str]) -> crate::App {
        names
            .iter()
            .fold(crate::App::new(crate::Config::default()), |app, name| app.on_exhausted(name, Nothing))
    }

    fn texts(faults: &[Fault]) -> Vec<String> {
        faults.iter().map(Fault::to_string).collect()
    }

    #[test]
    fn a_recoverer_has_a_name_that_on_exhausted_can_say_and_no_other_recoverer_has() {
        let mut faults = Vec::new();
        recoverer_names(&app(&["archive", "tickets.eu"]).recoverers, &mut faults);
        assert_eq!(texts(&faults), [""; 0]);
        recoverer_names(
            &app(&["archive", "archive", "park", "parked", "my archive", " lost"]).recoverers,
            &mut faults,
        );
        let help = "help: give it another name, of letters, digits, `-`, `_` and `.`";
        assert_eq!(
            texts(&faults),
            [
                format!(
                    "code: `on_exhausted`: the recoverer's name ` lost` begins or ends with a blank\n{help}"
                ),
                format!("code: `on_exhausted`: the recoverer's name holds ' '\n{help}"),
                format!(
                    "code: `on_exhausted`: `park` is a form of its own, and no recoverer can have that name\n{help}"
                ),
                format!(
                    "code: `on_exhausted`: `parked` is nearly `park`, and no recoverer can have that name\n{help}"
                ),
                "code: `on_exhausted`: the recoverer `archive` is registered twice\nhelp: register it once"
                    .to_owned(),
            ]
        );
    }

    #[test]
    fn a_recoverer_that_nobody_gave_is_refused_where_it_is_written_and_the_nearest_is_named() {
        let app = app(&["archive", "tickets"]);
        let mut faults = Vec::new();
        for name in ["archive", "archiv", "archiv", "reject", "undertaker"] {
            known_recoverer(&chosen(name).resolved, &app.recoverers, &mut faults);
        }
        assert_eq!(
            texts(&faults),
            [
                "code: `on_exhausted`: there is no recoverer `archiv`\nhelp: write `archive`".to_owned(),
                format!(
                    "code: `on_exhausted`: there is no recoverer `undertaker`\nhelp: give one with \
                     `App::on_exhausted(\"undertaker\", …)`, or write {FORMS}"
                ),
            ]
        );
    }
}
