//! What a listener's arguments need from the application, asked before anything starts.

use std::any::type_name;

use super::{Resources, State};

/// Gathers what the arguments of one listener need; handed to [`FromDelivery::requires`](super::FromDelivery::requires).
#[derive(Debug, Default)]
pub struct Requirements(Vec<Requirement>);

/// One need: the type's name for the message, and whether it is met.
#[derive(Clone, Copy, Debug)]
struct Requirement {
    type_name: &'static str,
    is_met: fn(&Resources) -> bool,
}

impl Requirements {
    /// The application must have registered an `S` with `App::state`.
    pub fn state<S: 'static>(&mut self) {
        self.0.push(Requirement { type_name: type_name::<S>(), is_met: Resources::contains::<State<S>> });
    }

    /// The types that are not there, each once, in the order of the arguments.
    pub(crate) fn missing_from(&self, resources: &Resources) -> Vec<&'static str> {
        let mut missing = Vec::new();
        for need in &self.0 {
            if !(need.is_met)(resources) && !missing.contains(&need.type_name) {
                missing.push(need.type_name);
            }
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_registered_is_named_once() {
        let mut resources = Resources::default();
        resources.insert(State::new(7_u8));
        let mut requirements = Requirements::default();
        requirements.state::<u8>();
        requirements.state::<u16>();
        requirements.state::<String>();
        requirements.state::<u16>();
        assert_eq!(requirements.missing_from(&resources), ["u16", "alloc::string::String"]);
    }
}
