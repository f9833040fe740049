#!/usr/bin/env python3
"""Compares our strategies with the tools of the papers that they come from: same entries, same release, same CPU time.

    python3 benches/strategies.py run DIR PROGRAM ENTRIES STRATEGY... --solver z3@4.8.5 [--minutes 20]
        [--seeds 1,1000001,2000001] [--samples 200] [--commands "z3 a=1;z3 b=2"] [--time-limit 8] [-- ARGS]
    python3 benches/strategies.py triage DIR PROGRAM [--releases 4.8.5,4.8.14,5.4.0] [--reference 5.4.0]
    python3 benches/strategies.py compare DIR

`run` measures each strategy with each seed, for so many minutes of CPU time of all processes. ENTRIES is a folder of scripts.
Results that are in DIR are not measured again, so an interrupted measurement can be continued. A strategy is one of:

- `opfuzz`, or a list as for `--strategy`: a campaign of PROGRAM with ARGS. `default` is the mix without `--strategy`.
- `yinyang-opfuzz`, `yinyang-typefuzz`, `yinyang-fusion`: the tool of the Python package `yinyang`, which is installed into DIR.
  It runs the solver's own program of the same release. Neither side has another solver: opfuzz and typefuzz, which compare two,
  get the release with `model_validate=true` and with `auto_config=false`; fusion only the first. --commands replaces them. All
  else is as the tools have it by default. A tool that has had all entries, or ends at one that it cannot read, begins again.
  Fusion needs to know which entries are satisfiable: the default release of the solver decides. Half of the time is for pairs of
  satisfiable entries, half for others.

A package of a solver without its program (cvc5) needs --commands. No package has STORM or HistFuzz.

`triage` replays what both have reported (scripts are imported), first on the release under test. What no oracle sees, and what
has no other answer than the reference, is not reproduced. Distinct findings are then replayed on all releases. In the pattern of
a finding, 1 is a release that has a finding of the same kind. The same finding with several seeds counts once.

`compare` prints a table:

- mutants: for us, checks of other formulas than those of the check before; for the tools, scripts, and each goes to two
  solvers. The mutants of our first runs are counted (--samples), relative to their checks, not those of the whole campaign.
- own runs: the others are walks, because the strategy could not use the entry. Their checks are not mutants.
- distinct: the share among the first mutants of each seed, as many for all strategies. Mutants are equal if they have the same
  text or structure, with the same names.
- accepted: without an error of the solver. All further shares are of these.
- answered: `sat` or `unsat`. The others are `unknown`, ran out of time, or crashed.
- blocks: those that each seed reaches, with `-- --coverage`.
- findings and patterns: the distinct ones that are reproduced.
"""

import argparse
import collections
import json
import shutil
import sys
from pathlib import Path

import arguments
from coverage import blocks
from cpu import call, watch
from mutants import ANSWERS, mutants
from originals import Originals
from triage import Triage

PREFIX = "yinyang-"
# What campaigns and the tools report.
REPORTED = ("campaign/findings/*/full.trace", "bugs/*.smt2")


class Measurement:
    def __init__(self, args, rest):
        self.args, self.rest = args, rest
        self.dir, self.entries = args.dir.resolve(), args.entries.resolve()
        self.dir.mkdir(parents=True, exist_ok=True)
        settings = {"solver": args.solver, "entries": str(self.entries), "minutes": args.minutes}
        settings |= {"commands": args.commands, "time limit": args.time_limit, "arguments": rest}
        kept = self.dir / "settings.json"
        if kept.exists() and json.loads(kept.read_text()) != settings:
            sys.exit(f"{args.dir} has results with other settings: {kept.read_text()}")
        kept.write_text(json.dumps(settings))

    def ours(self, name, seed, folder):
        """A campaign, and traces of its first runs."""
        args, corpus = self.args, self.dir / "corpus"
        added = call(args.program, "corpus", "add", self.entries, "--solver", args.solver, "--out", corpus)
        if added.returncode != 0:
            sys.exit(added.stderr)
        runs = [args.program, "--solver", args.solver, "--corpus", corpus]
        runs += [] if name == "default" else ["--strategy", name]
        campaign, log = folder / "campaign", folder / "log.txt"
        limits = ["--seed", seed, "--max-time", "1000000", "--out", campaign]
        code, cpu = watch([*runs, *limits, *self.rest], log, [60 * args.minutes])
        if code not in (0, 1, 130):
            sys.exit(log.read_text())
        counters = json.loads((campaign / "campaign.json").read_text())["counters"]
        answers = {answer: counters[answer] for answer in ANSWERS} | {"timeout": counters["timeouts"]}
        checks = sum(answers.values())
        sample, own = self.sample(name, runs, int(seed))
        checked = [digest for digest, _ in sample if digest]
        refused = sum(answer == "refused" for _, answer in sample)
        return {
            "mutants": checks * len(checked) / max(len(sample), 1),
            "checks": checks,
            "own": own,
            "accepted": 1 - refused / max(len(sample), 1),
            "answers": answers,
            "blocks": blocks(log.read_text()),
            "cpu": cpu,
            "digests": checked,
        }

    def sample(self, name, runs, seed):
        """The checks of the first runs, as in `mutants`, and the share of runs that the strategy has made."""
        options = [word for word in self.rest if not word.startswith("--coverage")]
        sample, own = [], 0
        for number in range(self.args.samples):
            ended = call(*runs, "--seed", seed + number, *options, errors="replace")
            found = mutants(ended.stdout)
            # A strategy that has no use for an entry leaves the run to the walk.
            is_own = name == "default" or "walk" in name or "# strategy:" in ended.stdout
            own += is_own
            if found and not found[-1][1]:
                found[-1][1] = "refused" if "check rejected" in ended.stderr else "ended"
            sample += [(digest if is_own else None, answer) for digest, answer in found]
        return sample, own / max(self.args.samples, 1)

    def measure(self, strategy, seed):
        folder = self.dir / strategy / f"seed-{seed}"
        if (folder / "result.json").exists():
            return
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        originals = Originals(self.args, self.dir, self.entries)
        maker = originals.measure if strategy.startswith(PREFIX) else self.ours
        result = maker(strategy.removeprefix(PREFIX), seed, folder)
        if result is None:
            shutil.rmtree(folder)
            print(f"{strategy}: no package has a program of {self.args.solver}: --commands names one", flush=True)
            return
        (folder / "result.json").write_text(json.dumps(result))
        made, reached = f"{result['mutants']:.0f} mutants", result["blocks"]
        print(f"{strategy}, seed {seed}: {result['cpu']:.0f} CPU s, {made}, {reached}", flush=True)


def run(args, rest):
    measurement = Measurement(args, rest)
    for seed in args.seeds.split(","):
        for strategy in args.strategies:
            measurement.measure(strategy, seed)
    compare(args)


def results(folder):
    """The results with their folders, by strategy."""
    found = collections.defaultdict(list)
    for file in sorted(folder.glob("*/seed-*/result.json")):
        found[file.parent.parent.name].append((file.parent, json.loads(file.read_text())))
    return found


def triage(args):
    solver = json.loads((args.dir / "settings.json").read_text())["solver"]
    name = solver.split("@")[0]
    releases = [f"{name}@{release}" for release in args.releases.split(",")] if args.releases else [solver]
    reference = f"{name}@{args.reference}" if args.reference else name
    judge = Triage(args.program, solver, reference, releases, args.time_limit)
    for strategy, parts in results(args.dir).items():
        reported = [file for folder, _ in parts for pattern in REPORTED for file in sorted(folder.glob(pattern))]
        rows = sorted(judge.all(reported), key=lambda row: row["kind"])
        (args.dir / strategy / "triage.json").write_text(json.dumps(rows, indent=1))
        print(f"\n{strategy}: {len(reported)} reported")
        for row in rows:
            print(f"  {row.get('pattern', ''):{len(releases)}} {row['times']:4} {row['kind']}: {row['message']}")
    compare(args)


def share(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "–"


def row(folder, parts, least):
    """The results of a strategy."""
    total = lambda name: sum(result[name] for _, result in parts)
    answers = sum((collections.Counter(result["answers"]) for _, result in parts), collections.Counter())
    distinct = sum(len(set(result["digests"][:least])) for _, result in parts)
    cpu, whole = total("cpu"), sum(answers.values())
    cells = {
        "strategy": folder.name,
        "CPU s": f"{cpu:.0f}",
        "mutants per CPU s": f"{total('mutants') / cpu:.1f}",
        "checks per CPU s": f"{total('checks') / cpu:.1f}",
        "own runs": share(total("own"), len(parts)),
        f"distinct of {least}": share(distinct, least * len(parts)),
        "accepted": share(total("accepted"), len(parts)),
        "answered": share(answers["sat"] + answers["unsat"], whole),
        "unknown": share(answers["unknown"], whole),
        "out of time": share(answers["timeout"], whole),
        "blocks": ", ".join(result["blocks"].split()[1] for _, result in parts if " of " in result["blocks"]) or "–",
        "findings": "–",
        "patterns": "–",
    }
    triaged = folder / "triage.json"
    if triaged.exists():
        found = [one for one in json.loads(triaged.read_text()) if "pattern" in one]
        kinds = collections.Counter(one["kind"] for one in found)
        listed = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        cells["findings"] = f"{len(found)}: {listed}" if found else "0"
        cells["patterns"] = str(len({(one["kind"], one["pattern"]) for one in found}))
    return cells


def compare(args):
    found = results(args.dir)
    least = min((len(result["digests"]) for parts in found.values() for _, result in parts), default=0)
    rows = [row(args.dir / strategy, parts, least) for strategy, parts in found.items()]
    print()
    for cells in [list(rows[0]), ["---"] * len(rows[0]), *(list(cells.values()) for cells in rows)] if rows else []:
        print(f"| {' | '.join(cells)} |")


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    of = own.add_subparsers(dest="what", required=True)
    runs, judges, compares = (of.add_parser(name) for name in ("run", "triage", "compare"))
    for one in runs, judges, compares:
        one.add_argument("dir", type=Path)
    for one in runs, judges:
        one.add_argument("program")
    runs.add_argument("entries", type=Path)
    runs.add_argument("strategies", nargs="+")
    runs.add_argument("--solver", required=True)
    runs.add_argument("--minutes", type=float, default=20)
    runs.add_argument("--seeds", default="1,1000001,2000001")
    runs.add_argument("--samples", type=int, default=200, help="runs whose mutants are counted")
    runs.add_argument("--commands", help="how the tools call the solver's program")
    runs.add_argument("--time-limit", help="seconds for each call of the solver's program")
    judges.add_argument("--releases", help="releases of the solver [default: the release under test]")
    judges.add_argument("--reference", help="the release whose answers are right [default: the solver's default]")
    judges.add_argument("--time-limit", type=float, default=10, help="seconds for each replay")
    args, rest = arguments.parsed(own)
    {"triage": triage, "compare": compare}[args.what](args) if args.what != "run" else run(args, rest)


if __name__ == "__main__":
    main()
