#!/usr/bin/env bash
# One match as a job array: eight parts by GNU parallel, joined, against the same match in one run.
set -euo pipefail
engine=${1:-target/debug/pbrain-dolmen}
dolmen=${2:-target/debug/dolmen}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
options=(--engine "name=a,cmd=$engine,nodes=400" --engine "name=b,cmd=$engine,nodes=200"
    --games 48 --openings tests/data/openings/freestyle-15.txt)

"$dolmen" match "${options[@]}" --record "$work/whole.jsonl" > "$work/whole.txt"
parallel --will-cite --jobs 2 "$dolmen" match "$(printf '%q ' "${options[@]}")" \
    --shard {}/8 --record "$work/part{}.jsonl" '>' /dev/null ::: 1 2 3 4 5 6 7 8
"$dolmen" match merge "$work"/part*.jsonl > "$work/merged.txt"

# All but the last line, which tells the runner's own time and is not merged.
diff <(grep -v 'beside the engines' "$work/whole.txt") "$work/merged.txt"
echo "eight shards joined give the same result:"
cat "$work/merged.txt"
