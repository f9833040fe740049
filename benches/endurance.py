#!/usr/bin/env python3
"""Checks that a campaign of several hours uses bounded memory and disk space and leaves no processes.

    python3 benches/endurance.py target/release/murxla-rs --minutes 120 -- --solver cvc5 --cross-check z3 --jobs 2

Measures every ten seconds the resident memory of the parent and of the zygotes, the number of processes, and the size of
the results directory. Prints the measurements every ten minutes, and a summary when the campaign has ended.

The exit code is 1 unless all of this holds:
- the parent's memory stays within 10 %;
- the results directory has less than 100 MB;
- no process is left;
- the counters add up: each seed that was begun is either a counted run or listed as unfinished.

Memory is compared between tenths of the time. The first tenth is ignored, because caches fill during it. The medians are
compared, because temporary memory (traces that wait for oracles, a finding that is confirmed) changes within seconds and is
about a tenth of the whole. A leak shows in the medians. The minimum and the maximum of all measurements are printed, too.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path

import arguments

MARK = "MURXLA_ENDURANCE"
LOOK, SAY = 10, 600


def processes(mark):
    """The processes of the campaign, found by the mark in their environment: ids, with the ids of their parents."""
    found = {}
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                if fields[0] != "Z":
                    found[int(folder.name)] = int(fields[1])
        except OSError:
            pass  # The process has ended meanwhile.
    return found


def resident(pid):
    """Resident memory in kilobytes; None if the process has ended."""
    try:
        status = (Path("/proc") / str(pid) / "status").read_text()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), None)


def size(folder):
    """Bytes of all files in the folder."""
    files = (Path(at) / name for at, _, names in os.walk(folder) for name in names)
    return sum(file.stat().st_size for file in files if file.exists())


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("--minutes", type=float, default=120)
    own.add_argument("--out", help="a new results directory; default: a temporary one")
    args, rest = arguments.parsed(own)

    temporary = tempfile.TemporaryDirectory()
    out, mark, first = Path(args.out or Path(temporary.name) / "out"), uuid.uuid4().hex, 1
    command = [args.program, *rest, "--seed", str(first), "--max-time", str(60 * args.minutes), "--out", str(out)]
    log = Path(temporary.name) / "log"
    with log.open("w") as text:
        campaign = subprocess.Popen(command, stdout=text, stderr=text, env=os.environ | {MARK: mark})
    begun, looks, said = time.monotonic(), [], 0
    while campaign.poll() is None:
        time.sleep(LOOK)
        now = time.monotonic() - begun
        all_of_them = processes(mark)
        zygotes = [pid for pid, parent in all_of_them.items() if parent == campaign.pid]
        memory = resident(campaign.pid)
        if memory is not None and zygotes:
            most = max(resident(pid) or 0 for pid in zygotes)
            looks.append((now, memory, most, len(zygotes), len(all_of_them), size(out)))
        if looks and now - said >= SAY:
            said = now
            print("{:5.0f} s: parent {} kB, zygotes {} kB, {} zygotes, {} processes, {} bytes".format(*looks[-1]), flush=True)
    time.sleep(1)

    left = processes(mark)
    tenths = [[] for _ in range(10)]
    for look in looks:
        tenths[min(9, int(look[0] / (6 * args.minutes)))].append(look)
    late = [tenth for tenth in tenths[1:] if tenth]
    if not late:
        sys.exit(f"the campaign ended before a tenth of its {args.minutes} minutes: {log.read_text().strip()}")
    kept = json.loads((out / "campaign.json").read_text())
    counters, unfinished = kept["counters"], sum(part["count"] for part in kept["unfinished"])
    begun_seeds = kept["next_seed"] - first
    parent, zygote = ([look[n] for tenth in late for look in tenth] for n in (1, 2))
    medians = [statistics.median(look[1] for look in tenth) for tenth in late]
    print(log.read_text().strip().splitlines()[-1])
    print(f"parent: {min(medians):.0f} to {max(medians):.0f} kB (medians of tenths), {min(parent)} to {max(parent)} kB (all measurements)")
    print(f"zygotes: {min(zygote)} to {max(zygote)} kB")
    print(f"processes: at most {max(look[4] for look in looks)}; left: {len(left)}; directory: {size(out)} bytes")
    print(f"seeds begun: {begun_seeds}, runs counted: {counters['runs']}, unfinished: {unfinished}")
    wrong = [
        ("exit code", campaign.returncode not in (0, 1)),
        ("the parent's memory", max(medians) > 1.1 * min(medians)),
        ("the directory", size(out) > 100e6),
        ("processes left", bool(left)),
        ("counters", begun_seeds != counters["runs"] + unfinished),
    ]
    named = [name for name, is_wrong in wrong if is_wrong]
    print("wrong: " + ", ".join(named) if named else "all well")
    sys.exit(1 if named else 0)


if __name__ == "__main__":
    main()
