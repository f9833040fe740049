#!/usr/bin/env python3
"""Enumerates small formulas on releases of solvers, and makes a table: what was checked, and up to which size all agree.

    python3 benches/enumerate.py PROGRAM [--solvers z3,cvc5] [--theories bool,bv,array] [--seconds 60] [--write FILE] [-- ARGS]

Each row is a campaign with `--strategy enumerate` and the default options of the solver, for some CPU seconds on one job.
Theories that are joined with `+` are enumerated together: `bv+array`. ARGS are options of all campaigns, such as
`--known-defects`. The table is printed, and written to FILE as a document.
"""

import argparse
import datetime
import re
import sys
import tempfile
from pathlib import Path

import arguments
from cpu import campaign

WHOLE = re.compile(r"among them all with up to (\d+) operator")
VERSION = re.compile(r"^fuzzing (\S+), version (\S+), from", re.M)

# What the program says if the solver does not have a theory. The table has no row then.
LACKS = "does not include THEORY_"

HEAD = """# Small formulas that were checked

`--strategy enumerate` makes all formulas over small sorts, the smallest first. This table is made by

```console no-run: it takes {seconds:.0f} CPU seconds for each row
$ {command}
```

on {date}. A size is a number of operators. It is complete if all formulas with up to so many operators were checked, and no run ended
early, by a finding or a limit.

"""
COLUMNS = ["solver", "theories", "formulas", "per CPU second", "`unknown`", "complete size", "limits", "findings"]


def row(cells):
    return f"| {' | '.join(map(str, cells))} |\n"


def enumerate_formulas(args, rest, solver, theories, folder):
    out, log = Path(folder, "out"), Path(folder, "log")
    command = [args.program, "--solver", solver, "--strategy", "enumerate", "--theories", theories.replace("+", ",")]
    counters, spent = campaign([*command, "--no-fuzz-opts", "--jobs", "1", *rest], out, log, [args.seconds])
    text = log.read_text()
    whole, version = WHOLE.search(text), VERSION.search(text)
    checks = sum(counters[answer] for answer in ["sat", "unsat", "unknown"])
    findings = sum(1 for _ in out.glob("findings/*/finding.json"))
    return row(
        [
            f"{solver.split('@')[0]} {version.group(2)}" if version else solver,
            theories,
            f"{checks:,}",
            f"{checks / spent:,.0f}",
            f"{100 * counters['unknown'] / max(checks, 1):.1f} %",
            whole.group(1) if whole else "none",
            counters["timeouts"],
            findings,
        ]
    )


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("--solvers", default="z3,cvc5,bitwuzla")
    own.add_argument("--theories", default="bool,bv,array,bv+array")
    own.add_argument("--seconds", type=float, default=60)
    own.add_argument("--write", type=Path)
    args, rest = arguments.parsed(own)
    table = row(COLUMNS) + row(["---"] * len(COLUMNS))
    print(table, end="", flush=True)
    for solver in args.solvers.split(","):
        for theories in args.theories.split(","):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    made = enumerate_formulas(args, rest, solver, theories, folder)
                except SystemExit as error:
                    if LACKS not in str(error):
                        raise
                    continue
            print(made, end="", flush=True)
            table += made
    if args.write:
        shown = ["python3", "benches/enumerate.py", "target/release/murxla-rs", *sys.argv[2:]]
        head = HEAD.format(seconds=args.seconds, command=" ".join(shown), date=datetime.date.today())
        args.write.write_text(head + table)


if __name__ == "__main__":
    main()
