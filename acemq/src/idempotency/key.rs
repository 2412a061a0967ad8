//! The key that is claimed.

use sha2::{Digest, Sha256};

/// The longest key in bytes: the table's column holds no more (wire contract §6).
const MAX_KEY: usize = 255;

/// What a key names: one message in one queue, or one message wherever it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    /// `{queue}/{id}`: one event in two queues carries one id, and each of the two is to be handled.
    #[default]
    Queue,
    /// The id alone, to share a table with the other libraries of the family. One queue per store, then.
    Bare,
}

/// The key to claim, or its SHA-256 in lower-case hex when it is longer than the table's column.
pub(crate) fn claim_key(scope: Scope, queue: &str, id: &str) -> String {
    match scope {
        Scope::Queue => fitting(format!("{queue}/{id}")),
        Scope::Bare => fitting(id.to_owned()),
    }
}

fn fitting(key: String) -> String {
    if key.len() <= MAX_KEY {
        return key;
    }
    let digest = Sha256::digest(key.as_bytes());
    digest.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(hex_digit).collect()
}

fn hex_digit(nibble: u8) -> char {
    char::from_digit(u32::from(nibble), 16).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_names_the_queue_and_the_id() {
        assert_eq!(claim_key(Scope::Queue, "orders.new", "id-1"), "orders.new/id-1");
        assert_eq!(claim_key(Scope::Bare, "orders.new", "id-1"), "id-1");
    }

    #[test]
    fn a_key_of_255_bytes_stands_and_a_longer_one_is_its_sha_256() {
        let id = "a".repeat(255 - "q/".len());
        assert_eq!(claim_key(Scope::Queue, "q", &id), format!("q/{id}"));
        let key = claim_key(Scope::Queue, "q", &format!("{id}a"));
        assert_eq!(key.len(), 64);
        // Of `a` a thousand times, as other implementations of SHA-256 give it.
        let known = "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3";
        assert_eq!(claim_key(Scope::Bare, "q", &"a".repeat(1000)), known);
    }

    #[test]
    fn bytes_are_counted_and_not_characters() {
        assert_eq!(claim_key(Scope::Bare, "q", &"ä".repeat(128)).len(), 64);
        assert_eq!(claim_key(Scope::Bare, "q", &"ä".repeat(127)), "ä".repeat(127));
    }
}
