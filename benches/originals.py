"""The tools of the Python package `yinyang`: opfuzz, typefuzz and fusion."""

import collections
import shutil
import sys
import venv
from pathlib import Path

from cpu import call, watch
from mutants import ANSWERS

RECORD = Path(__file__).resolve().parent / "strategies" / "record.py"
PACKAGE = "yinyang==0.3.0"
# The tools' names in the package.
TOOLS = {"opfuzz": "opfuzz", "typefuzz": "typefuzz", "fusion": "yinyang"}
PLACES = {"bugs": "--bugsfolder", "logs": "--logfolder", "scratch": "--scratchfolder"}
# The arguments of a solver's program. The tools need two commands, because they compare answers.
MODES = {"z3": ("memory_max_size=2048 model_validate=true", "memory_max_size=2048 auto_config=false")}


class Originals:
    def __init__(self, args, folder, entries):
        self.args, self.dir, self.entries = args, folder, entries

    def commands(self):
        """How the solver's own program is called."""
        if self.args.commands:
            return self.args.commands.split(";")
        name = self.args.solver.split("@")[0]
        path = call(self.args.program, "solvers", "path", "--program", self.args.solver)
        if path.returncode != 0 or name not in MODES:
            return []
        return [f"{path.stdout.strip()} {mode}" for mode in MODES[name]]

    def python(self, name):
        """The Python of an environment in which the tools are installed."""
        python = self.dir / "tools" / "bin" / "python"
        if not python.with_name(name).exists():
            venv.create(self.dir / "tools", with_pip=True)
            installed = call(python, "-m", "pip", "install", PACKAGE)
            if installed.returncode != 0:
                sys.exit(installed.stderr)
        return python

    def known(self):
        """Two folders: the satisfiable and the unsatisfiable entries. One with less than two entries is left out."""
        folders = {answer: self.dir / f"entries-{answer}" for answer in ("sat", "unsat")}
        if not all(folder.exists() for folder in folders.values()):
            path = call(self.args.program, "solvers", "path", "--program", self.args.solver.split("@")[0]).stdout.strip()
            for folder in folders.values():
                folder.mkdir(exist_ok=True)
            for number, entry in enumerate(sorted(self.entries.rglob("*.smt2"))):
                answers = [line for line in call(path, "-T:5", entry).stdout.splitlines() if line in ANSWERS]
                if len(answers) == 1 and answers[0] in folders:
                    shutil.copy(entry, folders[answers[0]] / f"{number}-{entry.name}")
        return [(answer, folder) for answer, folder in folders.items() if len(list(folder.iterdir())) > 1]

    def run(self, tool, arguments, entries, seconds, seed, folder):
        """A tool with some entries, again and again until the time is over. Returns the CPU seconds."""
        python, records, log = self.python(tool), folder / "records.txt", folder / "log.txt"
        limit = ["-t", self.args.time_limit] if self.args.time_limit else []
        places = [word for name, option in PLACES.items() for word in (option, folder / name)]
        spent, had = 0.0, -1
        while spent < seconds:
            _, more = watch([python, RECORD, tool, seed, records, *places, *limit, *arguments, entries], log, [seconds - spent])
            spent, seed = spent + more, seed + 1
            if not records.exists() or records.stat().st_size == had:
                sys.exit(f"{tool} makes nothing: see {log}")
            had = records.stat().st_size
        return spent

    def measure(self, strategy, seed, folder):
        """What a tool makes in the time. None if the solver has no program."""
        commands = self.commands()
        if not commands:
            return None
        shares = [([";".join(commands)], self.entries)]
        if strategy == "fusion":
            shares = [(["-o", answer, commands[0]], entries) for answer, entries in self.known()]
        seconds = 60 * self.args.minutes / len(shares)
        cpu = sum(self.run(TOOLS[strategy], *share, seconds, int(seed), folder) for share in shares)
        shutil.rmtree(folder / "scratch", ignore_errors=True)
        lines = [line.split() for line in (folder / "records.txt").read_text().splitlines()]
        first = [(digest, answer) for digest, answer, number in lines if number == "0"]
        answers = collections.Counter(answer for _, answer in first)
        refused = answers.pop("refused", 0)
        return {
            "mutants": len(first),
            "checks": len(lines),
            "own": 1,
            "accepted": 1 - refused / len(first),
            "answers": answers,
            "blocks": "no blocks",
            "cpu": cpu,
            "digests": [digest for digest, _ in first],
        }
