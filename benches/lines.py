#!/usr/bin/env python3
"""Measures how many lines of Z3 campaigns reach, by clang's source coverage.

    python3 benches/lines.py build DIR [--release 4.8.14.0] [--clang 14] [--jobs 2]
    python3 benches/lines.py run DIR PROGRAM [--minutes 10,60] [--seed 1] [-- ARGS]
    python3 benches/lines.py compare DIR PROGRAM TRACE

`build` downloads the source package of a release with pip, and builds the library with counters: `DIR/build/libz3.so`. It
needs clang, llvm, clang's runtime (`apt-get install clang-14 llvm-14 libclang-rt-14-dev`), cmake and ninja, and about 80
minutes of CPU time.

`run` runs a campaign on this library, and prints the share of lines, functions and branches that were reached after so many
minutes of CPU time of all its processes. The counters are in a file that all processes share (`lines/counters.c`).

`compare` replays a trace with `--coverage=function`, which sets breakpoints, on the same library. It prints which functions
only one of the two ways has.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

from cpu import watch

HERE = Path(__file__).resolve().parent
FLAGS = "-fprofile-instr-generate -fcoverage-mapping -Wno-everything"
# Reads the counters and writes the profile in a process of its own: the library has one file of counters per process.
WRITE = "import ctypes, sys; sys.exit(ctypes.CDLL(sys.argv[1]).write_profile(sys.argv[2].encode()))"


def call(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, **more)


def build(args):
    args.dir.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--no-binary", ":all:", "--no-deps", "--dest", args.dir]
    call(*pip, f"z3-solver=={args.release}")
    package = args.dir / f"z3-solver-{args.release}.tar.gz"
    with tarfile.open(package) as archive:
        archive.extractall(args.dir, filter="data")
    source = args.dir / package.name.removesuffix(".tar.gz") / "core"
    # The package lacks a file that its build reads.
    (source / "examples").mkdir(exist_ok=True)
    (source / "examples" / "CMakeLists.txt").touch()
    counters = args.dir.resolve() / "counters.o"
    call(f"clang-{args.clang}", "-O1", "-fPIC", "-c", HERE / "lines" / "counters.c", "-o", counters)
    options = {
        "CMAKE_CXX_COMPILER": f"clang++-{args.clang}",
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_CXX_FLAGS_RELEASE": "-O1 -DNDEBUG",
        "CMAKE_CXX_FLAGS": FLAGS,
        # These are linked last.
        "CMAKE_CXX_STANDARD_LIBRARIES": counters,
        "Z3_BUILD_EXECUTABLE": "OFF",
        "Z3_BUILD_TEST_EXECUTABLES": "OFF",
        "Z3_ENABLE_EXAMPLE_TARGETS": "OFF",
    }
    defined = [f"-D{name}={value}" for name, value in options.items()]
    call("cmake", "-S", source, "-B", args.dir / "build", "-G", "Ninja", *defined)
    call("ninja", "-C", args.dir / "build", "-j", args.jobs, "libz3")


class Lines:
    """The library and its counters."""

    def __init__(self, args):
        self.clang = args.clang
        self.library = (args.dir / "build" / "libz3.so").resolve()
        self.counters = (args.dir / "counters").resolve()
        self.profile = self.counters.with_suffix(".profdata")
        self.counters.unlink(missing_ok=True)
        self.environment = os.environ | {"COUNTERS": str(self.counters)}
        self.solver = f"z3={self.library}"

    def merge(self):
        """Makes a profile of the counters."""
        raw = self.counters.with_suffix(".profraw")
        call(sys.executable, "-c", WRITE, self.library, raw, env=self.environment)
        call(f"llvm-profdata-{self.clang}", "merge", "-sparse", raw, "-o", self.profile)

    def export(self, *options):
        command = [f"llvm-cov-{self.clang}", "export", *options, self.library, f"-instr-profile={self.profile}"]
        return json.loads(call(*command, stdout=subprocess.PIPE).stdout)["data"][0]

    def say(self, title):
        self.merge()
        totals = self.export("-summary-only")["totals"]
        shares = [f"{name} {totals[name]['percent']:.1f} % of {totals[name]['count']:,}" for name in ("lines", "functions", "branches")]
        print(f"{title}: {', '.join(shares)}", flush=True)


def run(args, rest):
    lines = Lines(args)
    marks = [60 * float(part) for part in args.minutes.split(",")]
    out, log = args.dir / "results", args.dir / "campaign.txt"
    call("rm", "-rf", out, log)
    command = [args.program, "--solver", lines.solver, "--trust", "--seed", args.seed, "--out", out, "--max-time", "1000000", *rest]
    say = lambda mark: lines.say(f"{mark / 60:g} CPU minutes")
    _, spent = watch(command, log, marks, say, env=lines.environment)
    if spent < max(marks):
        sys.exit(f"{command} ended early:\n{log.read_text()}")
    print(next(line for line in reversed(log.read_text().splitlines()) if line.startswith("done:")))


def plain(name):
    """The name without its parameters, which the two sides write differently."""
    return re.sub(r"\(.*|\[abi:\w+\]|\.(cold|part|isra|constprop).*", "", name).strip()


def compare(args):
    lines = Lines(args)
    out = args.dir / "compared"
    call("rm", "-rf", out)
    replay = [args.program, "replay", args.trace, "--solver", lines.solver, "--trust", "--coverage=function", "--out", out]
    subprocess.run([str(word) for word in replay], env=lines.environment, stdout=subprocess.DEVNULL, check=False)
    lines.merge()
    functions = lines.export("-skip-expansions")["functions"]
    mangled = [function["name"].rsplit(":", 1)[-1] for function in functions if function["count"]]
    by_source = set(call("c++filt", input="\n".join(mangled), text=True, stdout=subprocess.PIPE).stdout.splitlines())
    table = call(args.program, "coverage", out, "--by", "function", "--rows", 0, text=True, stdout=subprocess.PIPE).stdout
    reached = re.findall(r"^ +[1-9]\d* of \d+ +(.*)$", table, re.M)
    by_source, by_breakpoint = ({plain(name) for name in names} for names in (by_source, reached))
    print(f"functions: {len(by_source)} by the counters, {len(by_breakpoint)} by breakpoints, {len(by_source & by_breakpoint)} by both")
    for title, names in [("only the counters", by_source - by_breakpoint), ("only breakpoints", by_breakpoint - by_source)]:
        print(f"\n{title}: {len(names)}")
        print("\n".join(f"  {name}" for name in sorted(names)[: args.rows]))


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    own = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    of = own.add_subparsers(dest="what", required=True)
    builds, runs, compares = (of.add_parser(name) for name in ("build", "run", "compare"))
    for one in builds, runs, compares:
        one.add_argument("dir", type=Path)
        one.add_argument("--clang", default="14", help="the version of clang and llvm")
    builds.add_argument("--release", default="4.8.14.0")
    builds.add_argument("--jobs", default=os.cpu_count())
    runs.add_argument("program")
    runs.add_argument("--minutes", default="10,60")
    runs.add_argument("--seed", default="1")
    compares.add_argument("program")
    compares.add_argument("trace")
    compares.add_argument("--rows", type=int, default=30)
    args, rest = own.parse_args(words[:split]), words[split + 1 :]
    {"build": build, "compare": compare}[args.what](args) if args.what != "run" else run(args, rest)


if __name__ == "__main__":
    main()
