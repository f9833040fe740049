#!/usr/bin/env python3
"""Measures the CPU time of runs that are as long as those of the C++ murxla and have as many checks.

    python3 benches/murxla.py target/release/murxla-rs SOLVER... [--time 60] [--own] [--options] [--jobs N] [-- ARGUMENTS]

Runs of murxla-rs check more often than those of murxla, in scenarios and in extension actions. Both are turned off here,
and assertions are more likely than checks. With --own the extension actions stay; with --options the solver's options are
fuzzed.

Prints for each solver the calls and checks of a run, its CPU time, the calls per CPU second of all processes, and the ratio
to murxla. The figures of murxla below are from separate campaigns of 60 s with a limit of 1 s per run, on one core. So the
ratio is only an estimate: docs/performance.md has figures of paired campaigns and their settings. Murxla's runs have 55 to
110 calls in the median and 75 to 160 in the mean. The ratio is that of the CPU times of a run, because it assumes that both
programs' runs have the same number of calls.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import arguments

# The number of checks in a run of murxla, and the CPU time of a run in milliseconds.
ORIGINAL = {"cvc5": (1.41, 47.8), "boolector": (1.39, 11.7), "bitwuzla": (2.57, 13.0), "yices": (1.52, 6.2)}
# The scenarios of the machine. They are turned off.
SCENARIOS = {"again", "assume", "assumptions", "core", "levels", "read-model", "refill"}
# Checks are less likely and assertions more likely. Murxla checks more often with Bitwuzla than with others.
RARELY = {"check-sat": 1, "check-sat-assuming": 1, "assert-formula": 250, "plant": 250}
OFTEN = {"check-sat": 2, "check-sat-assuming": 1}


def profile(program, solver, own):
    """Weights for runs like those of murxla."""
    table = subprocess.run([program, "show", "fsm", "--solver", solver], check=True, capture_output=True, text=True).stdout
    edges = {line.split()[0] for line in table.splitlines() if line.startswith(" ")}
    prefix = {"boolector": "btor-"}.get(solver, solver + "-")
    left_out = SCENARIOS & edges | {edge for edge in edges if edge.startswith(prefix) and not own}
    checks = OFTEN if ORIGINAL.get(solver, (0, 0))[0] > 2 else RARELY
    return {"weights": {edge: 0 for edge in left_out} | checks}


def measure(args, solver):
    name = solver.split("@")[0].split("=")[0]
    with tempfile.TemporaryDirectory() as folder:
        weights, out = Path(folder) / "weights.json", Path(folder) / "out"
        weights.write_text(json.dumps(profile(args.program, name, args.own)))
        command = [args.program, "--solver", solver, "--seed", "1", "--max-time", args.time, "--jobs", args.jobs]
        command += [] if args.options else ["--no-fuzz-opts"]
        command += ["--profile", weights, "--out", out, *args.rest]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if ended.returncode not in (0, 1):
            sys.exit(f"{solver}: exit {ended.returncode}")
        counters = json.loads((out / "campaign.json").read_text())["counters"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    runs, calls = counters["runs"], counters["calls"]
    checks = sum(counters[answer] for answer in ("sat", "unsat", "unknown"))
    took = 1000 * cpu / runs
    line = f"{solver}: {runs} runs, {calls / runs:.0f} calls and {checks / runs:.2f} checks per run, {took:.2f} ms, "
    line += f"{calls / cpu:.0f} calls per CPU second"
    if name in ORIGINAL:
        its_checks, its = ORIGINAL[name]
        line += f"; the original: {its_checks} checks, {its} ms: {its / took:.2f} times as many calls"
    print(line, flush=True)


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("solvers", nargs="+", metavar="SOLVER")
    own.add_argument("--time", default="60", help="seconds for each solver")
    own.add_argument("--jobs", default="1")
    own.add_argument("--options", action="store_true", help="fuzz options, as the original does by default")
    own.add_argument("--own", action="store_true", help="keep the actions of one solver")
    args, args.rest = arguments.parsed(own)
    for solver in args.solvers:
        measure(args, solver)


if __name__ == "__main__":
    main()
