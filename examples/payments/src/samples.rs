//! The sample payments, and what is to become of each.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::journal::Place;

/// One line is one message. A field that the listener does not know is no fault: `gateway_fails` tells the stand-in
/// for the provider how often to fail.
const FILE: &str = include_str!("../payments.ndjson");

/// One message.
#[derive(Debug)]
pub(crate) struct Sample {
    /// What a person calls it: its payment's id, or its line.
    pub(crate) name: String,
    /// The id that it is published with.
    pub(crate) id: String,
    pub(crate) body: Value,
}

/// How a message is to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The provider takes the payment, at this attempt.
    Taken { attempts: u32 },
    /// It is set aside here.
    SetAside(Place),
}

/// Reads the file. Every id ends with the run's, so that a broker which remembers an earlier run does not mix them up.
pub(crate) fn read(run: &str) -> Vec<Sample> {
    FILE.lines().zip(1..).map(|(line, number)| sample(line, number, run)).collect()
}

fn sample(line: &str, number: usize, run: &str) -> Sample {
    // A line that is no JSON is sent as a JSON text: a body all the same, and no payment.
    let mut body = serde_json::from_str(line).unwrap_or_else(|_| Value::from(line));
    let name = match body.get("id").and_then(Value::as_str) {
        Some(id) => id.to_owned(),
        None => format!("line {number}"),
    };
    let id = format!("{name}/{run}");
    if let Some(written) = body.get_mut("id") {
        *written = Value::from(id.as_str());
    }
    Sample { name, id, body }
}

impl Sample {
    /// What is to become of it, by the same rules that the listener states.
    pub(crate) fn expected(&self) -> Expected {
        let has_id = self.body.get("id").is_some_and(Value::is_string);
        match self.body.get("amount").and_then(Value::as_i64) {
            Some(amount) if has_id && amount < 0 => Expected::SetAside(Place::DeadLetter),
            Some(_) if has_id => Expected::Taken { attempts: 1 + self.failures() },
            _ => Expected::SetAside(Place::Parked),
        }
    }

    fn failures(&self) -> u32 {
        let failures = self.body.get("gateway_fails").and_then(Value::as_u64);
        failures.and_then(|count| u32::try_from(count).ok()).unwrap_or(0)
    }
}

/// How often the provider is to fail, by payment.
pub(crate) fn failures(samples: &[Sample]) -> HashMap<String, u32> {
    samples.iter().map(|sample| (sample.id.clone(), sample.failures())).collect()
}

/// How often each id is published. One of them is published twice.
pub(crate) fn copies(samples: &[Sample]) -> BTreeMap<&str, usize> {
    samples.iter().fold(BTreeMap::new(), |mut copies, sample| {
        *copies.entry(sample.id.as_str()).or_default() += 1;
        copies
    })
}
