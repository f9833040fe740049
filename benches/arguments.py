"""The command lines of benchmarks that run this program: their own arguments, then `--`, then arguments for the program."""

import sys


def parsed(parser):
    """The arguments that the parser knows, and those after `--`. There, options of the program need no quotes."""
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    return parser.parse_args(words[:split]), words[split + 1 :]
