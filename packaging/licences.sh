#!/usr/bin/env bash
# Writes the licences of all libraries in a package, as Markdown:
#     packaging/licences.sh MANIFEST TARGET .. >FILE
set -euo pipefail
cd "$(dirname "$0")/.."
manifest=$1
shift
export CARGO=${CARGO:-cargo}
# Without full optimisation: it is used once.
$CARGO install --quiet --locked --config profile.release.lto=false --config profile.release.opt-level=1 \
    --root target/tools cargo-about@0.9.3 --features cli >&2
# Those for other systems as well, which a build does not fetch.
$CARGO fetch --quiet --locked --manifest-path "$manifest" >&2
target/tools/bin/cargo-about about generate --frozen "${@/#/--target=}" -m "$manifest" about.hbs
