//! What the documents say that a machine can check: their configuration is one, and what they point at is there.
#![cfg(test)]

use std::path::{Path, PathBuf};

use acemq::prelude::*;

/// Every Markdown file for a reader, by its path from the repository's root.
const DOCUMENTS: [&str; 13] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "acemq/src/docs/attribute.md",
    "acemq/src/docs/retries.md",
    "acemq/src/docs/type-errors.md",
    "docs/guarantees.md",
    "docs/testing.md",
    "examples/hello-listener/README.md",
    "examples/listeners-in-other-crates/README.md",
    "examples/payments/README.md",
    "ui-tests/README.md",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(document: &str) -> String {
    std::fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The blocks of code in this language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let opening = format!("```{language}\n");
    text.split(&*opening).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[ace_listener(queue = "payments.new")]
async fn on_payment() {}

/// The file of an application that runs: an unknown key or a wrong value is found when it starts.
#[tokio::test]
async fn an_application_starts_with_the_configuration_in_the_documents() {
    let mut started = 0;
    for document in DOCUMENTS {
        let text = read(document);
        for block in blocks(&text, "toml").into_iter().filter(|block| !block.contains("[dependencies]")) {
            let config = Config::from_toml(block).unwrap().with("url", "memory://documents");
            match App::new(config).start().await {
                Ok(running) => assert!(running.drain().await.is_clean()),
                Err(error) => panic!("{document}: {error}\n{block}"),
            }
            started += 1;
        }
    }
    assert!(started > 0, "no configuration was found");
}

#[test]
fn what_the_documents_point_at_is_there() {
    let mut checked = 0;
    for document in DOCUMENTS {
        let folder = root().join(document).parent().unwrap().to_owned();
        let text = read(document);
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            let path = link.split('#').next().unwrap();
            // What is in the crate is rustdoc's to check.
            if path.is_empty() || path.contains("://") || path.contains("crate::") {
                continue;
            }
            assert!(folder.join(path).exists(), "{document} points at {path}");
            checked += 1;
        }
    }
    assert!(checked >= 10, "{checked} links were found");
}
