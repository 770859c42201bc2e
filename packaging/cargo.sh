#!/usr/bin/env bash
# Cargo for another target, with Debian's compiler and the standard library built from its source:
#     packaging/cargo.sh TARGET COMMAND [ARGUMENTS]
# The same source gives the same bytes, wherever it lies. packaging/tools.sh installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$1 command=$2
shift 2
root=$PWD
# Where the other scripts look for what is built.
export CARGO_TARGET_DIR=$root/target/dist

flags=(--remap-path-prefix="$root=." --remap-path-prefix="$CARGO_TARGET_DIR=target"
       --remap-path-prefix="${CARGO_HOME:-$HOME/.cargo}=cargo")
case $target in
    # Zig brings musl, its start files and an unwinder; rustc would look for its own.
    *-musl) linker=$root/packaging/zig-$target flags+=(-C link-self-contained=no) ;;
    # The search needs more stack than the usual megabyte; FEATURES are those of WebAssembly, like
    # +simd128.
    wasm32-*)
        linker=wasm-ld-22
        flags+=(-C link-arg=-zstack-size=4194304 -C "target-feature=${FEATURES:-}")
        # Threads are workers on one memory, which the page brings: web/package/src/threads.ts says its
        # sizes too. The names are what wasm-bindgen needs to give each thread its own variables.
        if [[ ${FEATURES:-} == *+atomics* ]]; then
            for argument in --shared-memory --import-memory --initial-memory=16777216 \
                --max-memory=1073741824 --export=__wasm_init_tls --export=__tls_size --export=__tls_align \
                --export=__tls_base; do
                flags+=(-C link-arg="$argument")
            done
        fi ;;
    # The linker writes the time into the file unless told not to.
    *-windows-gnu) linker=x86_64-w64-mingw32-gcc flags+=(-C link-arg=-Wl,--no-insert-timestamp) ;;
esac
# C in the libraries of the tests.
case $target in *-musl) export "CC_${target//-/_}=$linker" ;; esac
variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
export "${variable}_LINKER=$linker" CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static
CARGO_ENCODED_RUSTFLAGS=$(IFS=$'\x1f'; echo "${flags[*]}")
# Building the standard library is not stable: RUSTC_BOOTSTRAP allows it.
export CARGO_ENCODED_RUSTFLAGS RUSTC_BOOTSTRAP=1 RUSTC=/usr/bin/rustc
export CARGO_PROFILE_RELEASE_STRIP=symbols
std=std,panic_unwind
# In WebAssembly a panic ends the module; wasm-bindgen reads the names and removes them.
case $target in
    wasm32-*)
        std=std,panic_abort
        export CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_STRIP=none ;;
esac
if [ "$command" = test ]; then std+=,test; fi
exec /usr/bin/cargo "$command" --locked --target "$target" -Z "build-std=$std" "$@"
