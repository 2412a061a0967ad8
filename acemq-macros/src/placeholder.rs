//! `${key}` and `${key:default}` in a text: whether they are well formed. They are filled in at start-up.

/// Why a placeholder is none, and what to write instead.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PlaceholderError {
    pub(crate) message: String,
    pub(crate) help: String,
}

/// Whether the text holds placeholders; an error when one of them is not well formed.
///
/// A `$` that no `{` follows is a dollar sign.
pub(crate) fn check(text: &str) -> Result<bool, PlaceholderError> {
    let mut rest = text;
    let mut found = false;
    while let Some((_, after)) = rest.split_once("${") {
        found = true;
        let Some((inside, behind)) = after.split_once('}') else {
            return Err(PlaceholderError {
                message: format!("the placeholder `${{{after}` is not closed"),
                help: format!(
                    "write `${{{}}}`",
                    if after.trim().is_empty() { "orders.queue" } else { after.trim() }
                ),
            });
        };
        check_inside(inside)?;
        rest = behind;
    }
    Ok(found)
}

fn check_inside(inside: &str) -> Result<(), PlaceholderError> {
    let (key, default) = match inside.split_once(':') {
        Some((key, default)) => (key, Some(default)),
        None => (inside, None),
    };
    let shown = |key: &str| match default {
        Some(default) => format!("${{{key}:{default}}}"),
        None => format!("${{{key}}}"),
    };
    if key.is_empty() {
        return Err(PlaceholderError {
            message: format!("the placeholder `{}` names no key", shown(key)),
            help: format!("name the setting to look up: `{}`", shown("orders.queue")),
        });
    }
    if default.is_some_and(|default| default.contains("${")) {
        return Err(PlaceholderError {
            message: format!("the default of `${{{key}}}` holds another placeholder"),
            help: format!("write a plain text behind the colon: `${{{key}:orders}}`"),
        });
    }
    if let Some(odd) = key.chars().find(|character| !is_key_character(*character)) {
        let kept: String = key.chars().filter(|character| is_key_character(*character)).collect();
        let kept = if kept.is_empty() { "orders.queue" } else { &kept };
        return Err(PlaceholderError {
            message: format!("the placeholder key `{}` holds {odd:?}", key.escape_debug()),
            help: format!("a key has letters, digits, `.`, `-` and `_`: write `{}`", shown(kept)),
        });
    }
    Ok(())
}

fn is_key_character(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '.' | '-' | '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_formed_placeholders_are_found() {
        for (text, found) in [
            ("orders", false),
            ("", false),
            ("5$ {", false),
            ("$", false),
            ("${orders.queue}", true),
            ("${orders.queue:orders.new}", true),
            ("${tenant}.orders.${region:eu-1}", true),
            ("${url:amqp://localhost:5672}", true),
            ("${empty:}", true),
        ] {
            assert_eq!(check(text), Ok(found), "{text}");
        }
    }

    #[test]
    fn malformed_ones_are_refused_with_one_that_would_do() {
        for (text, message, help) in [
            ("${orders", "the placeholder `${orders` is not closed", "write `${orders}`"),
            ("a.${}", "the placeholder `${}` names no key", "name the setting to look up: `${orders.queue}`"),
            (
                "${:x}",
                "the placeholder `${:x}` names no key",
                "name the setting to look up: `${orders.queue:x}`",
            ),
            (
                "${my key}",
                "the placeholder key `my key` holds ' '",
                "a key has letters, digits, `.`, `-` and `_`: write `${mykey}`",
            ),
            (
                "${a:${b}}",
                "the default of `${a}` holds another placeholder",
                "write a plain text behind the colon: `${a:orders}`",
            ),
            ("${", "the placeholder `${` is not closed", "write `${orders.queue}`"),
        ] {
            let expected = PlaceholderError { message: message.into(), help: help.into() };
            assert_eq!(check(text), Err(expected), "{text}");
        }
    }
}
