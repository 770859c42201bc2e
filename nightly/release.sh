#!/usr/bin/env bash
# Builds the engine of the last release, named in nightly/last-release, unless that is done:
# target/nightly/release/pbrain-dolmen
set -euo pipefail
cd "$(dirname "$0")/.."
read -r version commit <nightly/last-release
out=$PWD/target/nightly/release
if [ "$(cat "$out/commit" 2>/dev/null)" = "$commit" ]; then exit; fi
rm -rf "$out"
mkdir -p "$out/source"
git archive "$commit" | tar -x -C "$out/source"
(cd "$out/source" && cargo build --release --locked --bin pbrain-dolmen --target-dir "$out/build")
cp "$out/build/release/pbrain-dolmen" "$out/"
rm -r "$out/source" "$out/build"
echo "$commit" >"$out/commit"
echo "built version $version, commit $commit" >&2
