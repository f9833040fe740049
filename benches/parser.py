#!/usr/bin/env python3
"""Reads a script with the parser of a solver that is installed as a Python package, and answers as the solver's program does.

    PYTHON benches/parser.py cvc5|bitwuzla|boolector SCRIPT

PYTHON needs the package: cvc5, bitwuzla or pyboolector. It is a command of `benches/scripts.py`.
"""

import os
import sys


def cvc5(script):
    import cvc5

    solver = cvc5.Solver()
    symbols = cvc5.SymbolManager(solver.getTermManager())
    parser = cvc5.InputParser(solver, symbols)
    parser.setFileInput(cvc5.InputLanguage.SMT_LIB_2_6, script)
    while not (command := parser.nextCommand()).isNull():
        print(command.invoke(solver, symbols), end="", flush=True)


def bitwuzla(script):
    import bitwuzla

    options = bitwuzla.Options()
    bitwuzla.Parser(bitwuzla.TermManager(), options).parse(script, False, True)


def boolector(script):
    import pyboolector

    solver = pyboolector.Boolector()
    _, _, message = solver.Parse(script)
    if message:
        raise RuntimeError(message)


if __name__ == "__main__":
    try:
        {"cvc5": cvc5, "bitwuzla": bitwuzla, "boolector": boolector}[sys.argv[1]](sys.argv[2])
    except Exception as refused:
        print(f"error: {refused}")
        sys.stdout.flush()
        # A parser that has failed may not end well.
        os._exit(1)
