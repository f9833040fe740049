#!/usr/bin/env python3
"""Pins the newest releases of the solvers, and lists the traces whose bugs the new releases no longer show.

    python3 vendor/update.py [SOLVER | SOLVER@VERSION]...

Without arguments, all solvers are looked at. New rows are written to vendor/solvers.json. Then the program is built,
and `murxla-rs recheck` replays the traces of each solver that has changed, on its old and its new default release.
Files are downloaded by pip.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "vendor/solvers.json"

# The platform tags of pip. The oldest is first, because such a wheel runs on the most machines.
TAGS = [f"manylinux_2_{n}_x86_64" for n in range(5, 42)]

# Wheels that depend on a Python are pinned for this one.
PYTHON = "311"


def pip(*arguments, env=None):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env)


def newest_release(package):
    """The newest version of a package in the package index, as the index writes it."""
    done = pip("index", "versions", package)
    found = re.match(r"\S+ \((.+)\)", done.stdout)
    if not found:
        sys.exit(f"pip does not say which versions of {package} there are: {done.stderr.strip()}")
    return found[1]


def short(version):
    """A version as the table has it. Packages of Z3 have a fourth number, which is almost always zero."""
    return re.sub(r"^(\d+\.\d+\.\d+)\.0$", r"\1", version)


def only_file(folder):
    """The name, the sha256 and the size of the file that was downloaded to a folder."""
    [path] = [path for path in Path(folder).iterdir() if path.is_file()]
    content = path.read_bytes()
    return path.name, hashlib.sha256(content).hexdigest(), len(content)


def wheel(package, version):
    """The row of a release."""
    with tempfile.TemporaryDirectory() as folder:
        options = [option for tag in TAGS for option in ("--platform", tag)]
        done = pip("download", "--no-deps", "--only-binary=:all:", "--implementation=cp", f"--abi=cp{PYTHON}",
                   f"--python-version={PYTHON}", *options, "-d", folder, f"{package}=={version}")
        if done.returncode != 0:
            sys.exit(f"pip cannot download {package} {version}: {done.stderr.strip()}")
        file, sha256, size = only_file(folder)
        print(f"  {file}, {size / 1e6:.1f} MB")
        return {"file": file, "sha256": sha256, "size": size}


def source(package, version):
    """What identifies the source distribution of a release."""
    with tempfile.TemporaryDirectory() as folder:
        # pip asks the build system of the source for metadata. A small replacement answers instead.
        backend = Path(folder) / "backend"
        backend.mkdir()
        text = (ROOT / "src/store/backend.py").read_text()
        for module in ["mesonpy.py", "setuptools/build_meta.py", "setuptools/__init__.py"]:
            (backend / module).parent.mkdir(exist_ok=True)
            (backend / module).write_text(text.replace("PACKAGE", package).replace("VERSION", version))
        done = pip("download", "--no-deps", "--no-binary=:all:", "--no-build-isolation", "--use-pep517", "-d", folder,
                   f"{package}=={version}", env={**os.environ, "PYTHONPATH": str(backend)})
        if done.returncode != 0:
            sys.exit(f"pip cannot download the source of {package} {version}: {done.stderr.strip()}")
        file, sha256, size = only_file(folder)
        print(f"  {file}, {size / 1e6:.1f} MB")
        return {"version": version, "sha256": sha256, "size": size}


def is_pinned(package, version):
    """Whether a release has rows."""
    if "wheels" in package:
        return any(wheel["file"].split("-")[1] == version for wheel in package["wheels"])
    return any(build["version"] == short(version) for build in package["builds"])


def pin(package, version):
    """Adds a release to the rows of a package, and makes it the default."""
    if not is_pinned(package, version):
        if "wheels" in package:
            package["wheels"].append(wheel(package["package"], version))
        # Its sources are built like those of the release before it, if they are in the same package.
        for build in package.get("builds", [])[-1:]:
            build = json.loads(json.dumps(build))
            build["version"] = short(version)
            own = [row for row in build["sources"] if row["package"] == package["package"]]
            for row in own:
                row.update(source(package["package"], version))
            if own:
                package["builds"].append(build)
    package["default"] = short(version)


def rows(items, indent):
    """A list in JSON with one item a line."""
    lines = [" " * indent + json.dumps(item) for item in items]
    return "[\n" + ",\n".join(lines) + "\n" + " " * (indent - 2) + "]"


def text_of(table):
    """The text of the table. Rows are short, so that a change shows what is new."""
    solvers = []
    for name, package in table.items():
        parts = []
        for key, value in package.items():
            if key == "layout":
                text = json.dumps(value).replace("{", "{ ").replace("}", " }")
            elif key == "wheels":
                text = rows(value, 6)
            elif key == "builds":
                builds = []
                for build in value:
                    facts = {key: fact for key, fact in build.items() if key != "sources"}
                    builds.append("      {\n        " + json.dumps(facts)[1:-1] + ',\n        "sources": '
                                  + rows(build["sources"], 10) + "\n      }")
                text = "[\n" + ",\n".join(builds) + "\n    ]"
            else:
                text = json.dumps(value)
            parts.append(f"    {json.dumps(key)}: {text}")
        solvers.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(parts) + "\n  }")
    return "{\n" + ",\n".join(solvers) + "\n}\n"


def recheck(command, name, version):
    """What `recheck` says about the traces of a solver on a release: their lines, by trace, and the counts."""
    command = [*command, f"traces/{name}", "--solver", f"{name}@{version}"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"`{' '.join(command)}` has failed")
    *lines, counts = done.stdout.splitlines()
    return {re.search(r"traces/\S+\.trace", line)[0]: line for line in lines}, counts


def compare(command, name, before, now):
    """Lists the traces whose bugs a release does not show, but the release before it does."""
    (old, _), (new, counts) = recheck(command, name, before), recheck(command, name, now)
    print(f"{name}: {before} shows the bugs of these traces, {now} does not", flush=True)
    for trace, line in new.items():
        if old[trace].startswith("still ") and not line.startswith("still "):
            print(f"  {line}")
    print(counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("solvers", nargs="*", metavar="SOLVER", help="a solver, or a release of it to pin")
    parser.add_argument("--table", type=Path, default=TABLE, help="the table to update")
    parser.add_argument("--program", help="the program that replays traces, instead of a new build")
    parser.add_argument("--no-recheck", action="store_true", help="do not replay traces")
    parser.add_argument("--time-limit", default="10", metavar="SECONDS", help="the CPU time limit of a replay")
    args = parser.parse_args()
    table = json.loads(args.table.read_text())
    changed = {}
    for solver in args.solvers or table:
        name, _, version = solver.partition("@")
        package = table.get(name) or parser.error(f"`{name}` is none of {', '.join(table)}")
        version = version or newest_release(package["package"])
        if short(version) == package["default"]:
            print(f"{name}: {short(version)} is pinned")
            continue
        print(f"{name}: {package['default']} becomes {short(version)}")
        changed[name] = package["default"]
        pin(package, version)
        # A later failure does not lose what was downloaded.
        args.table.write_text(text_of(table))
    # The table is a part of the program, so the default is to build it again.
    program = [args.program] if args.program else ["cargo", "run", "--quiet", "--release", "--"]
    command = [*program, "recheck", "--time-limit", args.time_limit]
    for name, before in changed.items() if not args.no_recheck else []:
        compare(command, name, before, table[name]["default"])


main()
