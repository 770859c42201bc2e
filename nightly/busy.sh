#!/usr/bin/env bash
# Runs a command beside busy processes, one for each core: busy.sh COMMAND ..
set -euo pipefail
for ((i = 0; i < $(nproc); i++)); do
    (while :; do :; done) &
    busy+=($!)
done
trap 'kill "${busy[@]}"' EXIT
"$@"
