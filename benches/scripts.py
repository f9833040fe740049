#!/usr/bin/env python3
"""Checks whether a solver's program accepts the scripts that `translate` writes for it.

    python3 benches/scripts.py target/release/murxla-rs z3@4.8.14 [--seeds 200] [--first 1] [--command "cvc5 --incremental"]
        [--traces DIR] [--time-limit 10]

Makes a trace of each seed, translates it, and runs the program on the script. The program is the one of the release
(`solvers path --program`) or COMMAND, which gets the name of the script as its last word. With --traces, traces and
scripts are kept in DIR, and the traces that are there are used again.

Prints the number of scripts that were written, that have gaps, that the program accepted, and in which all answers agree
with those of the trace (`unknown` agrees with all answers). The exit code is 1 if a script was refused.
"""

import argparse
import collections
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# An answer, maybe with a reason.
ANSWER = re.compile(r"(sat|unsat|unknown)( \(\w+\))?")
# What a program says if a check had another answer than in the trace, so that there is no model or core.
NO_RESULT = re.compile(r"not available|unless immediately preceded|unless in unsat mode|last result wasn't", re.I)


def answers(lines):
    found = (ANSWER.fullmatch(line) for line in lines)
    return [answer[1] for answer in found if answer]


def agree(noted, given):
    """Whether no check has two answers. The program may have been stopped."""
    return all(a == b or "unknown" in (a, b) for a, b in zip(noted, given))


class Measurement:
    def __init__(self, args, folder):
        self.args, self.folder = args, Path(folder)
        self.counts = collections.Counter()
        self.reasons = collections.Counter()

    def trace(self, seed):
        path = self.folder / f"{seed}.trace"
        if not path.exists():
            command = [self.args.program, "--solver", self.args.solver, "--seed", str(seed)]
            path.write_bytes(subprocess.run(command, capture_output=True).stdout)
        return path

    def fails(self, seed, what, lines):
        self.counts[what] += 1
        for line in dict.fromkeys(lines):
            self.reasons[f"{what}: {line}"] += 1
            print(f"seed {seed}: {what}: {line}", flush=True)

    def measure(self, seed):
        script = self.folder / f"{seed}.smt2"
        command = [self.args.program, "translate", self.trace(seed), "--to", "smt2", "--output", script]
        script.unlink(missing_ok=True)
        translated = subprocess.run(command, capture_output=True, text=True)
        said = translated.stderr.splitlines()
        if not script.exists():
            return self.fails(seed, "not written", said)
        self.counts["written"] += 1
        if said:
            self.fails(seed, "gaps", said)
        try:
            run = [*self.args.command.split(), script]
            ended = subprocess.run(run, capture_output=True, text=True, timeout=self.args.time_limit)
            out = ended.stdout + ended.stderr
        except subprocess.TimeoutExpired as stopped:
            self.counts["stopped"] += 1
            out = (stopped.stdout or b"").decode()
        lines = out.splitlines()
        # A run ends when the library refuses an option. Its program must refuse it, too.
        ended = re.findall(r"^#= left out the rest: (.*)", self.trace(seed).read_text(), re.M)
        expected = [NO_RESULT, *(re.compile(re.escape(message)) for message in ended)]
        is_expected = lambda line: any(message.search(line) for message in expected)
        errors = [line[:200] for line in lines if "rror" in line[:10] and not is_expected(line)]
        if errors:
            return self.fails(seed, "refused", errors)
        self.counts["accepted"] += 1
        # The check of an action with a solver of its own has no answer in the trace.
        checks = re.findall(r"^\(check-sat.*(?:\n; (sat|unsat|unknown)$)?", script.read_text(), re.M)
        noted = [answer or "unknown" for answer in checks]
        if agree(noted, answers(lines)):
            self.counts["agree"] += 1
        else:
            self.fails(seed, "answers differ", [f"{noted} and {answers(lines)}"])


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("solver")
    own.add_argument("--seeds", type=int, default=200, help="the number of traces")
    own.add_argument("--first", type=int, default=1, help="the first seed")
    own.add_argument("--command", help="the solver's program and its options")
    own.add_argument("--traces", help="the folder of traces and scripts")
    own.add_argument("--time-limit", type=float, default=10, help="seconds for each script")
    args = own.parse_args()
    if not args.command:
        path = [args.program, "solvers", "path", "--program", args.solver]
        args.command = subprocess.run(path, check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory() as gone:
        if args.traces:
            Path(args.traces).mkdir(parents=True, exist_ok=True)
        measurement = Measurement(args, args.traces or gone)
        for seed in range(args.first, args.first + args.seeds):
            measurement.measure(seed)
    counts = measurement.counts
    print(f"{args.solver}: {args.seeds} traces, {counts['written']} scripts written, {counts['gaps']} with gaps, ", end="")
    print(f"{counts['accepted']} accepted ({counts['stopped']} stopped), {counts['agree']} agree")
    sys.exit(1 if counts["refused"] else 0)


if __name__ == "__main__":
    main()
