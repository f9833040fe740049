#!/usr/bin/env python3
"""Compares minimize with ddSMT on scripts that show a bug.

    python3 -m venv target/ddsmt
    target/ddsmt/bin/pip install ddSMT==2.0.6
    python3 benches/minimizers.py PROGRAM FOLDER --solver z3@4.8.5 --reference z3@5.4.0 [--limit 10] [--time 60]

FOLDER is searched for scripts. A script is used if the replay of its trace on the solver, with the reference as
`--cross-check`, ends with a finding. Both tools then look for it in the same way: a script of ddSMT is imported and replayed
for each candidate. It is kept if the kind of the finding is the same.

Comments are removed first, so that noted answers do not count: they are not those of a shorter script.

The table has the bytes of the resulting scripts without comments and blanks at the ends of lines, and seconds of elapsed time.
A tool that needs more time is stopped; its best result so far counts. A tool fails if its result does not show the bug.
"""

import argparse
import os
import re
import shlex
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

# Prints the kind of the finding of a script, or nothing.
SHOWS = """#!/bin/sh
{program} import "$1" --solver {solver} --output "$1.trace" 2>/dev/null || exit 2
{program} replay "$1.trace" --cross-check {reference} -t {seconds} 2>&1 | {kind}
rm -f "$1.trace"
"""
# The kind is told by the last line, without its numbers.
KIND = r"tail -n 1 | sed 's/[0-9][0-9]*/N/g'"
# `replay` ends with this line if a run shows nothing.
NOTHING = ""


def run(command, seconds):
    """Runs a command with a limit, and returns the elapsed time."""
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return time.monotonic() - start


def bare(script):
    """The text of a script without comments and empty lines."""
    lines = [re.sub(r"^\s*;.*", "", line).strip() for line in script.read_text(errors="replace").splitlines()]
    return "".join(line + "\n" for line in lines if line)


def size(script):
    """The bytes of a script without comments and empty lines."""
    return len(bare(script).encode())


class Comparison:
    def __init__(self, args, folder):
        self.args, self.folder = args, folder
        self.check = folder / "shows.sh"
        words = dict(program=shlex.quote(str(Path(args.program).resolve())), solver=args.solver, reference=args.reference, seconds=args.seconds, kind=KIND)
        self.check.write_text(SHOWS.format(**words))
        self.check.chmod(0o755)

    def kind(self, script):
        """How a script shows a finding; an empty text if it does not."""
        copy = self.folder / "checked.smt2"
        copy.write_text(bare(script))
        return subprocess.run([self.check, copy], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()

    def minimize(self, script, out):
        copy = self.folder / "whole.smt2"
        copy.write_text(bare(script))
        trace, short = self.folder / "whole.trace", self.folder / "short.trace"
        short.unlink(missing_ok=True)
        start = time.monotonic()
        run([self.args.program, "import", copy, "--solver", self.args.solver, "-o", trace], self.args.time)
        command = [self.args.program, "minimize", trace, "--cross-check", self.args.reference, "-t", self.args.seconds, "--jobs", 1]
        run([*command, "-o", short], self.args.time)
        run([self.args.program, "translate", short, "--to", "smt2", "-o", out], self.args.time)
        return time.monotonic() - start

    def ddsmt(self, script, out):
        copy = self.folder / "whole.smt2"
        copy.write_text(bare(script))
        return run([self.args.ddsmt, "-q", "-j", 1, "--timeout", 4 * self.args.seconds, copy, out, self.check], self.args.time)

    def measure(self, script):
        """For each tool the bytes and seconds. The bytes are None if the result does not show the bug."""
        kind = self.kind(script)
        if kind == NOTHING or kind.startswith(("timeout", "error: ")):  # a long search, or an operator that the solver lacks
            return None
        results = []
        for tool in (self.minimize, self.ddsmt):
            out = self.folder / "out.smt2"
            out.unlink(missing_ok=True)
            spent = tool(script, out)
            is_shown = out.exists() and self.kind(out) != NOTHING
            results.append((size(out) if is_shown else None, spent))
        return results


def main():
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    own.add_argument("program")
    own.add_argument("folder", type=Path)
    own.add_argument("--solver", required=True, help="the solver with the bugs")
    own.add_argument("--reference", required=True, help="the solver that tells right answers")
    own.add_argument("--ddsmt", default="target/ddsmt/bin/ddsmt")
    own.add_argument("--limit", type=int, help="use this number of files at most")
    own.add_argument("--time", type=float, default=60, help="seconds for each tool and file")
    own.add_argument("--seconds", type=float, default=5, help="seconds for each candidate")
    args = own.parse_args()
    rows = []
    print("| script | bytes | minimize, bytes | s | ddSMT, bytes | s |\n|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        comparison = Comparison(args, Path(folder))
        for script in sorted(args.folder.rglob("*.smt2")):
            if args.limit is not None and len(rows) >= args.limit:
                break
            if (results := comparison.measure(script)) is None:
                continue
            rows.append(results)
            cells = [cell for bytes_left, spent in results for cell in (bytes_left or "failed", f"{spent:.1f}")]
            print(f"| {script.stem} | {size(script)} | " + " | ".join(map(str, cells)) + " |", flush=True)
    medians = []
    for tool in range(2):
        sizes = [row[tool][0] for row in rows if row[tool][0] is not None]
        medians += [statistics.median(sizes) if sizes else "–", f"{statistics.median(row[tool][1] for row in rows):.1f}" if rows else "–"]
    print("| median | | " + " | ".join(map(str, medians)) + " |")
    failures = [sum(row[tool][0] is None for row in rows) for tool in range(2)]
    print(f"\nfailures: {failures[0]} of minimize, {failures[1]} of ddSMT, {len(rows)} scripts")


if __name__ == "__main__":
    main()
