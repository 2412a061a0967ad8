//! The plan as aligned lines, for the log at start.

use std::fmt;

use super::{Found, Object, Plan, Step};
use crate::message::{Table, Value};

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<[String; 4]> = self.steps().iter().map(line).collect();
        let mut widths = [0; 3];
        for line in &lines {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = cell.chars().count().max(*width);
            }
        }
        let [doing, kind, name] = widths;
        for (index, cells) in lines.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let text = format!("{:doing$}  {:kind$}  {:name$}  {}", cells[0], cells[1], cells[2], cells[3]);
            f.write_str(text.trim_end())?;
        }
        Ok(())
    }
}

/// What happens, to which sort of object, of which name, with which properties.
fn line(step: &Step) -> [String; 4] {
    match step {
        Step::Declare(object) => cells("declare", object),
        Step::Own(own) => {
            let doing = match own.found {
                Found::Unknown => "look up",
                Found::Present => "present",
                Found::Missing => "CREATE",
            };
            let mut cells = cells(doing, &own.if_missing);
            match own.found {
                // Its owner chose its arguments; ours are what it is not.
                Found::Present => cells[3] = String::new(),
                Found::Unknown => cells[3] = format!("if missing: {}", cells[3]),
                Found::Missing => {}
            }
            cells
        }
    }
}

fn cells(doing: &str, object: &Object) -> [String; 4] {
    let (kind, name, properties) = match object {
        Object::Exchange { name, kind } => ("exchange", name.clone(), kind.name().to_owned()),
        Object::Queue { name, arguments } => ("queue", name.clone(), queue_properties(arguments)),
        Object::Binding { queue, exchange, routing_key, arguments } => {
            let key = format!("key `{routing_key}`");
            let properties = std::iter::once(key).chain(arguments.iter().map(argument)).collect::<Vec<_>>();
            ("binding", format!("{exchange} -> {queue}"), properties.join(" "))
        }
    };
    [doing.to_owned(), kind.to_owned(), name, properties]
}

fn queue_properties(arguments: &Table) -> String {
    let kind = arguments.get("x-queue-type").and_then(Value::as_text).unwrap_or("classic");
    let others = arguments.iter().filter(|(name, _)| &***name != "x-queue-type").map(argument);
    std::iter::once(kind.to_owned()).chain(others).collect::<Vec<_>>().join(" ")
}

fn argument<K: AsRef<str>>((name, value): (K, &Value)) -> String {
    let name = name.as_ref();
    match (value.as_text(), value.as_integer()) {
        (Some(text), _) => format!("{name}={text}"),
        (None, Some(number)) => format!("{name}={number}"),
        (None, None) => format!("{name}={value:?}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use acemq_core::names::RungKind;

    use super::*;
    use crate::topology::{DeclaredTopology, ListenerTopology, plan};

    fn shown(found: Found) -> String {
        let listener = ListenerTopology {
            id: "on_order".into(),
            queue: "orders".into(),
            rungs: vec![Duration::from_secs(40)],
            has_store: false,
        };
        let mut plan = plan(&[listener], &DeclaredTopology::default(), RungKind::Classic);
        plan.set_found("orders", found);
        plan.to_string()
    }

    #[test]
    fn the_plan_reads_as_aligned_lines() {
        let expected = "\
declare  exchange  acemq.dlx                   direct
declare  queue     orders.dlq                  classic
declare  queue     orders.parked               classic
declare  binding   acemq.dlx -> orders.dlq     key `orders.dlq`
declare  binding   acemq.dlx -> orders.parked  key `orders.parked`
CREATE   queue     orders                      quorum x-dead-letter-exchange=acemq.dlx x-dead-letter-routing-key=orders.dlq
declare  exchange  acemq.retry                 direct
declare  binding   acemq.retry -> orders       key `orders`
declare  queue     orders.retry.40s            classic x-dead-letter-exchange=acemq.retry x-dead-letter-routing-key=orders x-message-ttl=40000";
        assert_eq!(shown(Found::Missing), expected);
    }

    #[test]
    fn a_queue_that_is_there_is_not_said_to_be_ours() {
        assert!(shown(Found::Present).contains("present  queue     orders\n"));
        assert!(
            shown(Found::Unknown)
                .contains("look up  queue     orders                      if missing: quorum")
        );
    }
}
