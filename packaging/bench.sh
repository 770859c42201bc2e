#!/usr/bin/env bash
# Does a build play as the source says? Compares its bench with SIGNATURE:
#     packaging/bench.sh [EMULATOR] PROGRAM
set -euo pipefail
said=$(sed -n 's/.*SIGNATURE: u64 = \([0-9_]*\);/\1/p' "$(dirname "$0")/../src/tools/bench.rs" | tr -d _)
answer=$("$@" bench 2>/dev/null)
printf '%s:\n%s\n' "$*" "$answer"
grep -q "^Bench: $said\$" <<<"$answer" || { echo "expected Bench: $said"; exit 1; }
