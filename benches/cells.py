#!/usr/bin/env python3
"""Checks whether campaigns reach every operator.

Runs one campaign for each theory of a solver, with the theories that its conversions need. Counts how often each
operator of the theory was applied, and how often it was live.

    python3 benches/cells.py target/release/murxla-rs cvc5 [--runs 5000] [--jobs 2] [--theories bv,fp] [--out DIR]
        [--time-limit 0.1]

Prints for each theory the operators with fewer than 20 applications or 5 live ones, and the findings. A call that the
solver rejects is a finding, too. A low time limit is enough, because the generated calls hardly depend on answers. The
results of each campaign are kept in DIR, in a folder with the name of its theory.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

APPLIED, LIVE = 20, 5


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def theories(program, solver):
    """The theories of the solver, each with the names of the theories that its campaign has."""
    described = dict(line.split(maxsplit=1) for line in lines(program, "show", "theories", "--solver", solver))
    words = {name: set(re.findall(r"\w+", text.split("; ", 1)[-1])) for name, text in described.items()}
    near = lambda a, b: a == b or b == "bool" or a in words[b] or b in words[a]
    return {name: [other for other in described if near(name, other)] for name in described}


def cell(args, theory, needed):
    ops = {}
    for line in lines(args.program, "show", "ops", "--solver", args.solver):
        name, of = line.split()[:2]
        ops.setdefault(of, set()).add(name)
    with tempfile.TemporaryDirectory() as gone:
        out = str(Path(args.out or gone, theory))
        command = [args.program, "--solver", args.solver, "--theories", ",".join(needed)]
        command += ["--max-runs", str(args.runs), "--jobs", str(args.jobs), "--seed", "1"]
        command += ["--no-fuzz-opts", "--stats", "--out", out, "--time-limit", str(args.time_limit)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
        stats = json.loads(Path(out, "stats.json").read_text())
        findings = [finding.name for finding in sorted(Path(out, "findings").glob("*")) if finding.is_dir()]
    applied, live = stats["ops"], stats["live_ops"]
    possible = ops.get(theory, set()) & set(stats["possible_ops"])
    rare = {op: (applied.get(op, 0), live.get(op, 0)) for op in sorted(possible)}
    rare = {op: counts for op, counts in rare.items() if counts[0] < APPLIED or counts[1] < LIVE}
    least = min((applied.get(op, 0) for op in possible), default=0)
    print(f"{args.solver} {theory}: {len(possible)} operators, least {least} times; timeouts {stats['timeouts']}")
    for op, (times, of_these_live) in rare.items():
        print(f"  rare: {op} {times}, live {of_these_live}")
    for finding in findings:
        print(f"  finding: {finding}")
    sys.stdout.flush()
    return bool(rare)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("solver")
    parser.add_argument("--runs", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=1)
    parser.add_argument("--out")
    parser.add_argument("--theories", type=lambda names: names.split(","))
    args = parser.parse_args()
    known = theories(args.program, args.solver)
    chosen = args.theories or known
    sys.exit(any([cell(args, theory, known[theory]) for theory in chosen]))


if __name__ == "__main__":
    main()
