#!/usr/bin/env bash
# The lines for Slurm in docs/matches.md and nets/README.md on a real Slurm: a controller and two workers, all
# on this machine. One task of each array is killed and requeued; what is joined in the end must be, byte
# for byte, what one machine makes. Needs root and Debian's slurm-wlm and munge. Stops all that it starts.
#
# usage: slurm.sh FOLDER
set -euo pipefail
mkdir -p "$1"
work=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
root=$PWD
export PATH=$root/target/release:$PATH SLURM_CONF=$work/slurm.conf
host=$(hostname -s)

started=()
stop() {
    scancel --user=root 2>/dev/null || true
    if [ ${#started[@]} -gt 0 ]; then kill "${started[@]}" 2>/dev/null || true; fi
}
trap stop EXIT

# Waits up to a minute for a command to succeed.
await() {
    for _ in $(seq 300); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.2
    done
    echo "no success within a minute: $*" >&2
    tail -n 20 "$work"/*.log >&2
    exit 1
}

start_slurm() {
    rm -rf "$work/state" "$work"/spool-* && mkdir -p "$work/state" "$work/munge"
    # A key and a socket of its own: a munge that runs here is left alone.
    chmod 700 "$work/munge"
    dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
    chmod 600 "$work/munge/key"
    munged --force --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" \
        --pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" &>"$work/munged.log" &
    started+=($!)
    await munge -S "$work/munge/socket" -n
    cat >"$SLURM_CONF" <<CONF
ClusterName=dolmen
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_interval=1,batch_sched_delay=0
ReturnToService=2
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool-%n
SlurmdPidFile=$work/slurmd-%n.pid
SlurmdLogFile=$work/slurmd-%n.log
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmctldPort=16817
NodeName=worker1 NodeHostname=$host NodeAddr=127.0.0.1 Port=16821 CPUs=1
NodeName=worker2 NodeHostname=$host NodeAddr=127.0.0.1 Port=16822 CPUs=1
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
    mkdir -p "$work/spool-worker1" "$work/spool-worker2"
    slurmctld -D -c &>"$work/slurmctld-out.log" &
    started+=($!)
    for worker in worker1 worker2; do
        slurmd -D -N "$worker" &>"$work/$worker-out.log" &
        started+=($!)
    done
    await test_workers
    echo "Slurm $(slurmctld -V) runs, with the workers $(sinfo -h -o %N)"
}

test_workers() {
    [ "$(sinfo -h -N -t idle | wc -l)" = 2 ]
}

is_over() {
    [ -z "$(squeue -h -j "$1" 2>/dev/null)" ]
}

# Whether the given file of the first task has something in it.
has_begun() {
    [ -s "$1" ]
}

# Submits an array by a line that begins with sbatch, kills its first task in the middle and requeues it.
# FILE is what that task writes.
run_array() {
    local file=$1 line=$2 job before
    job=$(eval "sbatch --parsable --output='$work/job-%A-%a.log' ${line#sbatch }")
    await has_begun "$file"
    scontrol requeue "${job}_1"
    before=$(stat -c %s "$file")
    # Slurm would wait two minutes.
    await scontrol update "JobId=${job}_1" StartTime=now
    for _ in $(seq 10); do
        if await_end "$job"; then break; fi
    done
    is_over "$job" || { squeue; exit 1; }
    if [ "$before" -ge "$(stat -c %s "$file")" ]; then
        echo "task 1 of array $job had ended before it was requeued: no test" >&2
        exit 1
    fi
    echo "array $job: task 1 was killed with $before of $(stat -c %s "$file") bytes written, and requeued"
    for log in "$work/job-$job"-*.log; do
        if grep -iE 'error|panicked' "$log" | grep -v 'REQUEUE\|CANCELLED'; then echo "see $log"; exit 1; fi
    done
}

await_end() {
    for _ in $(seq 300); do
        if is_over "$1"; then return 0; fi
        sleep 0.2
    done
    return 1
}

start_slurm
cd "$work"
rm -f part*.jsonl part*.bin part*.bin.json games.bin games.bin.json whole.*

# docs/matches.md
count=64
options="--engine name=a,cmd=pbrain-dolmen,nodes=1000 --engine name=b,cmd=pbrain-dolmen,nodes=600
    --games $count --openings $root/tests/data/openings/freestyle-15.txt"
options=${options//$'\n'/ }
line=$(grep '^sbatch .* match ' "$root/docs/matches.md")
run_array part1.jsonl "${line/OPTIONS/$options}"
# shellcheck disable=SC2086 # words
dolmen match $options --record whole.jsonl >whole.txt
dolmen match merge part*.jsonl >merged.txt
# All but the last line, which tells the runner's own time and is not merged.
diff <(grep -v 'beside the engines' whole.txt) merged.txt
# The games themselves, without their times.
games() { python3 -c '
import json, sys
games = [json.loads(line) for path in sys.argv[1:] for line in open(path)]
for game in sorted((game for game in games if "index" in game), key=lambda game: game["index"]):
    for move in game["moves"]: del move["ms"]
    print(json.dumps(game, sort_keys=True))' "$@"; }
games whole.jsonl >whole.games
games part*.jsonl >parts.games
cmp whole.games parts.games
found=$(wc -l <parts.games)
if [ "$found" != "$count" ]; then echo "expected $count games, found $found" >&2; exit 1; fi
echo "match: $count games, the same as on one machine"

# nets/README.md
line=$(grep '^sbatch .* datagen ' "$root/nets/README.md")
run_array part1.bin "${line/--games 10000/--games 100}"
dolmen datagen whole.bin --games 100
dolmen datagen merge games.bin part?.bin
cmp games.bin whole.bin
echo "datagen: $(stat -c %s games.bin) bytes, the same as on one machine"
