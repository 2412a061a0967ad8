//! The table: what happened to each message, in the words of a person.

use std::collections::BTreeSet;

use crate::{
    journal::{Journal, Story},
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
    let attempt = story.calls.len();
    if attempt == 0 {
        return match &story.set_aside {
            // The header counts from 1 even where the handler was never reached.
            Some((_, attempt, reason)) if !reason.starts_with("could not be decoded") => attempt.to_string(),
            _ => "0".to_owned(),
        };
    }
    let waits: Vec<String> = story.waits().iter().map(|wait| format!("{:.1} s", wait.as_secs_f64())).collect();
    match waits.as_slice() {
        [] => attempt.to_string(),
        waits => format!("{attempt}, after {}", waits.join(" and ")),
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
    let stories: Vec<&Story> = samples.iter().filter_map(|sample| journal.story(sample)).collect();
    let ids: BTreeSet<&String> = samples.iter().map(|sample| &sample.id).collect();
    let set_aside = |place| {
        stories.iter().filter(|story| story.set_aside.as_ref().is_some_and(|(found, ..)| *found == place)).count()
    };
    let taken = ids.len() - set_aside(crate::journal::Place::DeadLetter) - set_aside(crate::journal::Place::Parked);
    format!(
        "{} messages: {taken} payments taken, {} dead letters, {} parked, {} recognised as handled before",
        samples.len(),
        set_aside(crate::journal::Place::DeadLetter),
        set_aside(crate::journal::Place::Parked),
        samples.len() - ids.len(),
    )
}
