#!/usr/bin/env bash
# Builds the engine for WebAssembly, with and without vector instructions: web/package/src/wasm.
# On Debian as root it installs what it needs.
#     wasm.sh [quick]     quick: for tests of the page, one module only, with vectors, less optimised
set -euo pipefail
quick=${1:-}
cd "$(dirname "$0")/../../.."
packaging/tools.sh web
# Not optimised: it runs for a second.
CARGO_PROFILE_DEV_OPT_LEVEL=0 CARGO_PROFILE_DEV_DEBUG=0 cargo build --locked -p dolmen-bindgen --target-dir target/web/tools
bindgen=target/web/tools/debug/dolmen-bindgen
export CARGO_TARGET_DIR=$PWD/target/web/wasm
out=web/package/src/wasm

build() { # NAME FEATURES [PACKAGE]
    local package=${3:-dolmen-web}
    FEATURES=$2 packaging/cargo.sh wasm32-unknown-unknown build --release -p "$package"
    "$bindgen" "$CARGO_TARGET_DIR/wasm32-unknown-unknown/release/${package//-/_}.wasm" "target/web/$1" dolmen
}
mkdir -p "$out"
if [ "$quick" = quick ]; then
    CARGO_TARGET_DIR+=-quick
    export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=2
    build quick +simd128
    cp target/web/quick/dolmen.{js,d.ts} "$out"
    # Chromium has vectors, so that the page takes the second one.
    cp target/web/quick/dolmen_bg.wasm "$out/dolmen.wasm"
    cp target/web/quick/dolmen_bg.wasm "$out/dolmen-simd.wasm"
    exit
fi
build plain ""
build simd +simd128
build vectors +simd128 dolmen-vectors

# Both speak to the same JavaScript.
cmp target/web/plain/dolmen.js target/web/simd/dolmen.js
cp target/web/plain/dolmen.js target/web/plain/dolmen.d.ts "$out"
cp target/web/plain/dolmen_bg.wasm "$out/dolmen.wasm"
cp target/web/simd/dolmen_bg.wasm "$out/dolmen-simd.wasm"
