"""The mutants in a trace of murxla-rs."""

import hashlib

ANSWERS = ("sat", "unsat", "unknown")
CHECKS = ("check-sat", "check-sat-assuming")


def digest(words):
    return hashlib.md5(" ".join(words).encode()).hexdigest()[:16]


def mutants(trace):
    """For each check of a trace: a hash of the formulas, or none if it is the same as in the check before, and the answer.

    The last check may have no answer, because the run ended there.
    """
    names, levels, last, found, made = {}, [[]], None, [], []
    for line in trace.splitlines():
        words = line.split()
        words = words[1:] if words and words[0].isdigit() else words
        if not words or words[0].startswith("#"):
            if words[:1] == ["#="] and words[1] in ANSWERS and found and not found[-1][1]:
                found[-1][1] = words[1]
            continue
        if words[0] == "return":
            names[words[1]] = digest(made)
            # The sort of a term: `mk-term OP KIND …`.
            for sort in words[2:]:
                names.setdefault(sort, digest(["mk-sort", made[2]]))
            continue
        made = [names.get(word, word) for word in words]
        action, args = made[0], made[1:]
        if action in ("new", "reset", "reset-assertions"):
            levels = [[]]
        elif action == "push":
            levels += [[] for _ in range(int(args[0]))]
        elif action == "pop":
            del levels[-int(args[0]) :]
        elif action == "assert-formula":
            levels[-1].append(args[0])
        elif action in CHECKS:
            checked = digest(sorted({*sum(levels, []), *args[1:]}))
            found.append([None if checked == last else checked, None])
            last = checked
    if found and "# The time limit ended" in trace:
        found[-1][1] = "timeout"
    return found
