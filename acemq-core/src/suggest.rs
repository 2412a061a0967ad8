//! The word that was probably meant, for the help line of an error.

/// The nearest known word by edit distance, or `None` when nothing is near.
///
/// Case, dashes and underscores do not count, so that `give-up-after` finds `give_up_after`. A swap of two neighbours is
/// one edit. A word is near when at most a third of its letters are wrong; failing that, when it is the beginning of a known
/// word (three letters at least), as `exp` is of `exponential`. Of equals, the first in `known` wins.
///
/// # Examples
///
/// ```
/// use acemq_core::suggest::nearest;
///
/// assert_eq!(nearest("exponental", &["none", "fixed", "exponential"]), Some("exponential"));
/// assert_eq!(nearest("give-up-after", &["jitter", "give_up_after"]), Some("give_up_after"));
/// assert_eq!(nearest("banana", &["none", "fixed", "exponential"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word = folded(word);
    if word.is_empty() {
        return None;
    }
    let allowed = word.len().max(3) / 3;
    let by_distance = known
        .iter()
        .filter_map(|candidate| {
            Some((
                distance_within(&word, &folded(candidate), allowed)?,
                *candidate,
            ))
        })
        .min_by_key(|(distance, _)| *distance);
    let by_beginning = || {
        known
            .iter()
            .map(|candidate| (folded(candidate), *candidate))
            .filter(|(letters, _)| word.len() >= 3 && letters.starts_with(&word))
            .min_by_key(|(letters, _)| letters.len())
    };
    by_distance
        .map(|(_, candidate)| candidate)
        .or_else(|| by_beginning().map(|(_, candidate)| candidate))
}

/// The letters that count.
fn folded(word: &str) -> Vec<char> {
    word.chars()
        .filter(|character| !matches!(character, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// The edit distance with swaps of neighbours (optimal string alignment), when it is no more than `allowed`.
fn distance_within(left: &[char], right: &[char], allowed: usize) -> Option<usize> {
    // The lengths alone decide for most pairs, and keep the table small whatever somebody typed.
    if left.len().abs_diff(right.len()) > allowed {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (row, one) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let replaced = above[column] + usize::from(one != other);
            let mut best = replaced.min(above[column + 1] + 1).min(current[column] + 1);
            let swapped =
                row > 0 && column > 0 && *one == right[column - 1] && left[row - 1] == *other;
            if swapped {
                best = best.min(before[column - 1] + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut above, current);
    }
    above
        .last()
        .copied()
        .filter(|distance| *distance <= allowed)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const KINDS: &[&str] = &["none", "fixed", "exponential"];

    #[test]
    fn a_near_word_is_found() {
        for (word, expected) in [
            ("none", "none"),
            ("None", "none"),
            ("non", "none"),
            ("fixd", "fixed"),
            ("fxied", "fixed"),
            ("FIXED", "fixed"),
            ("exponental", "exponential"),
            ("exponentail", "exponential"),
            ("expotential", "exponential"),
            ("exp", "exponential"),
            ("ex-po_nential", "exponential"),
        ] {
            assert_eq!(nearest(word, KINDS), Some(expected), "{word}");
        }
    }

    #[test]
    fn nothing_is_made_up_when_nothing_is_near() {
        for word in [
            "",
            "-",
            "ex",
            "linear",
            "banana",
            "日本語",
            "fi",
            "exponentially growing",
        ] {
            assert_eq!(nearest(word, KINDS), None, "{word}");
        }
        assert_eq!(nearest("fixed", &[]), None);
    }

    #[test]
    fn the_nearest_wins_and_of_equals_the_first() {
        assert_eq!(
            nearest("passwort", &["password-file", "password"]),
            Some("password")
        );
        assert_eq!(nearest("cat", &["bat", "hat"]), Some("bat"));
        assert_eq!(
            nearest("pre", &["prefetch-count", "prefetch"]),
            Some("prefetch")
        );
    }
}
