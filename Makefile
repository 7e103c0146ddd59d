# make run    build the page and serve it on 127.0.0.1:8080 (PORT=8081 make run for another port)
# make test   everything that must hold before a change lands
# make dist   the static site, in dist/
# make bench  how fast it is
# More: make help

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PORT ?= 8080
export FABRICAD_TOOLS ?= $(HOME)/.cache/fabricad-tools
export PATH := $(FABRICAD_TOOLS)/bin:$(FABRICAD_TOOLS)/node_modules/.bin:$(PATH)

# Everything that the page is made of: with none of it touched, dist/ stands.
PAGE_SOURCES := $(shell find src static -type f 2>/dev/null) index.html Trunk.toml Cargo.toml Cargo.lock \
	rust-toolchain.toml scripts/after-build.mjs scripts/node/package-lock.json

.PHONY: help run test dist bench lint unit doc size page-test links shots picture fmt clean tools test-tools

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

run: dist ## build the page and serve it on 127.0.0.1:$PORT
	@exec node scripts/serve.mjs dist $(PORT)

dist: tools ## build the static site into dist/
	@$(MAKE) -s --no-print-directory dist/sw.js

# Written by the last step of a release build, so it stands for all of dist/.
dist/sw.js: $(PAGE_SOURCES)
	@scripts/steps.sh dist

test: test-tools ## run every check, the page in a headless Chromium included
	@scripts/steps.sh fmt bare lint tree unit doc dist size page links

lint: tools ## formatting, clippy natively and for wasm, the bare library
	@scripts/steps.sh fmt bare lint tree

unit: ## the Rust tests
	@scripts/steps.sh unit

doc: tools ## the documentation, private items included
	@scripts/steps.sh doc

size: dist ## the page's size after brotli, against its budget
	@scripts/steps.sh size

page-test: test-tools dist ## the page's own tests (ONLY='part of a name' runs some)
	@scripts/steps.sh page

links: ## the links between Markdown files
	@scripts/steps.sh links

bench: test-tools dist ## the benchmarks: engine, then page
	@scripts/steps.sh bench

shots: test-tools dist ## screenshots of the page into target/shots, three sizes, light and dark
	@node tests/web/shots.mjs

picture: test-tools dist ## the picture in README.md
	@node tests/web/shots.mjs picture

fmt: ## format the Rust code
	@cargo fmt

clean: ## remove what was built (the tools stay)
	@rm -rf dist && cargo clean

tools:
	@scripts/tools.sh build

test-tools:
	@scripts/tools.sh test
