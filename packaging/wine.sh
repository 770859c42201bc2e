#!/usr/bin/env bash
# Builds the programs for Windows, and tests them under wine:
#     packaging/wine.sh
# On Debian, after packaging/tools.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/cargo.sh x86_64-pc-windows-gnu build --release -p dolmen --bins
packaging/cargo.sh x86_64-pc-windows-gnu build --release -p dolmen-companion --bins

export DOLMEN_WINE=$PWD/packaging/wine-run
export DOLMEN_WINDOWS=$PWD/target/dist/x86_64-pc-windows-gnu/release
work=$PWD/target/wine
mkdir -p "$work"
if [ ! -e "$work/prefix/system.reg" ]; then "$DOLMEN_WINE" wineboot --init; fi
# wine 8 lacks this library, which is part of Windows: one function, random bytes.
printf '%s\n' '#include <windows.h>' 'BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);' \
    '__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count)' \
    '{ return SystemFunction036(bytes, (ULONG)count); }' |
    x86_64-w64-mingw32-gcc -shared -O2 -s -x c - -ladvapi32 \
        -o "$work/prefix/drive_c/windows/system32/bcryptprimitives.dll"
# As a program of this system, for tests that know of no other.
printf '#!/bin/sh\nexec "%s" "%s/pbrain-dolmen.exe" "$@"\n' "$DOLMEN_WINE" "$DOLMEN_WINDOWS" >"$work/pbrain-dolmen"
chmod +x "$work/pbrain-dolmen"
# While one program runs, wine need not start anew for each.
"$DOLMEN_WINE" "$DOLMEN_WINDOWS/pbrain-dolmen.exe" < <(exec sleep 3600) >/dev/null &
trap 'kill $!' EXIT

packaging/bench.sh "$work/pbrain-dolmen"
cargo=${CARGO:-cargo}
# A match plays the engine of this system as well.
$cargo build -p dolmen --bins
export DOLMEN_ENGINE=$work/pbrain-dolmen
$cargo test -p dolmen-companion --test transcripts --test judge
# Others there are about what wine does otherwise than Windows.
$cargo test -p dolmen-companion --test environment -- stalls closed waits
JUDGE_GAMES=10 $cargo test -p dolmen-companion --test judge -- --ignored hundred --nocapture
unset DOLMEN_ENGINE
$cargo test -p dolmen-companion --test wine -- --ignored --test-threads 1
