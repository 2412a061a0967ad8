//! What is known about each message: gathered from events, held against what was to happen.

use std::{collections::BTreeMap, fmt, time::Duration};

use tokio::time::Instant;

use crate::samples::{Expected, Sample, copies};

/// The least waits of the listener's ladder, 2 s, 4 s, 8 s, 16 s, of which each may be a fifth shorter or longer.
const LEAST_WAITS: [Duration; 4] = [
    Duration::from_millis(1_600),
    Duration::from_millis(3_200),
    Duration::from_millis(6_400),
    Duration::from_millis(12_800),
];

/// Something that was seen to happen.
#[derive(Debug)]
pub(crate) enum Event {
    /// The provider was asked for a payment.
    Asked { payment: String, at: Instant, taken: bool },
    /// A message was found in a queue where a person would look.
    SetAside { message: String, place: Place, attempt: u32, reason: String },
}

/// Where a message was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// `payments.new.dlq`: given up.
    DeadLetter,
    /// `payments.new.parked`: for a person to look at.
    Parked,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DeadLetter => "dead letter",
            Self::Parked => "parked",
        })
    }
}

/// All that happened, by message.
#[derive(Debug, Default)]
pub(crate) struct Journal(BTreeMap<String, Story>);

/// What happened to one message.
#[derive(Debug, Default)]
pub(crate) struct Story {
    /// When the provider was asked, and whether it took the payment.
    pub(crate) calls: Vec<(Instant, bool)>,
    /// Where it was set aside, at which attempt, and why.
    pub(crate) set_aside: Option<(Place, u32, String)>,
}

impl Journal {
    pub(crate) fn note(&mut self, event: Event) {
        match event {
            Event::Asked { payment, at, taken } => self.0.entry(payment).or_default().calls.push((at, taken)),
            Event::SetAside { message, place, attempt, reason } => {
                self.0.entry(message).or_default().set_aside = Some((place, attempt, reason));
            }
        }
    }

    pub(crate) fn story(&self, sample: &Sample) -> Option<&Story> {
        self.0.get(&sample.id)
    }

    /// Whether every message has ended.
    pub(crate) fn is_complete(&self, samples: &[Sample]) -> bool {
        samples.iter().all(|sample| self.story(sample).is_some_and(Story::has_ended))
    }

    /// Everything that is not as it was to be; messages of an earlier run are left out of it.
    pub(crate) fn surprises(&self, samples: &[Sample]) -> Vec<String> {
        let copies = copies(samples);
        let faults = samples.iter().filter_map(|sample| {
            let ended = self.story(sample).map_or(Err("never ended".to_owned()), |story| story.check(sample));
            ended.err().map(|fault| format!("{}: {fault}", sample.name))
        });
        let twice = copies.values().filter(|count| **count > 1).count();
        let no_copy = (twice == 0).then(|| "no payment is published twice".to_owned());
        faults.chain(no_copy).collect()
    }
}

impl Story {
    pub(crate) fn has_ended(&self) -> bool {
        self.set_aside.is_some() || self.calls.iter().any(|(_, taken)| *taken)
    }

    /// The waits between the attempts.
    pub(crate) fn waits(&self) -> Vec<Duration> {
        self.calls.windows(2).map(|pair| pair[1].0.duration_since(pair[0].0)).collect()
    }

    fn check(&self, sample: &Sample) -> Result<(), String> {
        let taken = self.calls.iter().filter(|(_, taken)| *taken).count();
        let place = self.set_aside.as_ref().map(|(place, ..)| *place);
        match sample.expected() {
            Expected::Taken { attempts } => {
                if (self.calls.len(), taken, place) != (attempts as usize, 1, None) {
                    return Err(format!("was to be taken once, at attempt {attempts}; was: {self:?}"));
                }
            }
            Expected::SetAside(expected) => {
                if (self.calls.len(), place) != (0, Some(expected)) {
                    return Err(format!("was to be set aside without a call: {expected}; was: {self:?}"));
                }
            }
        }
        let early = self.waits().into_iter().zip(LEAST_WAITS).find(|(wait, least)| wait < least);
        early.map_or(Ok(()), |(wait, least)| Err(format!("waited {wait:?}, and {least:?} is the least")))
    }
}
