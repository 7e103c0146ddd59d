#!/usr/bin/env bash
# Installs what the page needs to be built and tested, and nothing that is there already in the right version.
#
#   scripts/tools.sh rust     the pinned toolchain with the wasm target
#   scripts/tools.sh build    rust + trunk, wasm-bindgen, Node.js, wasm-opt
#   scripts/tools.sh test     build + Chromium
#
# Everything but Debian packages goes to $FABRICAD_TOOLS (default ~/.cache/fabricad-tools), never into the work tree.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
TOOLS=${FABRICAD_TOOLS:-$HOME/.cache/fabricad-tools}
TRUNK_VERSION=0.21.14
# The command line tool must equal the library, which Cargo.lock pins.
BINDGEN_VERSION=$(awk '/^name = "wasm-bindgen"$/ { getline; gsub(/version = |"/, ""); print; exit }' "$ROOT/Cargo.lock")
export PATH="$TOOLS/bin:$TOOLS/node_modules/.bin:$PATH"

say() { printf '  %s\n' "$*"; }
die() { printf '\nfabricad: %s\n' "$*" >&2; exit 1; }

# Debian packages: as root, else by sudo, else a sentence that says what to do.
debian_packages() {
    local as_root=()
    command -v apt-get >/dev/null || die "please install $* with this system's own package manager, then run this again"
    if [ "$(id -u)" != 0 ]; then
        if command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
            as_root=(sudo)
        else
            die "please run as root: apt-get install --no-install-recommends $*   (then run this again)"
        fi
    fi
    say "installing Debian packages: $*"
    local log=$TOOLS/apt.log
    { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
    } >"$log" 2>&1 || { cat "$log"; die "apt-get could not install $*"; }
}

# version_is TOOL VERSION: the tool answers and names this very version.
version_is() { [[ "$("$1" --version 2>/dev/null)" =~ (^|[^0-9.])"${2//./\.}"($|[^0-9.]) ]]; }

# cargo_tool CRATE VERSION [INSTALL FLAGS]: prebuilt where cargo-binstall can have it, else from source without
# optimisation: these tools run for a second, and building them with their own profiles takes many minutes.
cargo_tool() {
    local crate=$1 version=$2; shift 2
    if command -v cargo-binstall >/dev/null; then
        say "fetching $crate $version, prebuilt"
        cargo binstall --no-confirm --disable-strategies compile --root "$TOOLS" "$crate@$version" && return
    fi
    say "building $crate $version from source (once, a few minutes)"
    ( cd "$TOOLS"
      unset CARGO_TARGET_DIR RUSTFLAGS
      CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
          RUSTUP_TOOLCHAIN="$TOOLCHAIN" cargo install --quiet --force --root "$TOOLS" "$@" "$crate@$version" )
}

need_rust() {
    command -v rustup >/dev/null || die "rustup is missing: install it, then run this again"
    command -v cc >/dev/null || debian_packages gcc libc6-dev
    TOOLCHAIN=$(awk -F'"' '/^channel/ { print $2 }' "$ROOT/rust-toolchain.toml")
    rustup run "$TOOLCHAIN" rustc --version >/dev/null 2>&1 ||
        rustup toolchain install "$TOOLCHAIN" --profile minimal -c rustfmt -c clippy
    [ -d "$(rustup run "$TOOLCHAIN" rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ] ||
        rustup target add --toolchain "$TOOLCHAIN" wasm32-unknown-unknown
}

need_build() {
    need_rust
    # Trunk builds offline (it must not look for tools of its own), so what Cargo.lock names has to be there before.
    ( cd "$ROOT" && cargo fetch --quiet --locked )
    version_is trunk "$TRUNK_VERSION" ||
        cargo_tool trunk "$TRUNK_VERSION" --locked --no-default-features
    version_is wasm-bindgen "$BINDGEN_VERSION" ||
        cargo_tool wasm-bindgen-cli "$BINDGEN_VERSION"
    need_node
}

need_node() {
    command -v node >/dev/null && command -v npm >/dev/null || debian_packages nodejs npm
    [ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 18')" = true ] ||
        die "Node.js 18 or newer is needed; this one is $(node --version)"
    if ! cmp -s "$ROOT/scripts/node/package-lock.json" "$TOOLS/package-lock.json" ||
        ! [ -f "$TOOLS/node_modules/.package-lock.json" ] || ! wasm-opt --version >/dev/null 2>&1; then
        say "installing wasm-opt and the browser driver by npm"
        cp "$ROOT"/scripts/node/package.json "$ROOT"/scripts/node/package-lock.json "$TOOLS/"
        npm ci --prefix "$TOOLS" --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null ||
            { rm -f "$TOOLS/package-lock.json"; die "npm could not install wasm-opt"; }
    fi
}

need_test() {
    need_build
    [ -n "${CHROMIUM:-}" ] || command -v chromium >/dev/null || command -v google-chrome >/dev/null ||
        debian_packages chromium fonts-liberation
}

mkdir -p "$TOOLS"
exec 8>"$TOOLS/.lock"
! command -v flock >/dev/null || flock 8
case "${1:-}" in
    rust) need_rust ;;
    build) need_build ;;
    test) need_test ;;
    *) die "usage: scripts/tools.sh rust|build|test" ;;
esac
