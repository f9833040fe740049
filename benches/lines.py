#!/usr/bin/env python3
"""Measures how many lines of Z3 campaigns reach, by clang's source coverage.

    python3 benches/lines.py build DIR [--release 4.8.14.0] [--clang 14] [--jobs 2]
    python3 benches/lines.py run DIR PROGRAM [--minutes 10,60] [--seed 1] [-- ARGS]
    python3 benches/lines.py compare DIR PROGRAM [--rows 30] [-- ARGS]

`build` downloads the source package of a release with pip, and builds the library with counters: `DIR/build/libz3.so`. It
needs clang, llvm, clang's runtime (`apt-get install clang-14 llvm-14 libclang-rt-14-dev`), cmake and ninja, and about 80
minutes of CPU time.

`run` runs a campaign on this library, and prints the share of lines, functions and branches that were reached after so many
minutes of CPU time of all its processes. The counters are in a file that all processes share (`lines/counters.c`).

`compare` runs PROGRAM with ARGS (for instance `replay TRACE` or `--max-runs 500`) and `--coverage=function`, which sets
breakpoints, on the same library. It prints which functions only one of the two ways has, and why:

- inlined: the code of another function increments the counter, or the function has no code of its own.
- at load: loading the library enters the function, before there are breakpoints.
- no counter: the compiler made the function, for instance a destructor or a part of another library.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import arguments
from cpu import campaign

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
    command = [args.program, "--solver", lines.solver, "--trust", "--seed", args.seed, *rest]
    say = lambda mark: lines.say(f"{mark / 60:g} CPU minutes")
    counters, spent = campaign(command, out, log, marks, say, env=lines.environment)
    print(f"{counters['runs']:,} runs, {counters['calls']:,} calls, {counters['found']} findings in {spent:,.0f} CPU seconds")


def plain(name):
    """The name without additions of the compiler, which are written differently by the two sides."""
    name = re.sub(r"\(unsigned int\)(\d+)", r"\1u", name)
    return re.sub(r" const$|\[abi:\w+\]|\[clone .*|\.(cold|part|isra|constprop).*", "", name).strip()


def demangled(names):
    """The names without parameters, as the program prints them."""
    text = call("c++filt", "-p", input="\n".join(names), text=True, stdout=subprocess.PIPE).stdout
    return set(map(plain, text.splitlines()))


def counted(functions, entered=True):
    """The names of the functions whose counter is not 0, or of all."""
    return demangled(function["name"].rsplit(":", 1)[-1] for function in functions if function["count"] or not entered)


def inlined(library):
    """The names of the functions whose counter the code of another function increments, and of those that have own code."""
    now, own, users = None, {}, collections.defaultdict(set)
    command = ["objdump", "--disassemble", "--no-show-raw-insn", library]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as listing:
        for line in listing.stdout:
            if head := re.match(r"[0-9a-f]+ <(.*)>:$", line):
                now = head[1]
                own[now] = None
            elif counter := re.search(r"# (\w+) <__profc_(\w*)", line):
                # The first counter of a function counts its entries. Only functions in several files have named counters.
                own[now] = own[now] or counter[1]
                users[counter[1]].add(now)
                users[counter[2]].add(now)
    used_by_others = (name for name in {*own, *users} if (users[name] | users[own.get(name)]) - {name})
    return demangled(used_by_others), demangled(own)


def compare(args, rest):
    lines = Lines(args)
    lines.merge()
    at_load = counted(lines.export("-skip-expansions")["functions"])
    out = args.dir / "compared"
    call("rm", "-rf", out)
    command = [args.program, *rest, "--solver", lines.solver, "--trust", "--coverage=function", "--out", out]
    subprocess.run([str(word) for word in command], env=lines.environment, stdout=subprocess.DEVNULL, check=False)
    lines.merge()
    functions = lines.export("-skip-expansions")["functions"]
    table = call(args.program, "coverage", out, "--by", "function", "--rows", 0, text=True, stdout=subprocess.PIPE).stdout
    reached = re.findall(r"^ +[1-9]\d* of \d+ +(.*)$", table, re.M)
    by_source, by_breakpoint = counted(functions), set(map(plain, reached))
    print(f"functions: {len(by_source)} by the counters, {len(by_breakpoint)} by breakpoints, {len(by_source & by_breakpoint)} by both")
    only_source, only_breakpoint = by_source - by_breakpoint, by_breakpoint - by_source
    (in_others, own_code), have_counter = inlined(lines.library), counted(functions, entered=False)
    in_others |= only_source - own_code
    parts = {
        "only the counters, at load": only_source & at_load,
        "only the counters, inlined": (only_source - at_load) & in_others,
        "only the counters, others": only_source - at_load - in_others,
        "only breakpoints, no counter": only_breakpoint - have_counter,
        "only breakpoints, others": only_breakpoint & have_counter,
    }
    for title, names in parts.items():
        print(f"\n{title}: {len(names)}")
        print("\n".join(f"  {name}" for name in sorted(names)[: args.rows]))


def main():
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
    compares.add_argument("--rows", type=int, default=30)
    args, rest = arguments.parsed(own)
    if args.what == "build":
        build(args)
    else:
        {"compare": compare, "run": run}[args.what](args, rest)


if __name__ == "__main__":
    main()
