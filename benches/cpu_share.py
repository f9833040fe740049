#!/usr/bin/env python3
"""Divides the CPU time of a campaign between the program and the solver.

Reads the output of `perf script` on stdin; docs/performance.md has the commands.

Each sample is assigned to its innermost frame that is neither in the kernel nor in the C and C++ run-time libraries.
So memory allocation is assigned to the caller: the solver or the program. The kernel's work for starting and ending
processes, and for copying pages after a fork, is always assigned to the program.
"""

import collections
import re
import sys

SOLVER = re.compile(sys.argv[1] if len(sys.argv) > 1 else r"lib(z3|cvc5|gmp|poly)")
OURS = re.compile(sys.argv[2] if len(sys.argv) > 2 else r"/murxla-rs$")
LIFE = re.compile(r"do_exit|do_group_exit|exit_mmap|__x64_sys_(clone3?|v?fork|wait|waitid|kill|exit)|kernel_clone|ret_from_fork|mmput")
COPY = re.compile(r"do_wp_page|wp_page_copy|do_cow_fault")
FAULT = re.compile(r"asm_exc_page_fault|handle_mm_fault")


def is_kernel(dso):
    return dso.startswith("[kernel") or dso.startswith("[k") or dso == "[guest.kernel.kallsyms]" or dso.endswith(".ko")


def owner(frames):
    for _, dso in frames:
        if SOLVER.search(dso):
            return "solver"
        if OURS.search(dso):
            return "ours"
    return "unknown"


def main():
    by_dso, by_owner, ours = (collections.Counter() for _ in range(3))
    frames, total = [], 0

    def sample():
        nonlocal total
        if not frames:
            return
        total += 1
        top, dso = frames[0]
        who = owner(frames)
        kernel = " ".join(s for s, d in frames if is_kernel(d))
        name = dso.rsplit("/", 1)[-1]
        by_dso["kernel" if is_kernel(dso) else name] += 1
        if is_kernel(dso):
            if LIFE.search(kernel):
                key = ("ours", "kernel: processes begin and end")
            elif COPY.search(kernel):
                key = ("ours", "kernel: pages copied after a fork")
            elif FAULT.search(kernel):
                key = (who, "kernel: page faults")
            else:
                key = (who, "kernel: system calls, interrupts")
        elif SOLVER.search(dso) or OURS.search(dso):
            key = (who, "its own code")
        else:
            key = (who, "C and C++ run-time")
        by_owner[key] += 1
        if key[0] != "solver":
            inner = next((s for s, d in frames if OURS.search(d)), "-")
            ours[(key[1], top, inner)] += 1

    for line in sys.stdin:
        if line.startswith("\t") or line.startswith("  "):
            match = re.match(r"\s+[0-9a-f]+ (.*) \((.*?)\)\s*$", line)
            if match:
                frames.append((match[1].split("+0x")[0], match[2]))
        elif line.strip():
            sample()
            frames = []
    sample()

    def table(title, counter, most=40):
        print(f"\n{title}")
        for key, n in counter.most_common(most):
            key = key if isinstance(key, str) else " | ".join(key)
            print(f"{100 * n / total:6.2f}%  {key[:150]}")

    print(f"{total} samples")
    table("By the file that the CPU was in:", by_dso)
    table("By whose it is:", by_owner)
    for who in ("solver", "ours", "unknown"):
        n = sum(c for k, c in by_owner.items() if k[0] == who)
        print(f"{100 * n / total:6.2f}%  {who} in all")
    table("Not the solver's, by function and the innermost function of ours:", ours, 60)


main()
