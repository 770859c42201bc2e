#!/usr/bin/env bash
# cargo mutants, on at most about N mutants, the same ones each time: mutants.sh N JOBS FOLDER
# Prints how many were caught, missed, ended by the time limit, and did not compile.
set -euo pipefail
cd "$(dirname "$0")/.."
number=$1 jobs=$2 folder=$3
tests=(--lib --test=rules --test=third_opinion --test=referee --test=transcripts --test=replay)
# Conversations with the real program are tests of the companion, and cargo mutants checks only the tests of
# the package that it changes before it changes anything.
cargo test --profile mutants -p dolmen -p dolmen-companion --features tune "${tests[@]}" >&2
shards=$((($(cargo mutants --list | wc -l) + number - 1) / number))
rm -rf "$folder/mutants.out"
status=0
# Mutants from all files. As arguments of cargo, the tests keep it from building all others for each mutant.
cargo mutants --output "$folder" --shard "0/$shards" --sharding round-robin --jobs "$jobs" --baseline skip \
    --timeout 120 "${tests[@]/#/--cargo-arg=}" >&2 || status=$?
# 2: some were missed; 3: some ran into the time limit.
if ((status != 0 && status != 2 && status != 3)); then exit "$status"; fi
for kind in caught missed timeout unviable; do echo "$kind $(wc -l <"$folder/mutants.out/$kind.txt")"; done
