#!/usr/bin/env bash
# The engine with itself under every rule, on every size, at 50 ms a move and at 2 s a game, without
# tolerance: no game may end by a fault. Goes on where it was interrupted. 10,080 games unless told.
#
# usage: all_games.sh FOLDER [GAMES [CONCURRENCY]]     GAMES of each rule, size and clock, 56 unless told
# RULES, SIZES and CLOCKS in the environment choose some of them.
set -euo pipefail
folder=$1 games=${2:-56} concurrency=${3:-1}
programs=$(cd "$(dirname "$0")/../../../target/release" && pwd)
mkdir -p "$folder"
# A record goes on only with the programs that began it.
built=$(cd "$programs" && sha256sum dolmen pbrain-dolmen)
if compgen -G "$folder/*.jsonl" >/dev/null && [ "$built" != "$(cat "$folder/SHA256SUMS" 2>/dev/null)" ]; then
    echo "expected $folder to be empty or of the programs in $programs, found records of others" >&2
    exit 1
fi
echo "$built" >"$folder/SHA256SUMS"
# Two to four stones near the middle, as offsets, which fit every size.
awk 'BEGIN { srand(21); for (n = 0; n < 500; n++) {
    split("", seen); line = ""; count = 2 + n % 3
    for (i = 0; i < count;) {
        x = int(5 * rand()) - 2; y = int(5 * rand()) - 2
        if (!((x, y) in seen)) { seen[x, y] = 1; line = line (i++ ? ", " : "") x "," y }
    }
    print line } }' >"$folder/openings.txt"
for clock in ${CLOCKS:-/0.05 2}; do
    for rule in ${RULES:-freestyle standard renju caro caro-overline}; do
        for size in ${SIZES:-$(seq 5 22)}; do
            name=$folder/$rule-$size-${clock#/}
            "$programs/dolmen" match --each "tc=$clock" --tolerance 0 --rule "$rule" --size "$size" \
                --engine "name=one,cmd=$programs/pbrain-dolmen" --engine "name=two,cmd=$programs/pbrain-dolmen" \
                --openings "$folder/openings.txt" --games "$games" --concurrency "$concurrency" \
                --record "$name.jsonl" --resume >"$name.txt"
            echo "$(basename "$name"): $(head -n 1 "$name.txt"), $(grep '^endings' "$name.txt")"
        done
    done
done
if grep -A 30 'lost by a fault' "$folder"/*.txt; then
    echo "games were lost by a fault"
    exit 1
fi
echo "no game was lost by a fault"
