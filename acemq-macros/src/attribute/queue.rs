//! The queue: a name, or a text with placeholders that becomes one.

use acemq_core::names::check_listener_queue_name;

use super::{Setting, value::Given};
use crate::{fault::Faults, placeholder};

pub(super) fn read(given: &Given<'_>, faults: &mut Faults) -> Option<Setting<String>> {
    let queue = given.text(faults)?;
    match placeholder::check(&queue) {
        Ok(true) => Some(given.setting(queue)),
        Ok(false) => match check_listener_queue_name(&queue) {
            Ok(()) => Some(given.setting(queue)),
            Err(error) => {
                given.refuse(faults, error.message(), error.help());
                None
            }
        },
        Err(error) => {
            given.refuse(faults, error.message, error.help);
            None
        }
    }
}
