#!/usr/bin/env bash
# Compares the speed of builds: runs the bench of each in turns, and prints the most positions that
# each reached in a second of CPU time, start included. Load matters less so:
#     packaging/speed.sh ROUNDS PROGRAM ..
set -euo pipefail
export LC_ALL=C # a point in numbers, for awk
rounds=$1
shift
declare -A best
output=$(mktemp)
trap 'rm "$output"' EXIT
TIMEFORMAT='%U %S'
for ((round = 0; round < rounds; round++)); do
    for program; do
        seconds=$({ time "$program" bench >"$output" 2>/dev/null; } 2>&1)
        nodes=$(sed -n 's/^\([0-9]*\) nodes.*/\1/p' "$output")
        rate=$(awk -v nodes="$nodes" '{ printf "%d", nodes / ($1 + $2) }' <<<"$seconds")
        if ((rate > ${best[$program]:-0})); then best[$program]=$rate; fi
    done
done
for program; do printf '%9d positions/s  %s\n' "${best[$program]}" "$program"; done
