//! What is read of a content type: its essence, in any case, without parameters.

/// `application/json` of `application/json; charset=utf-8`.
pub(super) fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}

/// Whether two content types are the same but for case and parameters.
pub(super) fn is_same(left: &str, right: &str) -> bool {
    essence(left).eq_ignore_ascii_case(essence(right))
}

/// What a content type says about its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// It is JSON, by one of its names.
    Json,
    /// It is a kind of JSON (`+json`).
    KindOfJson,
    /// Nothing: stock clients send none, or one of the two for everything.
    Nothing,
    /// It is something else.
    Other,
}

/// Reads a content type, that of JSON first: it is the rule.
pub(super) fn says(content_type: Option<&str>) -> Says {
    let essence = essence(content_type.unwrap_or_default());
    let is = |known: &str| essence.eq_ignore_ascii_case(known);
    if is("application/json") || is("text/json") || is("application/x-json") {
        Says::Json
    } else if is("") || is("text/plain") || is("application/octet-stream") {
        Says::Nothing
    } else if essence
        .len()
        .checked_sub("+json".len())
        .and_then(|at| essence.get(at..))
        .is_some_and(|end| end.eq_ignore_ascii_case("+json"))
    {
        Says::KindOfJson
    } else {
        Says::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_parameters_do_not_count() {
        assert!(is_same("application/cbor", " Application/CBOR ; q=1"));
        assert!(!is_same("application/cbor", "application/cbor-seq"));
    }

    #[test]
    fn a_content_type_is_json_something_else_or_says_nothing() {
        for (content_type, expected) in [
            (None, Says::Nothing),
            (Some(""), Says::Nothing),
            (Some("; charset=utf-8"), Says::Nothing),
            (Some("text/plain; charset=utf-8"), Says::Nothing),
            (Some("application/octet-stream"), Says::Nothing),
            (Some("application/json; charset=utf-8"), Says::Json),
            (Some("Text/JSON"), Says::Json),
            (Some("application/x-json"), Says::Json),
            (Some("application/vnd.order+JSON; v=1"), Says::KindOfJson),
            (Some("application/xml"), Says::Other),
            (Some("ü+json"), Says::KindOfJson),
            (Some("üjson"), Says::Other),
        ] {
            assert_eq!(says(content_type), expected, "{content_type:?}");
        }
    }
}
