#!/usr/bin/env bash
# The checks, one function each. scripts/steps.sh NAME... runs them in that order, each under a heading and with its
# time; the first that fails ends the run. `make test` and .ci/run name them all.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

TOOLS=${FABRICAD_TOOLS:-$HOME/.cache/fabricad-tools}
export FABRICAD_TOOLS=$TOOLS PATH="$TOOLS/bin:$TOOLS/node_modules/.bin:$PATH"
WASM=wasm32-unknown-unknown
LOGS=${CARGO_TARGET_DIR:-target}/steps
passed=0 failed=0 counted=

step_fmt() { cargo fmt --check; }

# With no feature there is no shell: an import from the engine upwards does not even resolve.
step_bare() { cargo check --quiet --lib --no-default-features; }

# The wasm run adds bans of what a browser does not have: clocks, files, threads (clippy-wasm/clippy.toml).
step_lint() {
    cargo clippy --quiet --all-targets -- -D warnings
    cargo clippy --quiet --lib --no-default-features -- -D warnings
    CLIPPY_CONF_DIR=clippy-wasm cargo clippy --quiet --target $WASM --lib --bin app \
        --no-default-features --features ui -- -D warnings
    CLIPPY_CONF_DIR=clippy-wasm cargo clippy --quiet --target $WASM --lib --bin worker \
        --no-default-features --features web -- -D warnings
}

step_tree() {
    local bare found
    bare=$(cargo tree --quiet --no-default-features --edges normal,build --target all --prefix none --format '{p}')
    found=$(grep -E '^(yew|gloo|web-sys|js-sys|wasm-bindgen|plotters|clap)[ -]' <<<"$bare" || true)
    if [ -n "$found" ]; then
        printf 'the bare library must not depend on:\n%s\n' "$found"
        return 1
    fi
    printf 'the bare library uses %s packages, none of a browser or a terminal\n' "$(sort -u <<<"$bare" | wc -l)"
    node scripts/dependencies.mjs
}

step_unit() {
    local status=0
    CARGO_TERM_COLOR=never INSTA_UPDATE=no cargo test --quiet --no-fail-fast 2>&1 | tee "$LOGS/unit.log" || status=$?
    local counts
    counts=$(awk '/^test result:/ { p += $4; f += $6 } END { print p + 0, f + 0 }' "$LOGS/unit.log")
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* })) counted=yes
    return $status
}

step_doc() {
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --document-private-items --lib
    RUSTDOCFLAGS="-D warnings" cargo doc --quiet --no-deps --document-private-items --lib \
        --target $WASM --no-default-features --features ui
}

step_dist() {
    NO_COLOR=true RUST_BACKTRACE=0 trunk build --release >"$LOGS/trunk.log" 2>&1 || { cat "$LOGS/trunk.log"; return 1; }
    echo "dist/ stands"
}

step_size() { node scripts/size.mjs; }

step_page() {
    local status=0
    node --test-reporter=spec ${ONLY:+"--test-name-pattern=$ONLY"} tests/web/main.mjs 2>&1 | tee "$LOGS/page.log" || status=$?
    local count='{ gsub(/\033\[[0-9;]*m/, "") }'
    passed=$((passed + $(awk "$count"' $2 == "pass" { n = $3 } END { print n + 0 }' "$LOGS/page.log")))
    failed=$((failed + $(awk "$count"' $2 == "fail" { n = $3 } END { print n + 0 }' "$LOGS/page.log")))
    counted=yes
    return $status
}

step_links() { node scripts/links.mjs; }

step_bench() {
    cargo bench --quiet --no-default-features --bench engine
    node tests/web/bench.mjs
}

heading() {
    case $1 in
        fmt) echo "format" ;;
        bare) echo "the library with no features" ;;
        lint) echo "clippy, native and wasm" ;;
        tree) echo "dependencies" ;;
        unit) echo "Rust tests" ;;
        doc) echo "documentation" ;;
        dist) echo "the page, release build" ;;
        size) echo "size budget" ;;
        page) echo "the page in headless Chromium" ;;
        links) echo "links in Markdown" ;;
        bench) echo "benchmarks" ;;
    esac
}

mkdir -p "$LOGS"
ran=0
for step in "$@"; do
    printf '\n== %s\n' "$(heading "$step")"
    began=$SECONDS status=0
    # A subshell would lose the counts, and a function tested by `if` would lose -e: so run it as it is, under a trap.
    trap 'printf "== FAILED: %s, after %d s\n" "$(heading "$step")" $((SECONDS - began))
          [ -z "$counted" ] || printf "\n%d passed, %d failed\n" "$passed" "$failed"' EXIT
    "step_$step"
    trap - EXIT
    printf -- '-- %d s\n' $((SECONDS - began))
    ran=$((ran + 1))
done
[ -z "$counted" ] || printf '\n%d passed, %d failed\n' "$passed" "$failed"
