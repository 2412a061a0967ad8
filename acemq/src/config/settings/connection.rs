//! How the broker is reached: the URL, the keys that override parts of it, and the deadlines.

use std::time::Duration;

use super::{assemble::above_zero, url};
use crate::{
    broker::{ConnectOptions, Secret},
    config::read::Reader,
    fault::{Fault, Place, Written},
};

/// Where a broker is unless something else is written.
const LOCAL: &str = "amqp://localhost:5672";
/// The user, and the password, of a broker as it is installed.
const GUEST: &str = "guest";

/// Reads everything that an adapter needs to connect.
pub(super) fn read(root: &Reader<'_>, faults: &mut Vec<Fault>) -> ConnectOptions {
    let url = root.text("url");
    let address = match url::parse(url.as_ref().map_or(LOCAL, |url| &url.value)) {
        Ok(address) => address,
        Err(problem) => {
            faults.push(Fault::at(&root.place("url"), problem.message, problem.help));
            url::Address::local()
        }
    };
    let (username, password) = credentials(root, &address, faults);
    let virtual_host = root.text("virtual-host").and_then(|written| not_empty(written, "write `/`", faults));
    let client_name = root.text("client-name").and_then(|written| not_empty(written, "leave it out", faults));
    let seconds = Duration::from_secs;
    ConnectOptions {
        scheme: address.scheme,
        host: address.host,
        port: address.port,
        virtual_host: virtual_host.or(address.virtual_host).unwrap_or_else(|| "/".to_owned()),
        username,
        password,
        client_name: client_name.unwrap_or_else(program),
        heartbeat: root.duration("heartbeat").map_or(Duration::ZERO, |written| written.value),
        connection_timeout: above_zero(root.duration("connection-timeout"), seconds(10), faults),
        confirm_timeout: above_zero(root.duration("confirm-timeout"), seconds(30), faults),
        blocked_timeout: root.duration("blocked-timeout").map_or(seconds(30), |written| written.value),
        max_outstanding_publishes: root
            .integer("max-outstanding-publishes")
            .map_or(10_000, |written| written.value),
    }
}

/// User and password: from the keys, else from the URL, else those of a fresh broker. Half of a pair is refused: who is
/// logged in as whom would be a guess.
fn credentials(root: &Reader<'_>, address: &url::Address, faults: &mut Vec<Fault>) -> (String, Secret) {
    let username = root.text("username").and_then(|written| {
        let place = written.place.clone();
        not_empty(written, "write a name, or leave out `username` and `password`", faults)
            .map(|name| Written::new(name, place))
    });
    let password = password(root, faults);
    let half = |place: &Place, has: &str, lacks: &str| {
        Fault::at(
            place,
            format!("`{has}` is set without `{lacks}`"),
            format!("set `{lacks}` too, or neither"),
        )
    };
    match (username, password, &address.username, &address.password) {
        (Some(name), Some(password), _, _) => (name.value, password.value),
        (None, Some(password), Some(name), _) => (name.clone(), password.value),
        (None, None, Some(name), Some(password)) => (name.clone(), password.clone()),
        (None, None, None, _) => (GUEST.to_owned(), Secret::new(GUEST)),
        (Some(name), None, _, _) => {
            faults.push(half(&name.place, "username", "password"));
            (name.value, Secret::new(""))
        }
        (None, Some(password), None, _) => {
            faults.push(half(&password.place, "password", "username"));
            (GUEST.to_owned(), password.value)
        }
        (None, None, Some(name), None) => {
            faults.push(Fault::at(
                &root.place("url"),
                "the URL has a user and no password, and `password` is not set",
                "set `password` or `password-file`",
            ));
            (name.clone(), Secret::new(""))
        }
    }
}

/// The password as it is written, or what its file holds.
fn password(root: &Reader<'_>, faults: &mut Vec<Fault>) -> Option<Written<Secret>> {
    let written = root.text("password");
    if let Some(password) = written.as_ref().filter(|password| password.value.is_empty()) {
        faults.push(Fault::at(&password.place, "the password is empty", "set it, or leave it out"));
    }
    let Some(file) = root.text("password-file") else {
        return written.map(|password| password.map(Secret::new));
    };
    if let Some(password) = &written {
        faults.push(Fault::at(
            &password.place,
            format!("`password` and `password-file` ({}) are both set", file.place.origin),
            "keep one of the two",
        ));
    }
    match std::fs::read_to_string(&file.value) {
        // Editors and `echo` end a file with a line break that no password has.
        Ok(text) => {
            let text =
                text.strip_suffix('\n').map_or(text.as_str(), |text| text.strip_suffix('\r').unwrap_or(text));
            if text.is_empty() {
                let message = format!("`{}` is empty", file.value);
                faults.push(Fault::at(&file.place, message, "write the password into it"));
            }
            Some(Written::new(Secret::new(text), file.place))
        }
        Err(error) => {
            let message = format!("`{}` cannot be read: {error}", file.value);
            faults.push(Fault::at(&file.place, message, "name a file that holds the password alone"));
            // Known to be set, so that the missing file is not also half a pair.
            Some(Written::new(Secret::new(""), file.place))
        }
    }
}

fn not_empty(written: Written<String>, help: &str, faults: &mut Vec<Fault>) -> Option<String> {
    if written.value.is_empty() {
        faults.push(Fault::at(&written.place, "the text is empty", help));
        return None;
    }
    Some(written.value)
}

/// The name of the running program.
fn program() -> String {
    std::env::current_exe()
        .ok()
        .and_then(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .unwrap_or_else(|| "acemq".to_owned())
}
