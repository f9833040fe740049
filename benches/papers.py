#!/usr/bin/env python3
"""Repeats measurements of papers with the strategies of this program.

    python3 benches/papers.py histfuzz PROGRAM CORPUS [--solver z3@4.8.14] [--entries 100] [--runs 100] [--seed 1]
    python3 benches/papers.py storm PROGRAM CORPUS [--solver z3@4.8.14] [--seeds 8] [--runs 100] [--seed 1] [-- ARGS]
    python3 benches/papers.py falcon PROGRAM [--solver z3] [--minutes 10] [--seed 1] [-- ARGS]

`histfuzz` is Table III of HistFuzz (ICSE 2023): what 100 seeds reach, and what each strategy reaches that makes about ten
mutants of each. Seeds are drawn from CORPUS, a folder that `corpus add` has made. A run makes a chain of mutants, so the
number of checks is printed. Options are not fuzzed. The paper counts lines of Z3 4.8.14: seeds 26.6 %, OpFuzz 27.5 %, STORM
27.4 %, HistFuzz 33.9 %. This counts blocks of the released library, so only differences between rows can be compared.

`storm` is RQ3 of STORM (ESEC/FSE 2020): how many iterations it takes until a bug shows, by the bounds on the number of
assertions and on the depth of formulas. CORPUS has the seed files from which runs are made, and the solver is a release that
has a known bug. Each campaign has another seed and at most `--runs` runs, each of one set of assertions, as in the paper. A bug
is a wrong answer; crashes do not count. A campaign makes all of its runs, and the number of the first one with the bug is
printed, or that none has it. Time has no effect on this number, unless a search reaches its limit.

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

# The bounds on the number of assertions and on the depth. One of them changes, the other one is that of the paper.
BOUNDS = [(most, 64) for most in (4, 8, 16, 32, 64)] + [(64, depth) for depth in (1, 4, 16, 32)]

# Kinds of findings that are wrong answers.
WRONG = ("wrong-unsat", "wrong-sat", "wrong-model", "contradiction", "disagreement")


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


def first_bug(out, first):
    """The number of the first run of a campaign with a wrong answer. Seeds are consecutive numbers."""
    findings = [json.loads(file.read_text()) for file in Path(out).glob("findings/*/finding.json")]
    seeds = [finding["seed"] for finding in findings if finding["kind"] in WRONG]
    return min(seeds) - first + 1 if seeds else None


def storm(args, rest):
    for number, (assertions, depth) in enumerate(BOUNDS):
        bounds = {"assertions": assertions, "depth": depth, "sets": 1}
        profile = Path(args.out, f"bounds-{number}.json")
        profile.write_text(json.dumps({"runs": {"storm": bounds}}))
        made = ["--strategy", "storm", "--corpus", args.corpus, "--no-fuzz-opts", "--profile", profile, "-m", args.runs]
        needed = []
        for campaign_number in range(args.seeds):
            first = args.seed + campaign_number * args.runs
            out = Path(args.out, f"{number}-{campaign_number}")
            done = call(args.program, "--solver", args.solver, *made, "--seed", first, "--quiet", "--out", out, *rest)
            if done.returncode not in (0, 1):
                sys.exit(done.stderr)
            needed.append(first_bug(out, first))
            shutil.rmtree(out)
        known = sorted(args.runs + 1 if runs is None else runs for runs in needed)
        median = known[len(known) // 2]
        shown = [f"not in {args.runs} runs" if runs is None else str(runs) for runs in needed]
        middle = f"median {median}" if median <= args.runs else f"median above {args.runs}"
        print(f"{assertions} assertions, depth {depth}: {middle} ({', '.join(shown)})", flush=True)


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
    bounds = of.add_parser("storm")
    bounds.add_argument("program")
    bounds.add_argument("corpus")
    bounds.add_argument("--solver", default="z3@4.8.14")
    bounds.add_argument("--seeds", type=int, default=8)
    bounds.add_argument("--runs", type=int, default=100)
    bounds.add_argument("--seed", type=int, default=1)
    options = of.add_parser("falcon")
    options.add_argument("program")
    options.add_argument("--solver", default="z3")
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--seed", type=int, default=1)
    args, rest = arguments.parsed(own)
    with tempfile.TemporaryDirectory() as args.out:
        {"histfuzz": histfuzz, "storm": storm, "falcon": falcon}[args.what](args, rest)


if __name__ == "__main__":
    main()
