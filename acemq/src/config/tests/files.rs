//! Which file is read, and what is said of one that cannot be.

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
};

use super::support::{faults_of, reports, variables};
use crate::Config;

/// A directory of the test's own, gone with it.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("acemq-config-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("a directory");
        Self(path)
    }

    fn with(self, name: &str, text: &str) -> Self {
        fs::write(self.0.join(name), text).expect("a file");
        self
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn client_name(config: &Config) -> String {
    config.settings().expect("settings").connection.client_name
}

#[test]
fn the_one_file_of_the_directory_is_read_in_its_format() {
    for (name, text) in [
        ("acemq.toml", "client-name = 'found'"),
        ("acemq.yaml", "client-name: found"),
        ("acemq.yml", "client-name: found"),
        ("acemq.json", "{\"client-name\": \"found\"}"),
    ] {
        let directory = Directory::new().with(name, text).with("other.toml", "x = [");
        let config =
            Config::found_in(&directory.0, Vec::new()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(client_name(&config), "found", "{name}");
    }
}

#[test]
fn no_file_at_all_is_fine_and_the_environment_still_counts() {
    let directory = Directory::new();
    let config = Config::found_in(&directory.0, variables(&[("ACEMQ_CLIENT_NAME", "variable")]));
    assert_eq!(client_name(&config.expect("defaults")), "variable");
}

#[test]
fn two_files_are_an_error() {
    let directory = Directory::new().with("acemq.toml", "").with("acemq.json", "{}");
    assert_eq!(
        reports(&faults_of(Config::found_in(&directory.0, Vec::new()))),
        [
            "the working directory: several files could be the configuration: `acemq.toml`, `acemq.json`\nhelp: keep one of \
          them, or name one in `ACEMQ_CONFIG`"
        ]
    );
}

#[test]
fn the_variable_names_the_file_and_an_empty_one_names_none() {
    let directory = Directory::new()
        .with("acemq.toml", "client-name = 'a'")
        .with("other.json", "{\"clientName\": \"b\"}");
    let named = variables(&[("ACEMQ_CONFIG", &directory.path("other.json"))]);
    assert_eq!(client_name(&Config::found_in(&directory.0, named).expect("named")), "b");
    let empty = variables(&[("ACEMQ_CONFIG", "")]);
    assert_eq!(client_name(&Config::found_in(&directory.0, empty).expect("found")), "a");
}

#[test]
fn a_file_that_cannot_be_read_is_said_where_it_was_named() {
    let directory = Directory::new().with("acemq.txt", "");
    fs::write(directory.0.join("latin.toml"), b"client-name = '\xe9'").expect("a file");
    let missing = directory.path("missing.toml");
    for (path, start) in [
        (missing.clone(), format!("ACEMQ_CONFIG: `{missing}` cannot be read: ")),
        (
            directory.path("acemq.txt"),
            format!(
                "ACEMQ_CONFIG: the format of `{}` is not known by its name\nhelp: name it `.toml`",
                directory.path("acemq.txt")
            ),
        ),
        (directory.path("latin.toml"), format!("{}: the file is not UTF-8", directory.path("latin.toml"))),
    ] {
        let faults = faults_of(Config::found_in(&directory.0, variables(&[("ACEMQ_CONFIG", &path)])));
        assert!(faults[0].to_string().starts_with(&start), "{}", faults[0]);
    }
    let error = Config::from_file(&missing).expect_err("missing");
    assert!(error.to_string().contains(&format!("code: `{missing}` cannot be read: ")), "{error}");
}

#[test]
fn a_fault_names_the_file_as_it_was_given() {
    let directory = Directory::new().with("acemq.yaml", "a: 1\n");
    let path = directory.path("acemq.yaml");
    assert_eq!(faults_of(Config::found_in(&directory.0, Vec::new()))[0].origin(), format!("{path}:1"));
}

#[test]
fn a_password_is_read_from_its_file_without_the_line_break() {
    for (text, password) in
        [("pass\n", "pass"), ("pass\r\n", "pass"), (" pass ", " pass "), ("pass\n\n", "pass\n")]
    {
        let directory = Directory::new().with("password", text);
        let config =
            Config::default().with("username", "shop").with("password-file", directory.path("password"));
        let settings = config.settings().expect("settings");
        assert_eq!(settings.connection.password.reveal(), password, "{text:?}");
    }
}

#[test]
fn a_password_file_that_is_missing_empty_or_one_too_many_is_refused() {
    let directory = Directory::new().with("empty", "\n").with("password", "pass");
    let with =
        |file: &str| Config::default().with("username", "shop").with("password-file", directory.path(file));
    let faults = with("missing").settings().expect_err("missing");
    assert_eq!((faults.len(), faults[0].key()), (1, "password-file"), "{faults:?}");
    assert!(
        faults[0].message().ends_with("cannot be read: No such file or directory (os error 2)"),
        "{faults:?}"
    );
    let faults = with("empty").settings().expect_err("empty");
    assert_eq!((faults.len(), faults[0].key()), (1, "password-file"), "{faults:?}");
    let faults = with("password").with("password", "x").settings().expect_err("both");
    assert_eq!(
        reports(&faults),
        ["code: `password`: `password` and `password-file` (code) are both set\nhelp: keep one of the two"]
    );
}
