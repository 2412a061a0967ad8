//! What the sources say about the arguments of a subscription: one table, put together name by name.

use std::collections::BTreeMap;

use acemq_core::names::MAX_NAME;

use crate::{
    fault::{Fault, Place, Written},
    listener::ConsumerArgument,
    message::{Table, Value},
};

/// The consumer's priority, the one argument whose value is checked here: with any other a broker would refuse the
/// subscription.
const PRIORITY: &str = "x-priority";

/// Arguments by their names, as the broker writes them.
pub(crate) type ConsumerArguments = BTreeMap<Box<str>, Written<Value>>;

/// What an attribute says.
///
/// # Errors
///
/// Arguments that the macro would have refused.
pub(super) fn of_attribute(
    written: &[(&str, ConsumerArgument)],
    place: &Place,
) -> Result<ConsumerArguments, Vec<Fault>> {
    let mut arguments = ConsumerArguments::new();
    let mut faults = Vec::new();
    for (name, value) in written {
        let place = Place::new(place.origin.clone(), format!("{}.{name}", place.key));
        let value = match value {
            ConsumerArgument::Bool(value) => Value::Bool(*value),
            ConsumerArgument::Integer(value) => Value::I64(*value),
            ConsumerArgument::Text(text) => Value::from(*text),
        };
        let value = place.holding(value);
        if arguments.insert((*name).into(), value).is_some() {
            faults.push(Fault::at(&place, "written twice", "keep one of the two"));
        }
    }
    faults.extend(arguments_faults(&arguments));
    if faults.is_empty() { Ok(arguments) } else { Err(faults) }
}

/// What no broker takes, at each argument's place.
pub(super) fn arguments_faults(arguments: &ConsumerArguments) -> Vec<Fault> {
    arguments.iter().filter_map(|(name, Written { value, place })| fault(name, value, place)).collect()
}

fn fault(name: &str, value: &Value, place: &Place) -> Option<Fault> {
    if name.is_empty() {
        return Some(Fault::at(place, "the argument has no name", "write one, such as `x-priority`"));
    }
    if name.len() > MAX_NAME {
        let message = format!("the argument's name has {} bytes, and AMQP sends {MAX_NAME}", name.len());
        return Some(Fault::at(place, message, "write a shorter one"));
    }
    if matches!(value, Value::F64(number) if !number.is_finite()) {
        return Some(Fault::at(place, "the value is no number", "write a number or a text"));
    }
    if name == PRIORITY && priority(value).is_none() {
        return Some(Fault::at(place, "the priority is no whole number of 32 bits", "write `10`"));
    }
    None
}

/// A whole number that every broker takes for a priority.
fn priority(value: &Value) -> Option<i32> {
    if let Value::I64(number) = value { i32::try_from(*number).ok() } else { None }
}

/// The arguments of both, where `upper` wins name by name.
pub(super) fn merged(upper: ConsumerArguments, lower: ConsumerArguments) -> ConsumerArguments {
    let mut all = lower;
    all.extend(upper);
    all
}

/// The table that the subscription carries.
pub(super) fn table(arguments: ConsumerArguments) -> Table {
    arguments
        .into_iter()
        .map(|(name, Written { value, .. })| {
            let value = match priority(&value).filter(|_| &*name == PRIORITY) {
                Some(priority) => Value::I32(priority),
                None => value,
            };
            (name, value)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Origin;

    fn attribute(written: &[(&str, ConsumerArgument)]) -> Result<ConsumerArguments, Vec<String>> {
        let place = Place::new(Origin::new("src/pay.rs:7:1"), "consumer_arguments");
        of_attribute(written, &place).map_err(|faults| faults.iter().map(Fault::to_string).collect())
    }

    #[test]
    fn values_keep_their_types_and_a_priority_is_one_that_a_broker_takes() {
        let written = [
            ("x-priority", ConsumerArgument::Integer(-10)),
            ("x-cancel-on-ha-failover", ConsumerArgument::Bool(true)),
            ("x-stream-offset", ConsumerArgument::Text("first")),
            ("x-credit", ConsumerArgument::Integer(10)),
        ];
        let expected: Table = [
            ("x-priority".into(), Value::I32(-10)),
            ("x-cancel-on-ha-failover".into(), Value::Bool(true)),
            ("x-stream-offset".into(), Value::from("first")),
            ("x-credit".into(), Value::I64(10)),
        ]
        .into();
        assert_eq!(table(attribute(&written).expect("arguments")), expected);
    }

    #[test]
    fn the_upper_of_two_layers_wins_name_by_name() {
        let upper = attribute(&[("x-priority", ConsumerArgument::Integer(2))]).expect("arguments");
        let lower = [("x-priority", ConsumerArgument::Integer(1)), ("x-more", ConsumerArgument::Bool(false))];
        let both = table(merged(upper, attribute(&lower).expect("arguments")));
        let expected: Table =
            [("x-priority".into(), Value::I32(2)), ("x-more".into(), Value::Bool(false))].into();
        assert_eq!(both, expected);
    }

    #[test]
    fn what_no_broker_takes_is_refused_at_its_name() {
        let long = "x".repeat(256);
        for (name, value, message) in [
            ("x-priority", ConsumerArgument::Text("10"), "the priority is no whole number of 32 bits"),
            ("x-priority", ConsumerArgument::Bool(true), "the priority is no whole number of 32 bits"),
            ("x-priority", ConsumerArgument::Integer(1 << 31), "the priority is no whole number of 32 bits"),
            ("", ConsumerArgument::Integer(1), "the argument has no name"),
            (
                long.as_str(),
                ConsumerArgument::Integer(1),
                "the argument's name has 256 bytes, and AMQP sends 255",
            ),
        ] {
            let faults = attribute(&[(name, value)]).expect_err(name);
            let start = format!("src/pay.rs:7:1: `consumer_arguments.{name}`: {message}\nhelp: write ");
            assert!(faults.len() == 1 && faults[0].starts_with(&start), "{faults:?}");
        }
        let twice = [("x-a", ConsumerArgument::Integer(1)), ("x-a", ConsumerArgument::Integer(2))];
        let fault = "src/pay.rs:7:1: `consumer_arguments.x-a`: written twice\nhelp: keep one of the two";
        assert_eq!(attribute(&twice), Err(vec![fault.to_owned()]));
    }
}
