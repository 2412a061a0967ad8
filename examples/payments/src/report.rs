//! The table: what happened to each message, in the words of a person.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    journal::{Journal, Place, Story},
    samples::{Sample, copies},
};

/// The table, one line a message; a payment that was published twice has one.
pub(crate) fn table(samples: &[Sample], journal: &Journal) -> String {
    let mut lines = vec![line("payment", "attempts and the waits between", "what became of it")];
    let copies = copies(samples);
    let mut shown = BTreeSet::new();
    for sample in samples.iter().filter(|sample| shown.insert(&sample.id)) {
        let times = copies.get(sample.id.as_str()).copied().unwrap_or(1);
        lines.push(match journal.story(sample) {
            Some(story) => line(&sample.name, &attempts(story), &ending(story, times)),
            None => line(&sample.name, "?", "not heard of"),
        });
    }
    lines.join("\n")
}

fn line(name: &str, attempts: &str, ending: &str) -> String {
    format!("{name:<9} {attempts:<32} {ending}")
}

fn attempts(story: &Story) -> String {
    let count = match story.set_aside {
        // The header counts from 1, but what is parked here did not decode, and the listener was never called.
        Some((Place::Parked, ..)) => 0,
        Some((Place::DeadLetter, attempt, _)) => attempt as usize,
        None => story.calls.len(),
    };
    let waits: Vec<String> =
        story.waits().iter().map(|wait| format!("{:.1} s", wait.as_secs_f64())).collect();
    match waits.as_slice() {
        [] => count.to_string(),
        waits => format!("{count}, after {}", waits.join(" and ")),
    }
}

fn ending(story: &Story, times: usize) -> String {
    match &story.set_aside {
        Some((place, _, reason)) => format!("{place}: {reason}"),
        None if times > 1 => format!("taken once; published {times} times under one id"),
        None => "taken".to_owned(),
    }
}

/// One line of sums.
pub(crate) fn sums(samples: &[Sample], journal: &Journal) -> String {
    let ids: BTreeMap<&str, &Sample> = samples.iter().map(|sample| (sample.id.as_str(), sample)).collect();
    let count =
        |is: fn(&Story) -> bool| ids.values().filter(|sample| journal.story(sample).is_some_and(is)).count();
    format!(
        "{} messages: {} payments taken, {} dead letters, {} parked, {} recognised as handled before",
        samples.len(),
        count(|story| story.calls.iter().any(|(_, taken)| *taken)),
        count(|story| matches!(story.set_aside, Some((Place::DeadLetter, ..)))),
        count(|story| matches!(story.set_aside, Some((Place::Parked, ..)))),
        samples.len() - ids.len(),
    )
}
