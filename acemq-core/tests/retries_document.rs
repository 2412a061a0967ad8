//! The ladders of the documents: each is one, and waits as they say.

use acemq_core::{duration::format, retry::RetryPolicy};

const RETRIES: &str = include_str!("../../acemq/src/docs/retries.md");

fn in_words(waits: &[std::time::Duration]) -> String {
    if waits.is_empty() {
        return "none".to_owned();
    }
    waits.iter().map(|wait| format(*wait)).collect::<Vec<_>>().join(", ")
}

#[test]
fn each_row_of_the_ladder_has_the_waits_that_come_of_its_text() {
    let (_, table) = RETRIES.split_once("| `retry` | waits |").expect("the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| `"));
    let mut checked = 0;
    for row in rows {
        let cells: Vec<_> = row.trim_matches('|').split('|').map(str::trim).collect();
        let policy: RetryPolicy = cells[0].trim_matches('`').parse().expect(row);
        let waits = policy.schedule();
        let together = format(waits.iter().sum());
        assert_eq!(cells[1..], [in_words(&waits), in_words(&policy.broker_rungs()), together], "{row}");
        checked += 1;
    }
    assert_eq!(checked, 7, "rows were read");
}

#[test]
fn every_ladder_that_is_written_out_is_one() {
    let ladders = RETRIES.split('`').filter(|text| {
        (text.starts_with("fixed(") || text.starts_with("exponential(")) && !text.contains('…')
    });
    let read: Vec<RetryPolicy> = ladders.map(|text| text.parse().expect(text)).collect();
    assert!(read.len() >= 10, "{read:?}");
}
