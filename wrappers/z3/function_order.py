#!/usr/bin/env python3
"""Adds releases of Z3 to function_order.txt: function_order.py WHEEL..., the oldest release first.

The wheels are those of the package z3-solver. A log of Z3 names a function by its position in the
headers, which differs between releases.
"""

import pathlib
import re
import sys
import zipfile

HEADERS = "api ast_containers algebraic polynomial rcf fixedpoint optimization fpa spacer".split()
TABLE = pathlib.Path(__file__).with_suffix(".txt")


def functions(wheel):
    """The functions of a release, in the order of their numbers."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        paths = (next(n for n in names if n.endswith(f"/z3_{header}.h")) for header in HEADERS)
        texts = [archive.read(path).decode() for path in paths]
    return re.findall(r"^\s*def_API\('(\w+)'", "\n".join(texts), re.M)


def main(wheels):
    comments, rows = [], {}
    for line in TABLE.read_text().splitlines():
        if line.startswith("#"):
            comments.append(line)
        else:
            name, *words = line.split()
            rows[name] = dict(zip(words[::2], words[1::2]))
    for wheel in wheels:
        release = re.search(r"-(\d+\.\d+\.\d+)", wheel).group(1)
        found = functions(wheel)
        for name, row in rows.items():
            if name not in found:
                row.setdefault("until", release)
        order = list(rows)
        for before, name in zip([None, *found], found):
            if name not in rows:
                rows[name] = {"since": release}
                order.insert(order.index(before) + 1 if before else 0, name)
        rows = {name: rows[name] for name in order}
        comments[-1] = f"# The last release is {release}."
    lines = [" ".join([name, *(w for pair in row.items() for w in pair)]) for name, row in rows.items()]
    TABLE.write_text("\n".join([*comments, *lines]) + "\n")


main(sys.argv[1:])
