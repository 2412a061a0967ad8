//! What a queue may be called.

use std::error::Error;
use std::fmt;

/// The longest name in bytes: AMQP 0-9-1 sends it as a short string.
pub const MAX_NAME: usize = 255;

/// The longest name of a listener's queue in bytes: it leaves room for the longest suffix that is derived from it,
/// `.retry.4294967295ms.quorum`.
pub const MAX_QUEUE_NAME: usize = MAX_NAME - ".retry.4294967295ms.quorum".len();

/// What is offered when nothing of the name can be kept.
const SAMPLE: &str = "orders.new";

/// Why a name cannot be a queue's, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError {
    message: String,
    instead: String,
}

impl NameError {
    fn new(name: &str, longest: usize, message: String) -> Self {
        Self {
            message,
            instead: acceptable(name, longest),
        }
    }

    /// The fault: lower case, no full stop.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The way out, with a name that can be typed in.
    pub fn help(&self) -> String {
        format!("write `{}`", self.instead)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.message, self.help())
    }
}

impl Error for NameError {}

/// Checks what any queue may be called.
///
/// # Errors
///
/// A name that is empty, is longer than [`MAX_NAME`] bytes, begins with `amq.` (the broker keeps those for itself) or
/// holds a control character.
pub fn check_queue_name(name: &str) -> Result<(), NameError> {
    check(name, MAX_NAME)
}

/// Checks what the queue of a listener may be called: as [`check_queue_name`], and the names derived from it must fit.
///
/// # Errors
///
/// As [`check_queue_name`], and a name that is longer than [`MAX_QUEUE_NAME`] bytes.
pub fn check_listener_queue_name(name: &str) -> Result<(), NameError> {
    check(name, MAX_NAME)?;
    if name.len() > MAX_QUEUE_NAME {
        let message = format!(
            "the queue name has {} bytes, and with more than {MAX_QUEUE_NAME} its retry queues would be over the {MAX_NAME} \
             that a broker accepts",
            name.len()
        );
        return Err(NameError::new(name, MAX_QUEUE_NAME, message));
    }
    Ok(())
}

fn check(name: &str, longest: usize) -> Result<(), NameError> {
    let fault = if name.is_empty() {
        "the queue name is empty".to_owned()
    } else if let Some(control) = name.chars().find(|character| character.is_control()) {
        format!(
            "the queue name holds the control character `{}`",
            control.escape_debug()
        )
    } else if name.starts_with("amq.") {
        "queue names that begin with `amq.` are the broker's own".to_owned()
    } else if name.len() > longest {
        format!(
            "the queue name has {} bytes, and a broker accepts {longest}",
            name.len()
        )
    } else {
        return Ok(());
    };
    // Whatever is offered must also do for a listener.
    Err(NameError::new(name, MAX_QUEUE_NAME, fault))
}

/// What is left of the name when everything that is refused is taken out.
fn acceptable(name: &str, longest: usize) -> String {
    let printable: String = name
        .chars()
        .filter(|character| !character.is_control())
        .collect();
    let mut kept = printable.as_str();
    while let Some(rest) = kept.strip_prefix("amq.") {
        kept = rest;
    }
    let kept = &kept[..kept.floor_char_boundary(longest)];
    if kept.is_empty() {
        SAMPLE.to_owned()
    } else {
        kept.to_owned()
    }
}
