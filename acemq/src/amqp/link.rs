//! The state of both connections as the one that the layers above see.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;

use crate::broker::Link;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Deliveries and their settlement, declarations, look-ups.
    Consume,
    /// Publishes. The broker may block it.
    Publish,
}

impl Role {
    /// For logs and for the connection's name at the broker.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Consume => "consume",
            Self::Publish => "publish",
        }
    }
}

/// What is known of both connections.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Both {
    consume_down: Option<String>,
    publish_down: Option<String>,
    blocked: Option<String>,
}

impl Both {
    fn down(&mut self, role: Role) -> &mut Option<String> {
        match role {
            Role::Consume => &mut self.consume_down,
            Role::Publish => &mut self.publish_down,
        }
    }

    fn link(&self) -> Link {
        if let Some(reason) = self.consume_down.as_ref().or(self.publish_down.as_ref()) {
            Link::Down(reason.clone())
        } else if let Some(reason) = &self.blocked {
            Link::Blocked(reason.clone())
        } else {
            Link::Up
        }
    }
}

/// Where the connections report, and from where everybody reads.
#[derive(Debug)]
pub(super) struct Links {
    both: Mutex<Both>,
    link: watch::Sender<Link>,
}

impl Links {
    /// Neither is connected yet.
    pub(super) fn new() -> Self {
        let reason = "not connected yet";
        let both = Both {
            consume_down: Some(reason.to_owned()),
            publish_down: Some(reason.to_owned()),
            blocked: None,
        };
        let link = watch::Sender::new(both.link());
        Self { both: Mutex::new(both), link }
    }

    /// A connection is up; what was blocked on its predecessor is not on this one.
    pub(super) fn up(&self, role: Role) {
        self.change(|both| {
            *both.down(role) = None;
            if role == Role::Publish {
                both.blocked = None;
            }
        });
    }

    /// A connection is lost or could not be made.
    pub(super) fn down(&self, role: Role, reason: String) {
        self.change(|both| *both.down(role) = Some(reason));
    }

    /// The broker blocked the publishing connection, or with `None` took it back.
    pub(super) fn blocked(&self, reason: Option<String>) {
        self.change(|both| both.blocked = reason);
    }

    /// The state, as it changes.
    pub(super) fn watch(&self) -> watch::Receiver<Link> {
        self.link.subscribe()
    }

    fn change(&self, change: impl FnOnce(&mut Both)) {
        let mut both = self.both.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut both);
        let now = both.link();
        self.link.send_if_modified(|link| {
            let changed = *link != now;
            *link = now;
            changed
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_is_up_when_both_are_and_blocked_only_then() {
        let links = Links::new();
        let now = links.watch();
        assert!(matches!(&*now.borrow(), Link::Down(_)));
        links.up(Role::Publish);
        assert!(matches!(&*now.borrow(), Link::Down(_)));
        links.up(Role::Consume);
        assert_eq!(*now.borrow(), Link::Up);
        links.blocked(Some("low on memory".to_owned()));
        assert_eq!(*now.borrow(), Link::Blocked("low on memory".to_owned()));
        links.down(Role::Consume, "gone".to_owned());
        assert_eq!(*now.borrow(), Link::Down("gone".to_owned()));
    }

    #[test]
    fn a_new_publishing_connection_starts_unblocked() {
        let links = Links::new();
        links.up(Role::Consume);
        links.up(Role::Publish);
        links.blocked(Some("low on disk".to_owned()));
        links.down(Role::Publish, "gone".to_owned());
        links.up(Role::Publish);
        assert_eq!(*links.watch().borrow(), Link::Up);
    }
}
