# The commands of this repository. `make` alone lists them.
#
# Few builds, on purpose: clippy and doc share the check artifacts of the dependencies, the tests and the examples share
# the built ones. That holds only while every step asks for the same features of the same packages with the same flags,
# so: always --workspace, never -p with other features, no RUSTFLAGS in one step and not in the next (they are part of
# every artifact's name). Lints are denied by `-- -D warnings`, which concerns this workspace's own crates alone.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

CARGO := cargo
# Calm output: what matters is a warning, a failure or a runner's closing line. A step that is silent for long is building.
export CARGO_TERM_PROGRESS_WHEN := never

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: check
check: ## what a commit must pass: format, lints, docs, words, layers
	@echo "== format"
	@$(CARGO) fmt --all --check
	@echo "== lints"
	@$(CARGO) clippy --quiet --workspace --all-targets -- -D warnings
	@echo "== docs"
	@RUSTDOCFLAGS="-D warnings" $(CARGO) doc --quiet --workspace --no-deps
	@echo "== words of the compiler"
	@ui-tests/count-cases
	@echo "== layers"
	@$(CARGO) test --quiet --workspace --test layers

.PHONY: test
test: ## every test, doctest and example, against services of their own
	@tests/services run -- tests/run-all

.PHONY: check-time
check-time: ## what the attribute costs the compiler
	@tests/check-time

.PHONY: fmt
fmt: ## format the sources
	@$(CARGO) fmt --all

.PHONY: deny
deny: ## licences, advisories, sources and doubled versions of the dependencies
	@if ! $(CARGO) deny --version >/dev/null 2>&1; then \
		echo "cargo-deny is missing: cargo install --locked cargo-deny" >&2; \
		exit 1; \
	fi
	@$(CARGO) deny check

.PHONY: services-up
services-up: ## start the private services and leave them running
	@tests/services up
	@echo 'now: eval "$$(tests/services env)"'

.PHONY: services-down
services-down: ## stop them and throw their data away
	@tests/services down

.PHONY: clean-services
clean-services: services-down ## the same, and their logs too
	@rm -rf target/services
