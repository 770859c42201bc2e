#!/usr/bin/env bash
# Makes target/archives: for each system the engine, and its companion with manual pages and
# completions, each with documents, licences and a list of what is in it (SBOM, CycloneDX); the web page
# for any static host; the package for npm; and checksums. The same commit gives the same bytes, wherever it lies. On Debian,
# after packaging/tools.sh:
#     packaging/dist.sh [TARGET ..]      # the first must run here
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
    set -- x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu
fi
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C RUSTC=/usr/bin/rustc
built=target/dist out=target/archives
largest=5000000

export CARGO=/usr/bin/cargo PATH=$PWD/target/zig/bin:$PATH

# Without full optimisation: it is used once.
$CARGO install --quiet --locked --config profile.release.lto=false --config profile.release.opt-level=1 \
    --root target/tools cargo-cyclonedx@0.5.9

# The licences of what is linked beside the crates.
runtime_licences() {
    local library=(target/zig/lib/python3*/site-packages/ziglang/lib) files
    case $1 in
        *-musl) files=("$library/libc/musl/COPYRIGHT" "$library/libunwind/LICENSE.TXT") ;;
        *) files=(/usr/share/doc/mingw-w64-common/copyright /usr/share/doc/gcc-mingw-w64-base/copyright) ;;
    esac
    for file in /usr/lib/rustlib/src/rust/COPYRIGHT "${files[@]}"; do
        printf '\n## Of the standard libraries: %s\n\n```\n' "$(basename "$(dirname "$file")")"
        cat "$file"
        printf '```\n'
    done
}

# Of the package in a folder, for a target.
sbom() {
    target/tools/bin/cargo-cyclonedx cyclonedx --quiet --manifest-path companion/Cargo.toml --target "$2" --format json \
        --override-filename sbom.cdx --no-build-deps
    # The path of the source is not part of the result.
    sed "s|file://$PWD|file:///dolmen|g" "$1/sbom.cdx.json"
    rm companion/sbom.cdx.json records/sbom.cdx.json study/sbom.cdx.json sbom.cdx.json
}

# Packs a folder reproducibly: sorted, owned by root, with the time of the commit, readable for all whatever
# the umask was.
pack() {
    chmod -R u=rwX,go=rX "$1"
    find "$1" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    case $1 in
        *windows | *page) find "$1" -type f | sort | zip -X -9 --quiet "$1.zip" -@ ;;
        *) tar --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -c "$1" | xz -9 -T1 >"$1.tar.xz" ;;
    esac
}

make page
for target; do
    # One by one: together, the engine's libraries would get what only the companion asks of them.
    packaging/cargo.sh "$target" build --release -p dolmen --bins
    packaging/cargo.sh "$target" build --release -p dolmen-companion --bins --features page
done

rm -rf "$out"
mkdir -p "$out/pages/completions"
host=$built/$1/release/dolmen
for shell in bash zsh fish powershell; do
    "$host" completions "$shell" >"$out/pages/completions/dolmen.$shell"
done
"$host" man --dir "$out/pages/man"
# Of all crates for any of the systems.
packaging/licences.sh Cargo.toml "$@" >"$out/pages/pbrain-dolmen.md"
packaging/licences.sh companion/Cargo.toml "$@" >"$out/pages/dolmen.md"

# Packs a program of a package for a system, with more files.
archive() {
    program=$1 package=$2 target=$3
    shift 3
    case $target in *windows*) system=x86_64-windows exe=.exe ;; *) system=${target%%-*}-linux exe= ;; esac
    folder=$out/$program-$version-$system
    mkdir "$folder"
    cp "$built/$target/release/$program$exe" "$folder"
    packaging/documents.sh "$folder"
    # Nothing more in the archive of the engine.
    if [ $# != 0 ]; then cp -r "$@" "$folder"; fi
    runtime_licences "$target" | cat "$out/pages/$program.md" - >"$folder/THIRD-PARTY.md"
    sbom "$package" "$target" >"$folder/sbom.cdx.json"
    (cd "$out" && pack "${folder##*/}" && rm -r "${folder##*/}")
}

for target; do
    archive pbrain-dolmen . "$target"
    archive dolmen companion "$target" "$out/pages/completions" "$out/pages/man"
done

packaging/licences.sh web/engine/Cargo.toml wasm32-unknown-unknown >web/package/dist/THIRD-PARTY.md
chmod -R u=rwX,go=rX web/package/{dist,README.md,package.json}
(cd web && npm pack --silent -w dolmen-engine --pack-destination "../$out")
folder=$out/dolmen-$version-page
cp -r web/page/dist "$folder"
cp LICENSE-MIT LICENSE-APACHE web/package/dist/THIRD-PARTY.md "$folder"
(cd "$out" && pack "${folder##*/}" && rm -r "${folder##*/}")
rm -r "$out/pages"
cd "$out"
sha256sum -- * >SHA256SUMS
ls -l
too_large=$(find . -size +${largest}c)
if [ -n "$too_large" ]; then echo "more than $largest bytes: $too_large"; exit 1; fi
