#!/usr/bin/env bash
# Runs the array job of docs/guide/src/machines.md on a Slurm cluster with one node. One task is requeued; another one is
# killed and submitted again. The merged counters must equal those of a campaign without shards.
#
#   sudo tests/cluster/slurm.sh target/release/murxla-rs
#
# Installs the packages slurm-wlm and munge (Debian, Ubuntu) if they are missing. Slurm writes only to a temporary folder
# and uses other ports than the default ones, so another Slurm on this machine is not affected.
set -euo pipefail

program=$(realpath "${1:?"usage: slurm.sh PROGRAM"}")
document=$(realpath "$(dirname "$0")/../../docs/guide/src/machines.md")
# With this number of runs, each task takes some seconds on two processors.
shards=4 runs=${RUNS:-24000}

say() { printf '== %3s s: %s\n' "$SECONDS" "$*"; }
fail() {
    say "FAILED: $*"
    tail -n 20 "$work"/*.log >&2 || true
    exit 1
}

# wait_for SECONDS WHAT COMMAND…
wait_for() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "$what"
        sleep 0.2
    done
}

if ! command -v slurmctld slurmd sbatch munged > /dev/null; then
    say "installing slurm-wlm and munge"
    apt-get update -qq
    # The daemons are started below, not by the packages.
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends slurm-wlm munge > /dev/null
fi

work=$(mktemp -d)
chmod 755 "$work"
daemons=()
clean_up() {
    for daemon in "${daemons[@]}"; do
        kill "$daemon" 2> /dev/null || true
    done
    for daemon in "${daemons[@]}"; do
        timeout 60 tail --pid="$daemon" -f /dev/null || kill -KILL "$daemon" || true
    done
    rm -rf "$work"
}
trap clean_up EXIT

say "a Slurm of one node in $work"
# Munge requires that no other user can write to its folder.
install -d -m 755 -o munge -g munge "$work/munge"
runuser -u munge -- dd if=/dev/urandom of="$work/munge/key" bs=128 count=1 status=none
runuser -u munge -- chmod 400 "$work/munge/key"
setpriv --reuid munge --regid munge --clear-groups munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
    --pid-file="$work/munge/pid" --seed-file="$work/munge/seed" --log-file="$work/munge/munged.log" 2> "$work/munged.err" &
daemons+=($!)

host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
mkdir "$work/state" "$work/spool"
cat > "$SLURM_CONF" << CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
KillWait=2
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
wait_for 10 "munged does not start" test -S "$work/munge/socket"
slurmctld -D 2> "$work/slurmctld.err" &
daemons+=($!)
slurmd -D 2> "$work/slurmd.err" &
daemons+=($!)
is_idle() { sinfo --noheader --format %T 2> /dev/null | grep -q '^idle'; }
wait_for 60 "the node does not come up" is_idle

say "the job file of the documentation, $shards shards of $runs runs"
cd "$work"
awk '/^```sbatch$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$document" > fuzz.sbatch
export PATH=$(dirname "$program"):$PATH SOLVER=toy SHARDS=$shards RUNS=$runs
options=(--parsable --cpus-per-task=1 --mem-per-cpu=0)
job=$(sbatch "${options[@]}" --array="0-$((shards - 1))" fuzz.sbatch)

# counted DIRECTORY NAME…: the values of these counters in a results directory.
counted() {
    python3 -c 'import json, sys
counters = json.load(open(sys.argv[1]))["counters"]
print(*[counters[name] for name in sys.argv[2:]])' "results/$1/campaign.json" "${@:2}"
}
runs_of() { counted "$1" runs 2> /dev/null || echo 0; }
has_runs() { [ "$(runs_of "$1")" -gt 0 ]; }
parts() { grep -c '"event":"started"' "results/$1/events.jsonl" || true; }

wait_for 60 "task 0 makes no runs" has_runs shard-0
say "requeue task 0, which has $(runs_of shard-0) runs"
scontrol requeue "${job}_0"
wait_for 60 "task 1 makes no runs" has_runs shard-1
killed=$(pgrep -f -- "murxla-rs .*--shard 1/$shards" | head -n 1)
say "kill -9 task 1, which has $(runs_of shard-1) runs"
kill -9 "$killed"

# Slurm starts a requeued task only after some minutes.
is_waiting() { scontrol show job "${job}_0" | grep -q JobState=PENDING; }
wait_for 60 "task 0 is not requeued" is_waiting
scontrol update JobId="${job}_0" StartTime=now
is_over() { ! squeue --noheader --jobs "$1" 2> /dev/null | grep -q .; }
wait_for 600 "the array does not end" is_over "$job"
[ "$(runs_of shard-1)" -lt $((runs / shards)) ] || fail "task 1 was not killed"
say "submit task 1 again, at $(runs_of shard-1) runs"
again=$(sbatch "${options[@]}" --array=1 fuzz.sbatch)
wait_for 600 "task 1 does not end" is_over "$again"

murxla-rs merge results/shard-* --out results/all
for shard in results/shard-*; do
    name=$(basename "$shard")
    say "$name: $(runs_of "$name") runs in $(parts "$name") parts"
    [ "$(runs_of "$name")" -eq $((runs / shards)) ] || fail "$name is not complete"
done
say "the same campaign without shards"
murxla-rs --solver toy --seed 1 --max-runs "$runs" --out results/whole --quiet
[ "$(runs_of all)" -eq "$runs" ] || fail "the merged runs are $(runs_of all)"
for name in calls sat unsat unknown; do
    [ "$(counted all $name)" -eq "$(counted whole $name)" ] || fail "$name: $(counted all $name), not $(counted whole $name)"
done
[ "$(parts shard-0)" -eq 2 ] && [ "$(parts shard-1)" -eq 2 ] || fail "a task was not restarted"
if grep -h '^error:\|^trouble' murxla-*.log; then fail "a task printed an error"; fi
say "passed"
