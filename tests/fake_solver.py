"""A fake solver for SMT-LIB scripts that misbehaves in the way that its first argument names.

It answers every command, and `sat` to each check. It misbehaves from the first command on that begins with the
second argument (by default, a check).
"""

import os
import re
import signal
import sys

# Strings, quoted symbols and comments.
QUOTED = re.compile(r'"[^"]*"|\|[^|]*\||;.*')


def commands():
    """Yields each complete command."""
    text = ""
    for line in sys.stdin:
        text += line
        rest = QUOTED.sub("", text)
        if rest.count("(") == rest.count(")") and text.strip():
            yield text.strip()
            text = ""


def say(answer):
    print(answer, flush=True)


manner = sys.argv[1] if len(sys.argv) > 1 else "good"
moment = sys.argv[2] if len(sys.argv) > 2 else "(check-sat"
for command in commands():
    if command.startswith(moment):
        if manner == "error":
            say('(error "line 1: ""it"" cannot be")')
            continue
        if manner == "crash":
            print("Fatal failure", file=sys.stderr, flush=True)
            os.kill(os.getpid(), signal.SIGSEGV)
        if manner == "exit":
            print("out of ideas", file=sys.stderr, flush=True)
            sys.exit(3)
        if manner == "silence":
            signal.pause()
        if manner == "garbage":
            say("; nothing\n(what | is ( this |\n ; )\n)")
            continue
        if manner in ("unknown", "unsupported"):
            say(manner)
            continue
    if command == "(get-info :name)":
        say('(:name "fake")')
    elif command == "(get-info :version)":
        say('(:version "1.0")')
    elif command.startswith("(check-sat"):
        say("sat")
    elif command == "(exit)":
        break
    else:
        say("success")
