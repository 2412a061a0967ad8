//! How a piece of somebody's text is shown inside a message.

/// What is shown of a text; a longer one is cut, so that a message stays a line.
const LONGEST: usize = 40;

/// The text in backticks, on one line: control characters are escaped and a long text is cut with a visible mark.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (count, character) in text.chars().enumerate() {
        if count == LONGEST {
            out.push('…');
            break;
        }
        if character.is_control() {
            out.extend(character.escape_debug());
        } else {
            out.push(character);
        }
    }
    out.push('`');
    out
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_quoted_text_is_one_line_of_bounded_length() {
        assert_eq!(quoted("2s"), "`2s`");
        assert_eq!(quoted("a\0\nb"), "`a\\0\\nb`");
        assert_eq!(quoted(&"é".repeat(41)), format!("`{}…`", "é".repeat(40)));
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}`", "é".repeat(40)));
    }
}
