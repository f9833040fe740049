#!/usr/bin/env python3
"""Measures how many blocks of a solver's libraries are reached, by campaigns or by files, and what measuring costs.

    python3 benches/coverage.py campaigns PROGRAM [--minutes 10] [--seeds 1,1000001,2000001] [--out DIR] -- ARGS
    python3 benches/coverage.py files PROGRAM SOLVER PATH... [--out DIR] [--time-limit 10]
    python3 benches/coverage.py cost PROGRAM [--after DIR] [--runs 1000] [--rounds 3] -- ARGS

`campaigns` runs `PROGRAM ARGS --coverage` once for each seed. A campaign ends after so many minutes of CPU time of all its
processes, so other load on the machine hardly matters. Campaigns whose results are in DIR already are not run again. A
campaign uses consecutive seeds, so the first ones are far apart.

`files` imports scripts and replays traces, those in folders included, and counts what all of them reach together. It prints
how many of them the solver did not accept.

`cost` makes the same runs without coverage, with functions and with blocks in turn, and prints calls per CPU second. With
`--after DIR` the runs continue the campaign in DIR, which `campaigns` has made; DIR stays as it is.

The first two print a line per campaign, and the blocks that all campaigns reach together:

    seed 1: 600 CPU s, 12,345 runs, 1,234,567 calls, 7 findings, blocks 190,190 of 891,817 (21.3 %)
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import arguments
from cpu import campaign, counters_of


def blocks(text):
    """The last count in the output of the program."""
    counts = [line.split("blocks ", 1)[1].split(")")[0] + ")" for line in text.splitlines() if "blocks " in line]
    return "blocks " + counts[-1] if counts else "no blocks"


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def total(program, folder):
    libraries = run(program, "coverage", str(folder), "--by", "library").stdout.strip()
    return libraries.replace("\n", "\n  ")


def campaigns(args, rest):
    folders = []
    for seed in args.seeds.split(","):
        out = Path(args.out, f"seed-{seed}")
        folders.append(out)
        log = Path(args.out, f"seed-{seed}.txt")
        if not log.exists():
            command = [args.program, *rest, "--coverage", "--seed", seed]
            part = log.with_suffix(".part")
            part.unlink(missing_ok=True)
            _, spent = campaign(command, out, part, [60 * args.minutes])
            with part.open("a") as text:
                text.write(f"\nCPU seconds: {spent:.0f}\n")
            part.rename(log)
        text = log.read_text()
        counters = counters_of(out)
        spent = text.rsplit("CPU seconds: ", 1)[1].strip()
        runs, calls = counters["runs"], counters["calls"]
        found = sum(1 for folder in (out / "findings").iterdir() if folder.is_dir())
        print(f"seed {seed}: {spent} CPU s, {runs:,} runs, {calls:,} calls, {found} findings, {blocks(text)}", flush=True)
    merged = Path(args.out, "all")
    if len(folders) > 1 and not merged.exists():
        run(args.program, "merge", str(merged), *map(str, folders))
    print(f"together: {total(args.program, merged if len(folders) > 1 else folders[0])}")


def files(args, _):
    found = []
    for path in map(Path, args.paths):
        inside = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
        found += [file for file in inside if file.suffix in (".smt2", ".trace")]
    out = Path(args.out, "files")
    refused, ended = 0, 0
    for number, file in enumerate(found):
        trace = Path(args.out, "now.trace")
        if file.suffix == ".smt2":
            with trace.open("w") as text:
                done = subprocess.run([args.program, "import", str(file), "--solver", args.solver], stdout=text, stderr=subprocess.PIPE, text=True)
            if done.returncode != 0:
                refused += 1
                continue
        else:
            trace = file
        replay = [args.program, "replay", str(trace), "--solver", args.solver, "--coverage", "--lenient"]
        done = run(*replay, "--out", str(out), "--time-limit", str(args.time_limit))
        if "the trace reaches blocks" not in done.stdout:
            refused += 1
        elif done.returncode != 0:
            ended += 1
        if number % 100 == 99:
            print(f"  {number + 1} of {len(found)} files", file=sys.stderr)
    print(f"{len(found)} files, {refused} not accepted, {ended} with another end than the end of the calls")
    print(f"together: {total(args.program, out)}")


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def calls_of(folder):
    return counters_of(folder)["calls"] if (folder / "campaign.json").exists() else 0


def cost(args, rest):
    rates = {"without": [], "function": [], "block": []}
    for _ in range(args.rounds):
        for what, measured in rates.items():
            out = Path(args.out, what)
            shutil.rmtree(out, ignore_errors=True)
            if args.after:
                shutil.copytree(args.after, out)
            calls, cpu = calls_of(out), cpu_of_children()
            option = [] if what == "without" else [f"--coverage={what}"]
            done = run(args.program, *rest, *option, "--jobs", "1", "--max-runs", str(args.runs), "--out", str(out))
            if done.returncode not in (0, 1):
                sys.exit(done.stdout)
            measured.append((calls_of(out) - calls) / (cpu_of_children() - cpu))
        ratios = [f"{what} {measured[-1] / rates['without'][-1]:.3f}" for what, measured in rates.items()]
        print(f"  {', '.join(ratios)}", flush=True)
    for what, measured in rates.items():
        ratio = statistics.median(one / base for one, base in zip(measured, rates["without"]))
        print(f"{what}: {statistics.median(measured):,.0f} calls per CPU second, ratio {ratio:.3f}")


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    of = own.add_subparsers(dest="what", required=True)
    several = of.add_parser("campaigns")
    several.add_argument("program")
    several.add_argument("--minutes", type=float, default=10)
    several.add_argument("--seeds", default="1,1000001,2000001")
    several.add_argument("--out")
    some = of.add_parser("files")
    some.add_argument("program")
    some.add_argument("solver")
    some.add_argument("paths", nargs="+")
    some.add_argument("--out")
    some.add_argument("--time-limit", type=float, default=10)
    costs = of.add_parser("cost")
    costs.add_argument("program")
    costs.add_argument("--after")
    costs.add_argument("--runs", type=int, default=1000)
    costs.add_argument("--rounds", type=int, default=3)
    costs.add_argument("--out")
    args, rest = arguments.parsed(own)
    with tempfile.TemporaryDirectory() as temporary:
        args.out = args.out or temporary
        Path(args.out).mkdir(parents=True, exist_ok=True)
        {"campaigns": campaigns, "files": files, "cost": cost}[args.what](args, rest)


if __name__ == "__main__":
    main()
