#!/usr/bin/env python3
"""Repeats measurements of papers with the strategies of this program.

    python3 benches/papers.py histfuzz PROGRAM CORPUS [--solver z3@4.8.14] [--entries 100] [--runs 100] [--seed 1]
    python3 benches/papers.py falcon PROGRAM [--solver z3] [--minutes 10] [--seed 1] [-- ARGS]

`histfuzz` is Table III of HistFuzz (ICSE 2023): what 100 seeds reach, and what each strategy reaches that makes about ten
mutants of each. Seeds are drawn from CORPUS, a folder that `corpus add` has made. A run makes a chain of mutants, so the
number of checks is printed. Options are not fuzzed. The paper counts lines of Z3 4.8.14: seeds 26.6 %, OpFuzz 27.5 %, STORM
27.4 %, HistFuzz 33.9 %. This counts blocks of the released library, so only differences between rows can be compared.

`falcon` is Table 5 of Falcon (ISSTA 2021): options with and without what is learned about them, with and without repeated
instances and searches, for the same CPU time. It prints blocks, findings, and the findings that need two instances or settings
to show: contradictions.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from pathlib import Path

import arguments
from coverage import total
from cpu import call, campaign, counters_of

VARIANTS = {
    "default": [],
    "no repeated instances": ["--repeat-options", "0"],
    "no table": ["--correlations", "none"],
    "searches in 20 % of the runs": ["--search-options", "20"],
    "no options": ["--no-fuzz-opts"],
}


def kinds(out):
    """The kinds of the findings of a campaign."""
    files = Path(out).glob("findings/*/finding.json")
    return sorted(json.loads(file.read_text())["kind"] for file in files)


def histfuzz(args, _):
    entries = sorted(Path(args.corpus).glob("*.trace"))
    drawn = random.Random(args.seed).sample(entries, min(args.entries, len(entries)))
    seeds = Path(args.out, "seeds")
    seeds.mkdir()
    for entry in drawn:
        shutil.copy(entry, seeds)
    replayed = Path(args.out, "replayed")
    limits = ["--lenient", "--time-limit", "10"]
    for entry in drawn:
        call(args.program, "replay", entry, "--solver", args.solver, *limits, "--coverage", "--out", replayed)
    print(f"{len(drawn)} seeds: {total(args.program, replayed)}", flush=True)
    for strategy in ["opfuzz", "typefuzz", "storm", "fusion", "history"]:
        out = Path(args.out, strategy)
        # What a seed reaches counts for each strategy, as in the paper.
        shutil.copytree(replayed, out)
        made = ["--strategy", strategy, "--corpus", seeds, "--no-fuzz-opts", "--seed", args.seed, "-m", args.runs]
        done = call(args.program, "--solver", args.solver, *made, "-t", "10", "--quiet", "--coverage", "--out", out)
        if done.returncode not in (0, 1):
            sys.exit(done.stderr)
        counters = counters_of(out)
        checks = sum(counters[answer] for answer in ["sat", "unsat", "unknown"])
        print(f"{strategy:8}: {total(args.program, out)}; {counters['runs']} runs, {checks:,} checks", flush=True)


def falcon(args, rest):
    for name, more in VARIANTS.items():
        out = Path(args.out, name.replace(" ", "-"))
        command = [args.program, "--solver", args.solver, "--seed", args.seed, *more, *rest, "--quiet", "--coverage"]
        counters, spent = campaign(command, out, Path(args.out, "log"), [60 * args.minutes])
        found = kinds(out)
        contradictions = sum(kind in ("contradiction", "disagreement") for kind in found)
        print(
            f"{name}: {spent:.0f} CPU s, {counters['runs']:,} runs, {total(args.program, out)}; "
            f"{len(found)} findings, {contradictions} contradictions",
            flush=True,
        )


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    of = own.add_subparsers(dest="what", required=True)
    table = of.add_parser("histfuzz")
    table.add_argument("program")
    table.add_argument("corpus")
    table.add_argument("--solver", default="z3@4.8.14")
    table.add_argument("--entries", type=int, default=100)
    table.add_argument("--runs", type=int, default=100)
    table.add_argument("--seed", type=int, default=1)
    options = of.add_parser("falcon")
    options.add_argument("program")
    options.add_argument("--solver", default="z3")
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=1)
    args, rest = arguments.parsed(own)
    with tempfile.TemporaryDirectory() as args.out:
        {"histfuzz": histfuzz, "falcon": falcon}[args.what](args, rest)


if __name__ == "__main__":
    main()
