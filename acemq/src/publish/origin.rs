//! Who publishes: `{client-name}@{host}`, on every message (wire contract §1).

use std::sync::Arc;

/// The origin of this process's messages.
#[derive(Clone, Debug)]
pub(super) struct Origin(Arc<str>);

impl Origin {
    /// The client's name at this machine's.
    pub(super) fn of(client_name: &str) -> Self {
        Self(format!("{client_name}@{}", host_name()).into())
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// This machine's name. The variable first: in a container it is what the operator chose to call it.
fn host_name() -> String {
    std::env::var("HOSTNAME")
        .ok()
        .or_else(|| std::fs::read_to_string("/etc/hostname").ok())
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_owned())
}
