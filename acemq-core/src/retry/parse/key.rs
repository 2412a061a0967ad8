//! The options by name.

use super::RetryKind;

/// An option of a policy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Multiplier,
    Jitter,
    GiveUpAfter,
    WaitInBrokerFrom,
}

impl Key {
    /// In the order in which a policy writes them.
    const ALL: [Self; 4] = [
        Self::Multiplier,
        Self::Jitter,
        Self::GiveUpAfter,
        Self::WaitInBrokerFrom,
    ];

    /// The option of this name, to the letter.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The names of the options that a policy of this kind takes.
    pub(super) fn names_for(kind: RetryKind) -> Vec<&'static str> {
        let taken = |key: &Self| match key {
            Self::Multiplier => kind == RetryKind::Exponential,
            Self::Jitter | Self::GiveUpAfter | Self::WaitInBrokerFrom => kind != RetryKind::None,
        };
        Self::ALL
            .into_iter()
            .filter(taken)
            .map(Self::name)
            .collect()
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Multiplier => "multiplier",
            Self::Jitter => "jitter",
            Self::GiveUpAfter => "give_up_after",
            Self::WaitInBrokerFrom => "wait_in_broker_from",
        }
    }

    /// A value that it may have, for a help line.
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Multiplier => "3",
            Self::Jitter => "0.1",
            Self::GiveUpAfter => "10m",
            Self::WaitInBrokerFrom => "30s",
        }
    }
}
