#!/usr/bin/env bash
# Builds the engine for WebAssembly, without and with vector instructions, and with threads:
# web/package/src/wasm.
# On Debian as root it installs what it needs.
#     wasm.sh [quick]     quick: for tests of the page, without the first one, less optimised
set -euo pipefail
quick=${1:-}
cd "$(dirname "$0")/../../.."
packaging/tools.sh web
# Not optimised: it runs for a second.
CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 cargo build --locked -p dolmen-bindgen --target-dir target/web/tools
bindgen=target/web/tools/debug/dolmen-bindgen
out=web/package/src/wasm
profile=release

build() { # NAME FEATURES [PACKAGE]
    local package=${3:-dolmen-web}
    FEATURES=$2 packaging/cargo.sh wasm32-unknown-unknown build --profile "$profile" -p "$package"
    "$bindgen" "target/dist/wasm32-unknown-unknown/$profile/${package//-/_}.wasm" "target/web/$1" dolmen
}
build_threads() {
    build threads +simd128,+atomics,+bulk-memory,+mutable-globals
}
# All modules speak to the JavaScript of the one with threads, which knows more than the others ask for.
finish() {
    cp target/web/threads/dolmen.{js,d.ts} "$out"
    cp target/web/threads/dolmen_bg.wasm "$out/dolmen-threads.wasm"
}
# Nothing of another build.
rm -rf "$out"
mkdir -p "$out"
if [ "$quick" = quick ]; then
    profile=quick
    build quick +simd128
    build_threads
    # Chromium has vectors, so that the page takes the second one.
    cp target/web/quick/dolmen_bg.wasm "$out/dolmen.wasm"
    cp target/web/quick/dolmen_bg.wasm "$out/dolmen-simd.wasm"
    finish
    exit
fi
build plain ""
build simd +simd128
build_threads
build vectors +simd128 dolmen-vectors

cp target/web/plain/dolmen_bg.wasm "$out/dolmen.wasm"
cp target/web/simd/dolmen_bg.wasm "$out/dolmen-simd.wasm"
finish
