//! The plan, carried out on the broker: look up, log, declare.

use std::sync::Arc;

use crate::{
    broker::{Broker, BrokerError, BrokerErrorKind},
    error::{Error, Result},
    topology::{Found, ListenerPlan, Object, OwnQueue, Plan, Step},
};

/// Looks the listeners' queues up, logs the plan, and declares what is missing.
///
/// # Errors
///
/// A listener's queue is missing and may not be declared, or an object is there with other arguments.
pub(crate) async fn apply(
    broker: &Arc<dyn Broker>,
    mut plan: Plan,
    declare_queues: DeclareQueues,
) -> Result<()> {
    for queue in plan.own_queues() {
        let facts = broker.look_up_queue(&queue).await.map_err(Error::broker)?;
        plan.set_found(&queue, if facts.is_some() { Found::Present } else { Found::Missing });
    }
    tracing::info!("topology plan\n{plan}");
    for step in plan.steps() {
        match step {
            Step::Declare(object) => declare(broker, &object).await?,
            Step::Own(OwnQueue { found: Found::Present, .. }) => {}
            Step::Own(OwnQueue { name, if_missing, .. }) => match declare_queues {
                DeclareQueues::Yes => declare(broker, &if_missing).await?,
                DeclareQueues::No => {
                    return Err(Error::other(format!(
                        "queue `{name}` does not exist\nhelp: declare it under `acemq.topology.queues`, or set \
                         `acemq.topology.declare-listener-queues` to true"
                    )));
                }
            },
        }
    }
    Ok(())
}

/// What a listener declares again when its link was lost: a broker may have come back without it.
#[derive(Clone, Debug)]
pub(crate) struct Restore {
    pub(crate) plan: ListenerPlan,
    pub(crate) declare_queues: DeclareQueues,
}

impl Restore {
    /// Declares the listener's objects. Its own queue is looked up first: the owner chose its arguments. One that is
    /// gone is declared as at the start, and the log says so, since bindings that others made to it went with it.
    ///
    /// # Errors
    ///
    /// The first object that the broker refuses.
    pub(crate) async fn run(&self, broker: &Arc<dyn Broker>) -> Result<(), BrokerError> {
        for step in self.plan.steps() {
            match step {
                Step::Declare(object) => broker.declare(&object).await?,
                Step::Own(OwnQueue { name, if_missing, .. }) => {
                    let is_gone = broker.look_up_queue(&name).await?.is_none();
                    if is_gone && self.declare_queues == DeclareQueues::Yes {
                        tracing::warn!(queue = name, "the listener's queue is gone and is declared again");
                        broker.declare(&if_missing).await?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// `topology.declare-listener-queues`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclareQueues {
    /// A listener's missing queue is declared.
    Yes,
    /// It stops start-up.
    No,
}

async fn declare(broker: &Arc<dyn Broker>, object: &Object) -> Result<()> {
    broker.declare(object).await.map_err(|error| {
        let help = help(error.kind());
        Error::other(format!("{} cannot be declared: {error}{help}", name(object)))
    })
}

/// The way out of a refused declaration, where there is one to name.
fn help(kind: BrokerErrorKind) -> &'static str {
    if kind == BrokerErrorKind::Mismatch {
        "\nhelp: it exists with other arguments; delete it when it is empty, or declare it as it is there"
    } else if kind == BrokerErrorKind::Forbidden {
        "\nhelp: give the user the configure permission, or set `acemq.topology.apply` to none"
    } else {
        ""
    }
}

fn name(object: &Object) -> String {
    match object {
        Object::Exchange { name, .. } => format!("exchange `{name}`"),
        Object::Queue { name, .. } => format!("queue `{name}`"),
        Object::Binding { queue, exchange, routing_key, .. } => {
            format!("the binding of queue `{queue}` to exchange `{exchange}` on `{routing_key}`")
        }
    }
}
