//! Finding a listener by its id, by a tail of it, or by the name that an environment variable can hold.

use acemq_core::suggest::nearest;

/// Why a name finds no listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// There is none of that name; the help line says what there is.
    Unknown {
        /// What to write instead.
        help: String,
    },
    /// Several ids end like that.
    Ambiguous {
        /// All of them, sorted.
        ids: Vec<String>,
    },
}

/// The one id that `name` means: the id itself, a tail of it that begins at a `::`, or either in the form of the
/// environment, where letters are upper case and every other character is a `_`.
///
/// # Errors
///
/// None of that name, or several.
pub(crate) fn find<'a>(name: &str, ids: &[&'a str]) -> Result<&'a str, NotFound> {
    let exact = ids.iter().copied().find(|id| *id == name);
    if let Some(id) = exact {
        return Ok(id);
    }
    let by_tail: Vec<&str> = ids.iter().copied().filter(|id| tails(id).any(|tail| tail == name)).collect();
    let found = if by_tail.is_empty() {
        ids.iter().copied().filter(|id| tails(id).any(|tail| environment_form(tail) == name)).collect()
    } else {
        by_tail
    };
    match found.as_slice() {
        [id] => Ok(id),
        [] => Err(NotFound::Unknown { help: unknown(name, ids) }),
        several => {
            let mut ids: Vec<String> = several.iter().map(|id| (*id).to_owned()).collect();
            ids.sort();
            Err(NotFound::Ambiguous { ids })
        }
    }
}

/// A name as an environment variable can hold it: upper case, every other character a `_`.
pub(crate) fn environment_form(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_uppercase() } else { '_' })
        .collect()
}

/// The id and each tail of it that begins behind a `::`, the longest first.
fn tails(id: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(id), |tail| tail.split_once("::").map(|(_, rest)| rest))
}

fn unknown(name: &str, ids: &[&str]) -> String {
    let candidates: Vec<&str> = ids.iter().flat_map(|id| tails(id)).collect();
    match (nearest(name, &candidates), ids) {
        (Some(near), _) => format!("write `{near}`"),
        (None, []) => "this program has no listener".to_owned(),
        (None, ids) => format!("the listeners are `{}`", ids.join("`, `")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IDS: &[&str] = &["shop::pay::on_payment", "shop::stock::on_order", "shop::pay::on_order", "audit"];

    #[test]
    fn an_id_a_tail_and_the_form_of_the_environment_find_it() {
        for (name, id) in [
            ("shop::pay::on_payment", "shop::pay::on_payment"),
            ("pay::on_payment", "shop::pay::on_payment"),
            ("on_payment", "shop::pay::on_payment"),
            ("ON_PAYMENT", "shop::pay::on_payment"),
            ("PAY__ON_ORDER", "shop::pay::on_order"),
            ("AUDIT", "audit"),
        ] {
            assert_eq!(find(name, IDS), Ok(id), "{name}");
        }
    }

    #[test]
    fn an_id_that_is_the_tail_of_another_is_found_as_it_stands() {
        assert_eq!(find("on_order", &["on_order", "shop::on_order"]), Ok("on_order"));
    }

    #[test]
    fn several_of_that_tail_are_all_named() {
        for name in ["on_order", "ON_ORDER"] {
            let ids = vec!["shop::pay::on_order".to_owned(), "shop::stock::on_order".to_owned()];
            assert_eq!(find(name, IDS), Err(NotFound::Ambiguous { ids }), "{name}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_with_all() {
        for (name, ids, help) in [
            ("on_paymnt", IDS, "write `on_payment`"),
            ("ment", &["a", "b"][..], "the listeners are `a`, `b`"),
            ("x", &[], "this program has no listener"),
        ] {
            assert_eq!(find(name, ids), Err(NotFound::Unknown { help: help.to_owned() }), "{name}");
        }
    }
}
