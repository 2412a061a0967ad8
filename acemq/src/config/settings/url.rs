//! `amqp://user:password@host:port/virtual-host` and `memory://name`, taken apart.
//!
//! No message here repeats a part of the URL that could be of the password.

use std::net::Ipv6Addr;

use crate::broker::{Scheme, Secret};

/// AMQP over plain TCP.
const PORT: u16 = 5672;

/// What a URL says; `None` is not written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) scheme: Scheme,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) username: Option<String>,
    pub(super) password: Option<Secret>,
    pub(super) virtual_host: Option<String>,
}

impl Address {
    /// A broker on this machine.
    pub(super) fn local() -> Self {
        Self {
            scheme: Scheme::Amqp,
            host: "localhost".to_owned(),
            port: PORT,
            username: None,
            password: None,
            virtual_host: None,
        }
    }
}

/// Why a URL is none.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) help: String,
}

fn problem(message: impl Into<String>, help: impl Into<String>) -> Problem {
    Problem { message: message.into(), help: help.into() }
}

/// Takes a URL apart.
///
/// `amqp://host` and `amqp://host/` both mean the virtual host `/`: an empty one, which the slash alone would mean to the
/// letter, is nobody's.
pub(super) fn parse(url: &str) -> Result<Address, Problem> {
    let url = url.trim();
    let Some((scheme, rest)) = url.split_once("://") else {
        return Err(without_scheme(url));
    };
    match scheme.to_ascii_lowercase().as_str() {
        "amqp" => amqp(rest),
        "memory" => memory(rest),
        "amqps" => Err(problem(
            "`amqps` is not spoken by this version, which has no TLS",
            "write `amqp://…` and keep the connection inside a network that you trust",
        )),
        other if other.chars().all(|letter| letter.is_ascii_alphanumeric()) => Err(problem(
            format!("`{other}` is no scheme that is spoken here"),
            "write `amqp://localhost:5672`, or `memory://name` for a broker inside this process",
        )),
        _ => Err(problem("the URL has no scheme", "write `amqp://localhost:5672`")),
    }
}

/// `broker:5672` looks like a URL with the scheme `broker`.
fn without_scheme(url: &str) -> Problem {
    let message = "the URL has no `://`, so its scheme is unknown";
    if url.is_empty() {
        return problem("the URL is empty", "write `amqp://localhost:5672`");
    }
    // Before an `@` stands a password.
    if url.contains('@') || url.chars().any(char::is_whitespace) {
        return problem(message, "put `amqp://` in front");
    }
    problem(message, format!("write `amqp://{}`", url.trim_start_matches('/')))
}

fn memory(rest: &str) -> Result<Address, Problem> {
    let name = rest.strip_suffix('/').unwrap_or(rest);
    if name.is_empty() {
        return Err(problem("the memory broker has no name", "write `memory://orders`"));
    }
    if !name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.')) {
        return Err(problem(
            "the name of a memory broker is letters, digits, `-`, `_` and `.`",
            "write `memory://orders`",
        ));
    }
    Ok(Address { scheme: Scheme::Memory, host: name.to_owned(), ..Address::local() })
}

fn amqp(rest: &str) -> Result<Address, Problem> {
    let (authority, path) = match rest.split_once('/') {
        Some((authority, path)) => (authority, Some(path)),
        None => (rest, None),
    };
    if path.is_some_and(|path| path.contains('@')) {
        return Err(problem(
            "there is an `@` behind the first `/`: user or password holds a `/` as it is",
            "write `%2F` for it, or set `username` and `password` as keys of their own",
        ));
    }
    if rest.contains(['?', '#']) {
        return Err(problem(
            "the URL has a `?` or a `#`",
            "set `heartbeat`, `connection-timeout` and their like as keys of their own; in a password write `%3F` or `%23`",
        ));
    }
    let (credentials, place) = match authority.rsplit_once('@') {
        Some((credentials, place)) => (Some(credentials), place),
        None => (None, authority),
    };
    let (host, port) = host_and_port(place)?;
    let (username, password) = match credentials.map(|pair| pair.split_once(':').unwrap_or((pair, ""))) {
        None => (None, None),
        Some(("", _)) => {
            return Err(problem("the URL has an empty user", "write `amqp://user:password@host`"));
        }
        Some((user, "")) => (Some(decoded(user, "user")?), None),
        Some((user, password)) => {
            (Some(decoded(user, "user")?), Some(Secret::new(decoded(password, "password")?)))
        }
    };
    let virtual_host = match path {
        None | Some("") => None,
        Some(path) if path.contains('/') => {
            return Err(problem(
                "the virtual host holds a `/` as it is",
                "write `%2F` for it, or set `virtual-host` as a key of its own",
            ));
        }
        Some(path) => Some(decoded(path, "virtual host")?),
    };
    Ok(Address { scheme: Scheme::Amqp, host, port, username, password, virtual_host })
}

fn host_and_port(place: &str) -> Result<(String, u16), Problem> {
    // An address of version 6 has colons of its own and stands in brackets.
    let (host, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, rest)) => (host, rest.strip_prefix(':').or((!rest.is_empty()).then_some("?"))),
        None => match place.rsplit_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (place, None),
        },
    };
    if host.is_empty() {
        return Err(problem("the URL has no host", "write `amqp://localhost:5672`"));
    }
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let is_host =
        if place.starts_with('[') { host.parse::<Ipv6Addr>().is_ok() } else { host.chars().all(is_name) };
    if !is_host {
        return Err(problem(
            "what stands for the host is no name and no address",
            "write `amqp://localhost:5672`; in a password write `%40` for `@`, `%3A` for `:` and `%2F` for `/`",
        ));
    }
    let port = match port {
        None => PORT,
        Some(port) => match port.parse() {
            Ok(port) if port > 0 => port,
            Ok(_) | Err(_) => {
                return Err(problem(
                    "the port is not a number from 1 to 65535",
                    "write `amqp://localhost:5672`",
                ));
            }
        },
    };
    Ok((host.to_owned(), port))
}

/// Resolves `%2F` and its like.
fn decoded(text: &str, what: &str) -> Result<String, Problem> {
    let wrong = || {
        problem(
            format!("a `%` of the {what} is not followed by two hexadecimal digits of UTF-8"),
            "write `%25` for `%`",
        )
    };
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        let (Some(high), Some(low)) = (digit(rest.next()), digit(rest.next())) else { return Err(wrong()) };
        bytes.push(u8::try_from(high * 16 + low).unwrap_or_default());
    }
    String::from_utf8(bytes).or(Err(wrong()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amqp(
        host: &str,
        port: u16,
        user: Option<(&str, Option<&str>)>,
        virtual_host: Option<&str>,
    ) -> Address {
        Address {
            scheme: Scheme::Amqp,
            host: host.to_owned(),
            port,
            username: user.map(|(name, _)| name.to_owned()),
            password: user.and_then(|(_, password)| password.map(Secret::new)),
            virtual_host: virtual_host.map(str::to_owned),
        }
    }

    #[test]
    fn a_url_is_taken_apart() {
        for (url, address) in [
            ("amqp://localhost", amqp("localhost", 5672, None, None)),
            (" AMQP://broker:5673/ ", amqp("broker", 5673, None, None)),
            ("amqp://b/%2F", amqp("b", 5672, None, Some("/"))),
            ("amqp://b/shop", amqp("b", 5672, None, Some("shop"))),
            ("amqp://u:p@b/eu%2Fshop", amqp("b", 5672, Some(("u", Some("p"))), Some("eu/shop"))),
            ("amqp://u%40x:%3A%2f%40%25@b:1", amqp("b", 1, Some(("u@x", Some(":/@%"))), None)),
            ("amqp://u:a@b:c@host", amqp("host", 5672, Some(("u", Some("a@b:c"))), None)),
            ("amqp://u@b", amqp("b", 5672, Some(("u", None)), None)),
            ("amqp://u:%C3%A9@b", amqp("b", 5672, Some(("u", Some("é"))), None)),
            ("amqp://[::1]:5673/x", amqp("::1", 5673, None, Some("x"))),
            ("amqp://[fe80::1]", amqp("fe80::1", 5672, None, None)),
            ("amqp://10.0.0.1", amqp("10.0.0.1", 5672, None, None)),
        ] {
            assert_eq!(parse(url), Ok(address), "{url}");
        }
        assert_eq!(
            parse("memory://shop-1"),
            Ok(Address { scheme: Scheme::Memory, host: "shop-1".to_owned(), ..Address::local() })
        );
    }

    #[test]
    fn what_is_no_url_is_refused_with_what_to_write() {
        for (url, message, help) in [
            ("", "the URL is empty", "write `amqp://localhost:5672`"),
            ("broker:5672", "the URL has no `://`, so its scheme is unknown", "write `amqp://broker:5672`"),
            ("u:p@broker", "the URL has no `://`, so its scheme is unknown", "put `amqp://` in front"),
            ("http://b", "`http` is no scheme that is spoken here", "write `amqp://localhost:5672`, or"),
            ("amqps://b", "`amqps` is not spoken by this version", "write `amqp://…`"),
            ("a b://c", "the URL has no scheme", "write `amqp://localhost:5672`"),
            ("memory://", "the memory broker has no name", "write `memory://orders`"),
            ("memory://a/b", "the name of a memory broker is letters", "write `memory://orders`"),
            ("amqp://", "the URL has no host", "write `amqp://localhost:5672`"),
            ("amqp://:5672", "the URL has no host", "write `amqp://localhost:5672`"),
            ("amqp://b:0", "the port is not a number from 1 to 65535", "write"),
            ("amqp://b:port", "the port is not a number from 1 to 65535", "write"),
            ("amqp://b:65536", "the port is not a number from 1 to 65535", "write"),
            ("amqp://[::1]5672", "the port is not a number from 1 to 65535", "write"),
            ("amqp://[x]", "what stands for the host is no name and no address", "write"),
            ("amqp://a,b", "what stands for the host is no name and no address", "write"),
            ("amqp://:p@b", "the URL has an empty user", "write `amqp://user:password@host`"),
            ("amqp://u:p%4@b", "a `%` of the password is not followed", "write `%25` for `%`"),
            ("amqp://u:p%FF@b", "a `%` of the password is not followed", "write `%25` for `%`"),
            ("amqp://b/a/c", "the virtual host holds a `/` as it is", "write `%2F`"),
            ("amqp://b?heartbeat=3", "the URL has a `?` or a `#`", "set `heartbeat`"),
            ("amqp://u:a/b@c", "there is an `@` behind the first `/`", "write `%2F` for it"),
        ] {
            let problem = parse(url).expect_err(url);
            assert!(problem.message.starts_with(message), "{url}: {}", problem.message);
            assert!(problem.help.starts_with(help), "{url}: {}", problem.help);
        }
    }

    #[test]
    fn no_message_repeats_a_password() {
        for url in [
            "u:canary@b",
            "amqp://u:canary/x@b",
            "amqp://u:canary%@b",
            "amqp://u:canary@b:x",
            "amqp://u:canary@b/a/c",
            "amqp://u:canary",
            "amqp://u:canary#x@b",
            "amqp://u canary@b?",
        ] {
            let problem = parse(url).expect_err(url);
            assert!(!format!("{problem:?}").contains("canary"), "{url}: {problem:?}");
        }
    }
}
