"""Runs a tool of the package yinyang, and writes a line for each call of a solver: a hash of the mutant, the answer, and the
number of the solver.

    python record.py TOOL SEED FILE ARGUMENTS...

The tools do not say what solvers answer, delete their mutants, and have no seed. A line costs some 50 µs. A tool that ends with
an error, because it cannot read an entry, is started again.
"""

import hashlib
import random
import re
import runpy
import sys
from pathlib import Path

from yinyang.src.base.Exitcodes import ERR_INTERNAL
from yinyang.src.core.Solver import Solver

# After `unsat` there is no model, and after `sat` no core. That is not a reason to count a mutant as refused.
ERROR = re.compile(r"^\(error (?!.*(model|core|proof) is not available)", re.M)
ANSWER = re.compile(r"^(unsat|unknown|sat)$", re.M)


def answer(stdout, stderr, code):
    answers = ANSWER.findall(stdout)
    if code == 137:
        return "timeout"  # This is the tool's own number. Solvers that are killed by a signal have a negative one.
    if code < 0:
        return "crash"
    if ERROR.search(stdout) and "invalid model" not in stdout or not answers:
        return "refused"
    return "unknown" if "unknown" in answers else answers[-1]


def main():
    tool, seed, file, *arguments = sys.argv[1:]
    random.seed(int(seed))
    solve, numbers = Solver.solve, {}

    def recorded(self, script, *more, **named):
        ended = solve(self, script, *more, **named)
        digest = hashlib.md5(Path(script).read_bytes()).hexdigest()[:16]
        number = numbers.setdefault(self.cil, len(numbers))
        lines.write(f"{digest} {answer(*ended)} {number}\n")
        return ended

    Solver.solve = recorded
    path = str(Path(sys.executable).with_name(tool))
    sys.argv = [path, *arguments]
    with open(file, "a", buffering=1) as lines:
        while True:
            try:
                runpy.run_path(path, run_name="__main__")
            except SystemExit as ended:
                if ended.code != ERR_INTERNAL:
                    raise


if __name__ == "__main__":
    main()
