"""What findings are, and which releases have them: the same for traces of murxla-rs and for scripts of other tools.

A finding is replayed on the release under test. If no oracle sees anything, its answers are compared with those of another
release. Findings of the same kind with the same message are one.
"""

import itertools
import re
import subprocess

from mutants import CHECKS

# The status is that of the entry, and a mutant may have another one.
STATUS = re.compile(r"\(set-info :status \w+\)")
LIMITS = ("timeout", "out of memory")
# How the line begins that says how a replay ended.
VERDICT = re.compile(r"check |crash: |exit with code |timeout$|out of memory$|memory in use grows")
# The trace is not for this release, or the replay took too long.
NO_RESULT = "no result"


def theories(lines):
    """The kinds of sorts in a trace, and whether it has quantifiers."""
    sorts = re.findall(r" mk-sort SORT_(\w+)", "\n".join(lines))
    return " ".join(sorted({*sorts, *(["QUANT"] if any(" mk-var " in line for line in lines) else [])}))


def with_answers(lines, answers):
    """The calls of a trace, with other answers of its checks."""
    answers, noted = list(answers), []
    for line in lines:
        if line.startswith("#="):
            continue
        noted.append(line)
        words = line.split()
        if any(word in CHECKS for word in words[:2]) and answers:
            first = answers.pop(0)
            noted += [f"#= {first}"] if first in ("sat", "unsat") else []
    return noted


class Triage:
    def __init__(self, program, solver, reference, releases, time_limit):
        self.program, self.solver, self.reference, self.releases = program, solver, reference, releases
        self.time_limit = str(time_limit)

    def replay(self, lines, solver):
        """The kind of the finding with its message, or none, and the answers of the checks."""
        command = [self.program, "replay", "-", "--verbose", "--lenient", "--solver", solver, "--time-limit", self.time_limit]
        ended = subprocess.run(command, input="\n".join(lines) + "\n", capture_output=True, text=True, errors="replace")
        answers = re.findall(r"^#= (sat|unsat|unknown)$", ended.stdout, re.M)
        said = [line for line in ended.stderr.splitlines() if not line.startswith("left out")]
        # The verdict follows the output of the library and the frames of a crash.
        frames = [line.strip() for line in said if line.startswith("  at ")]
        said = list(itertools.dropwhile(lambda line: not VERDICT.match(line), said))
        if ended.returncode == 4 or said[:1] and said[0] in LIMITS:
            return NO_RESULT, answers
        if ended.returncode != 1 or not said:
            return None, answers
        changed = re.fullmatch(r"check \d+ was (\w+), now is (\w+)", said[0])
        if changed:
            return ("answer", f"{changed[2]} instead of {changed[1]} [{theories(lines)}]"), answers
        # `memory in use grows by 2734, 2391 kB …` has numbers, which differ.
        kind, _, message = re.sub(r"^(memory in use grows) by.*", r"\1", said[0].removeprefix("check ")).partition(":")
        return (kind, re.sub(r"\d+", "#", " ".join([message.strip(), *frames[:3]]))), answers

    def trace(self, file):
        """A finding as a trace without answers, or none if it cannot be imported."""
        if file.suffix == ".trace":
            return with_answers(file.read_text().splitlines(), [])
        script = STATUS.sub("", file.read_text(errors="replace"))
        command = [self.program, "import", "-", "--values", "--solver", self.solver]
        ended = subprocess.run(command, input=script, capture_output=True, text=True)
        return with_answers(ended.stdout.splitlines(), []) if ended.returncode == 0 else None

    def look(self, file):
        """A finding as it is on the release under test: its kind, its message and its trace."""
        lines = self.trace(file)
        if lines is None:
            return "not imported", "", []
        found, _ = self.replay(lines, self.solver)
        if found in (None, NO_RESULT):
            _, answers = self.replay(lines, self.reference)
            lines = with_answers(lines, answers)
            found, _ = self.replay(lines, self.solver)
        return (*found, lines) if isinstance(found, tuple) else ("not reproduced", "", [])

    def pattern(self, kind, lines):
        """For each release: 1 if it has a finding of the kind, 0 if not, - if there is no result."""
        marks = {True: "1", False: "0"}
        found = [self.replay(lines, release)[0] for release in self.releases]
        return "".join("-" if one == NO_RESULT else marks[one is not None and one[0] == kind] for one in found)

    def all(self, files):
        """The distinct ones among some findings."""
        distinct = {}
        for file in files:
            kind, message, lines = self.look(file)
            row = distinct.setdefault((kind, message), {"kind": kind, "message": message, "times": 0, "file": str(file)})
            row["times"] += 1
            if lines and "pattern" not in row:
                row["pattern"] = self.pattern(kind, lines)
        return list(distinct.values())
