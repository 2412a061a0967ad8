//! The layers of ARCHITECTURE.md, held by a test: lower never imports upper, and each outside crate is named in one place.
#![cfg(test)]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The module's layer. `3a` and `3b` are siblings: neither imports the other.
const LAYERS: &[(&str, u8)] = &[
    ("message", 10),
    ("error", 25),
    ("fault", 15),
    ("codec", 20),
    ("extract", 20),
    ("listener", 20),
    ("idempotency", 20),
    ("topology", 20),
    ("broker", 20),
    ("telemetry", 20),
    ("pipeline", 30),
    ("amqp", 31),
    ("memory", 32),
    ("store", 33),
    ("publish", 40),
    ("config", 50),
    ("app", 50),
];

/// Files of the face: they hold no logic and name everything.
const FACE: &[&str] = &["lib.rs", "prelude.rs", "docs/mod.rs", "__private.rs", "__testing.rs"];

/// Who may name an outside crate.
const OUTSIDE: &[(&str, &[&str])] = &[
    ("lapin", &["amqp/"]),
    ("sqlx", &["store/"]),
    ("inventory", &["listener/linked.rs", "__private.rs"]),
    ("config", &["config/"]),
];

struct Source {
    /// The path below `acemq/src`, with `/`.
    path: String,
    /// The code without comments.
    lines: Vec<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../acemq/src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 50, "the sources of acemq were not found: {} files", files.len());
    files
        .into_iter()
        .map(|file| {
            let text = fs::read_to_string(&file).expect("a source file");
            let path = file.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
            Source { path, lines: text.lines().map(without_comment).collect() }
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn without_comment(line: &str) -> String {
    line.split("//").next().unwrap_or_default().to_owned()
}

/// The module below `src` that a file belongs to.
fn module_of(path: &str) -> &str {
    path.split(['/', '.']).next().unwrap_or_default()
}

fn layer_of(module: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == module).map(|(_, layer)| *layer)
}

/// A layer reads what is below it, its own module, and its siblings of the same number in layer 2 and layer 5.
fn may_import(from: u8, to: u8) -> bool {
    match (from, to) {
        (30..40, 30..40) => from == to,
        _ => to <= from,
    }
}

/// Every module named as `crate::module`, also inside `crate::{…}` that spans lines.
fn imports(source: &Source) -> Vec<String> {
    let text = source.lines.join("\n");
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let preceded = text[..at].chars().next_back();
        if preceded.is_some_and(|before| before.is_alphanumeric() || before == '_' || before == '$') {
            continue;
        }
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => found.extend(heads_of_group(group)),
            None => found.push(head(rest)),
        }
    }
    found
}

/// The first segments of the paths in a use group, whose opening brace has been read.
fn heads_of_group(group: &str) -> Vec<String> {
    let mut heads = Vec::new();
    let (mut depth, mut expects_head) = (1, true);
    let mut rest = group;
    while let Some(next) = rest.chars().next() {
        match next {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => expects_head = true,
            _ if expects_head && !next.is_whitespace() => {
                heads.push(head(rest));
                expects_head = false;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        rest = &rest[next.len_utf8()..];
    }
    heads
}

fn head(path: &str) -> String {
    path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

#[test]
fn every_module_has_a_layer() {
    for source in sources() {
        if FACE.contains(&source.path.as_str()) {
            continue;
        }
        let module = module_of(&source.path);
        assert!(
            layer_of(module).is_some(),
            "{}: give `{module}` a layer in ARCHITECTURE.md and here",
            source.path
        );
    }
}

#[test]
fn lower_layers_do_not_import_upper_ones() {
    let mut upward = Vec::new();
    let mut read = 0;
    for source in sources() {
        if FACE.contains(&source.path.as_str()) {
            continue;
        }
        let from = layer_of(module_of(&source.path)).expect("has a layer");
        for module in imports(&source) {
            // What is no module is an item of the face: a public name, which documentation and errors may use.
            let Some(to) = layer_of(&module) else { continue };
            read += 1;
            if !may_import(from, to) {
                upward.push(format!("{} imports crate::{module}", source.path));
            }
        }
    }
    assert!(read > 100, "only {read} imports were read: the reader is broken");
    assert!(upward.is_empty(), "upward imports:\n{}", upward.join("\n"));
}

#[test]
fn outside_crates_are_named_in_one_place_each() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut strays = Vec::new();
    for source in sources() {
        for (name, homes) in OUTSIDE {
            let named = source.lines.iter().any(|line| names_crate(line, name));
            if !named {
                continue;
            }
            if homes.iter().any(|home| source.path.starts_with(home)) {
                *seen.entry(name).or_default() += 1;
            } else {
                strays.push(format!("{} names {name}", source.path));
            }
        }
    }
    assert!(strays.is_empty(), "{}", strays.join("\n"));
    let unseen: Vec<_> = OUTSIDE.iter().filter(|(name, _)| !seen.contains_key(name)).collect();
    assert!(unseen.is_empty(), "nobody names {unseen:?}: the reader is broken");
}

/// Whether a line names the crate itself (`lapin::…`), and not a module of ours inside a longer path.
fn names_crate(line: &str, name: &str) -> bool {
    let path = format!("{name}::");
    if name == "config" {
        // A module of ours has that name too: only a `use` of the bare name is the crate.
        return line.trim_start().starts_with(&format!("use {path}")) || line.contains(" ::config::");
    }
    line.match_indices(&path).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[test]
fn the_reader_finds_paths_groups_and_nothing_else() {
    let source = Source {
        path: "app/x.rs".into(),
        lines: vec![
            "use crate::{".into(),
            "    broker::{Broker, error::X},".into(),
            "    message,".into(),
            "};".into(),
            "let a = crate::pipeline::work; $crate::memory::x; mycrate::amqp::y".into(),
        ],
    };
    assert_eq!(imports(&source), ["broker", "message", "pipeline"]);
    assert!(names_crate("use lapin::Connection;", "lapin"));
    assert!(names_crate("let c: lapin::Channel = x;", "lapin"));
    assert!(!names_crate("use crate::lapin::X;", "lapin"));
    assert!(may_import(50, 20) && may_import(20, 20) && !may_import(10, 20) && !may_import(30, 31));
}
