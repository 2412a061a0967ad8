//! Durations as people write them: what is read, what is refused and how, and that nothing panics.

#![allow(
    clippy::unwrap_used,
    reason = "a text that cannot be read fails the test with its place"
)]

use std::ops::Range;
use std::time::Duration;

use acemq_core::duration::{format, parse};
use proptest::prelude::*;

#[test]
fn all_forms_are_read() {
    for (text, millis) in [
        ("500ms", 500),
        ("2s", 2_000),
        ("1m30s", 90_000),
        ("2h", 7_200_000),
        ("7d", 604_800_000),
        ("1d2h3m4s5ms", 93_784_005),
        ("90s", 90_000),
        ("0s", 0),
        ("  2s\n", 2_000),
        ("007s", 7_000),
        ("18446744073709551615ms", u64::MAX),
        ("00:00:02", 2_000),
        ("00:00:00.100", 100),
        ("00:00:00.1", 100),
        ("00:00:00.0019999", 1),
        ("7.00:00:00", 604_800_000),
        ("1.23:59:59.999", 172_799_999),
        ("1:2:3", 3_723_000),
        ("PT2S", 2_000),
        ("PT1M30S", 90_000),
        ("P7D", 604_800_000),
        ("P1DT2H3M4.005S", 93_784_005),
        ("PT0.0019999S", 1),
        ("PT0.5S", 500),
        ("PT36H", 129_600_000),
        ("pt2s", 2_000),
    ] {
        assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
    }
}

/// What is refused: the text, the part at fault, the message, the help.
const REFUSED: &[(&str, Range<usize>, &str, &str)] = &[
    ("", 0..0, "the duration is empty", "write `2s`"),
    (" ", 1..1, "the duration is empty", "write `2s`"),
    ("5", 0..1, "`5` has no unit", "write `5s` or `5ms`"),
    (
        " 500 ",
        1..4,
        "`500` has no unit",
        "write `500s` or `500ms`",
    ),
    ("1.5", 0..3, "`1.5` has no unit", "write `1s500ms` or `1ms`"),
    ("5.", 0..2, "`5.` has no unit", "write `2s`"),
    ("1m30", 2..4, "`30` has no unit", "write `2s`"),
    (
        "1.5s",
        1..2,
        "a unit is counted in whole numbers",
        "write `1s500ms`",
    ),
    ("-2s", 0..3, "a duration cannot be negative", "write `2s`"),
    (
        "-00:00:02",
        0..9,
        "a duration cannot be negative",
        "write `00:00:02`",
    ),
    (
        "PT-2S",
        0..5,
        "a duration cannot be negative",
        "write `PT2S`",
    ),
    ("-x2", 0..3, "a duration cannot be negative", "write `2s`"),
    ("2-s", 0..3, "`2-s` has a dash in it", "write `2s`"),
    ("+2s", 0..1, "`+2s` is not a duration", "write `2s`"),
    ("2 s", 1..3, "`2 s` has a space in it", "write `2s`"),
    (
        "1m 30s",
        1..3,
        "`1m 30s` has a space in it",
        "write `1m30s`",
    ),
    ("2sec", 1..4, "`sec` is not a unit", "write `2s`"),
    ("5M", 1..2, "`M` is not a unit", "write `5m`"),
    ("2 Hours", 1..7, "`2 Hours` has a space in it", "write `2h`"),
    ("30s1m", 4..5, "`m` cannot come after `s`", "write `1m30s`"),
    ("1s1s", 3..4, "`s` is given twice", "write `2s`"),
    ("abc", 0..3, "`abc` is not a duration", "write `2s`"),
    ("_", 0..1, "`_` is not a duration", "write `2s`"),
    ("1w", 1..2, "`w` is not a unit", "write `7d`"),
    ("100us", 3..5, "`us` is not a unit", "write `1ms`"),
    ("0ns", 1..3, "`ns` is not a unit", "write `0s`"),
    (
        "00:02",
        0..5,
        "a time span has hours, minutes and seconds",
        "write `00:01:30`",
    ),
    ("24:00:00", 0..2, "hours are at most 23", "write `1d`"),
    ("00:90:00", 3..5, "minutes are at most 59", "write `1h30m`"),
    (
        "00:00:60.5",
        6..8,
        "seconds are at most 59",
        "write `1m500ms`",
    ),
    (
        "1::0",
        2..2,
        "the time span lacks its minutes",
        "write `00:01:30`",
    ),
    (
        "00:00:00.",
        9..9,
        "the time span lacks its fraction",
        "write `00:01:30`",
    ),
    (
        "1.2.03:00:00",
        0..3,
        "`1.2` is not a number of days",
        "write `00:01:30`",
    ),
    (
        "1.x:00:00",
        2..3,
        "`x` is not a number of hours",
        "write `00:01:30`",
    ),
    ("P", 0..1, "`P` ends too early", "write `PT2S` or `P7D`"),
    (
        "P1DT",
        0..4,
        "`P1DT` ends too early",
        "write `PT2S` or `P7D`",
    ),
    (
        "P1M",
        1..3,
        "`M` stands for a time of no fixed length",
        "write days, as `P30D`, or minutes, as `PT30M`",
    ),
    ("P2W", 1..3, "weeks are not read", "write `P14D`"),
    ("P2W1D", 1..3, "weeks are not read", "write `PT2S`"),
    ("P2H", 1..3, "`H` stands behind a `T`", "write `PT2H`"),
    (
        "PT1D",
        2..4,
        "`D` stands before the `T`",
        "write `P1DT2H30M5S`",
    ),
    (
        "PT1M1H",
        4..6,
        "`H` is out of its place: the order is D, T, H, M, S",
        "write `P1DT2H30M5S`",
    ),
    (
        "PT1.5M",
        2..5,
        "`1.5` is not a number of `M`",
        "write `PT1M30.5S`",
    ),
    ("PT1", 2..3, "`1` has no unit", "write `PT2S` or `P7D`"),
    (
        "PTS",
        2..3,
        "`S` has no number before it",
        "write `PT2S` or `P7D`",
    ),
    ("P1X", 1..3, "`X` is not a unit", "write `PT2S` or `P7D`"),
    (
        "18446744073709551616ms",
        0..22,
        "`18446744073709551616ms` is too long",
        "write `213503982334d` or less",
    ),
    (
        "300000000000d",
        0..13,
        "`300000000000d` is too long",
        "write `213503982334d` or less",
    ),
    (
        "PT99999999999999999999S",
        0..23,
        "`PT99999999999999999999S` is too long",
        "write `213503982334d` or less",
    ),
    ("2日", 1..4, "`日` is not a unit", "write `2s`"),
    ("1m\u{0}", 1..3, "`m\\0` is not a unit", "write `2s`"),
];

#[test]
fn what_is_refused_is_explained() {
    for (text, range, message, help) in REFUSED {
        let error = parse(text).unwrap_err();
        assert_eq!(error.message(), *message, "{text:?}");
        assert_eq!(error.help(), *help, "{text:?}");
        assert_eq!(error.range(), *range, "{text:?}");
        for typed in error.help().split('`').skip(1).step_by(2) {
            assert!(
                parse(typed).is_ok(),
                "{text:?}: the help {typed:?} is refused"
            );
        }
    }
}

#[test]
fn an_error_lists_the_forms() {
    assert_eq!(
        parse("90").unwrap_err().to_string(),
        "`90` has no unit: write `90s` or `90ms` (the forms are 500ms, 2s, 1m30s, 7d, 00:00:02, \
         00:00:00.100, 7.00:00:00, PT2S, PT1M30S or P7D)"
    );
}

#[test]
fn a_duration_is_written_in_its_units() {
    for (millis, text) in [
        (0, "0s"),
        (1, "1ms"),
        (2_000, "2s"),
        (90_000, "1m30s"),
        (90_500, "1m30s500ms"),
        (3_600_000, "1h"),
        (604_800_000, "7d"),
        (93_784_005, "1d2h3m4s5ms"),
    ] {
        assert_eq!(format(Duration::from_millis(millis)), text);
    }
    assert_eq!(format(Duration::from_nanos(1_999_999)), "1ms");
    assert_eq!(format(Duration::from_nanos(999_999)), "0s");
}

proptest! {
    #[test]
    fn a_written_duration_is_read_again(millis in any::<u64>()) {
        let duration = Duration::from_millis(millis);
        prop_assert_eq!(parse(&format(duration)), Ok(duration));
    }

    #[test]
    fn the_three_families_agree(days in 0_u64..100_000, hours in 0_u64..24, minutes in 0_u64..60, seconds in 0_u64..60, millis in 0_u64..1000) {
        let expected = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + millis;
        let expected = Ok(Duration::from_millis(expected));
        prop_assert_eq!(parse(&format!("{days}d{hours}h{minutes}m{seconds}s{millis}ms")), expected.clone());
        prop_assert_eq!(parse(&format!("{days}.{hours:02}:{minutes:02}:{seconds:02}.{millis:03}")), expected.clone());
        prop_assert_eq!(parse(&format!("P{days}DT{hours}H{minutes}M{seconds}.{millis:03}S")), expected);
    }

    #[test]
    fn no_text_panics(text in prop_oneof![any::<String>(), "[-+PpTt0-9dhmsDHMSW.: é日\u{0}]{0,30}", "[0-9]{1,60}(ms|s|d|w|W|:00:00|D)"]) {
        if let Err(error) = parse(&text) {
            // Slicing panics when a bound lies outside or within a character.
            let _part = &text[error.range()];
            prop_assert!(!error.message().is_empty());
            for typed in error.help().split('`').skip(1).step_by(2) {
                prop_assert!(parse(typed).is_ok(), "{typed}");
            }
        }
    }
}
