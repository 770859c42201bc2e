#!/usr/bin/env bash
# Installs what some parts of `make nightly` need, into target/nightly/tools and, on Debian as root, the
# system: nightly/tools.sh [figrid|cargo|debian ..]. Without it those parts are not run, and the run says so.
# (The programs for other systems and the page: packaging/tools.sh.)
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/target/nightly/tools
if [ $# = 0 ]; then set -- figrid cargo debian; fi

# The opponent, in its strongest form; boards of 20x20 are another program.
figrid() {
    cargo install --locked figrid-board --version 1.2.0 --bin pbrain-figrid --features "embed-weights,codebook-eval$1" \
        --root "$tools$2" --target-dir "$tools/build"
}

for group; do
    case $group in
        figrid)
            figrid ,board20 /20
            mv "$tools/20/bin/pbrain-figrid" "$tools/pbrain-figrid-20" && rm -r "$tools/20"
            figrid "" ""
            mv "$tools/pbrain-figrid-20" "$tools/bin/" ;;
        cargo) cargo install --locked --root "$tools" --target-dir "$tools/build" cargo-fuzz@0.13.2 cargo-mutants@27.1.0 ;;
        debian)
            apt-get update
            DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
                slurm-wlm munge parallel qemu-user-static ;;
        *) echo "unknown: $group" >&2; exit 1 ;;
    esac
done
