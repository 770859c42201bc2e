#!/usr/bin/env bash
# Does `cargo install` work from what `cargo package` packs? Installs both programs from the unpacked
# crates, as they would come from a registry, and asks each for its version.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo=${CARGO:-cargo}
largest=$((10 << 20))
# Elsewhere, where no workspace is around it.
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
rm -f target/package/dolmen*.crate # of other versions
$cargo package --workspace --no-verify --allow-dirty --target-dir target
for crate in target/package/dolmen*.crate; do
    # crates.io takes no more.
    size=$(stat -c %s "$crate")
    if ((size > largest)); then echo "$crate: expected at most $largest bytes, found $size" >&2; exit 1; fi
    tar -C "$work" -xzf "$crate"
done
# What the registry would find.
config=()
for name in dolmen dolmen-records dolmen-study; do
    config+=(--config "patch.crates-io.$name.path='$(echo "$work/$name"-[0-9]*)'")
done
for name in dolmen dolmen-companion; do
    (cd "$work" && $cargo install "${config[@]}" --debug --root "$work/root" --path "$(echo "$work/$name"-[0-9]*)")
done
"$work/root/bin/pbrain-dolmen" --version
"$work/root/bin/dolmen" --version
