#!/usr/bin/env python3
"""Enumerates small formulas on releases of solvers, and prints a table: what was checked, and up to which size all agree.

    python3 benches/enumerate.py PROGRAM [--solvers z3,cvc5] [--theories bool,bv,array] [--seconds 60] [-- ARGS]

Each row is a campaign with `--strategy enumerate` and the default options of the solver, for some CPU seconds on one job.
Theories that are joined with `+` are enumerated together: `bv+array`. ARGS are options of all campaigns, such as
`--known-defects`.
"""

import argparse
import json
import re
import tempfile
from pathlib import Path

import arguments
from cpu import campaign

SIZES = re.compile(r"(\d+) in the seeds (\d+) to (\d+)")


def enumerate_formulas(args, rest, solver, theories, folder):
    out, log = Path(folder, "out"), Path(folder, "log")
    command = [args.program, "--solver", solver, "--strategy", "enumerate", "--theories", theories.replace("+", ",")]
    counters, spent = campaign([*command, "--no-fuzz-opts", "--jobs", "1", *rest], out, log, [args.seconds])
    reached = json.loads((out / "campaign.json").read_text())
    first_open = min([reached["next_seed"], *(stretch["first"] for stretch in reached["unfinished"])])
    ends = {int(size): int(end) for size, _, end in SIZES.findall(log.read_text())}
    whole = max((size for size, end in ends.items() if end < first_open), default=0)
    checks = sum(counters[answer] for answer in ["sat", "unsat", "unknown"])
    findings = sum(1 for _ in out.glob("findings/*/finding.json"))
    cells = [
        solver,
        theories,
        f"{checks:,}",
        f"{checks / spent:,.0f}",
        f"{100 * counters['unknown'] / max(checks, 1):.1f} %",
        whole,
        counters["timeouts"],
        findings,
    ]
    print("|", " | ".join(map(str, cells)), "|", flush=True)


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("--solvers", default="z3,cvc5,bitwuzla")
    own.add_argument("--theories", default="bool,bv,array,bv+array")
    own.add_argument("--seconds", type=float, default=60)
    args, rest = arguments.parsed(own)
    print("| solver | theories | formulas | per CPU second | `unknown` | all with so many operators | limits | findings |")
    print("|---|---|---|---|---|---|---|---|")
    for solver in args.solvers.split(","):
        for theories in args.theories.split(","):
            with tempfile.TemporaryDirectory() as folder:
                enumerate_formulas(args, rest, solver, theories, folder)


if __name__ == "__main__":
    main()
