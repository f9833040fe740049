"""Runs programs until all their processes together have used some CPU time."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

LOOK = 0.5
TICKS = os.sysconf("SC_CLK_TCK")


def call(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)


def cpu_time(session):
    """CPU seconds of the processes of a session, with those of their children that have ended."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        try:
            fields = folder.name.isdigit() and (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue  # The process has ended meanwhile.
        if fields and int(fields[3]) == session:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / TICKS


def has_ended(process):
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def watch(command, log, marks, reached=lambda mark: None, begun=lambda: True, **more):
    """Runs a command, with its output in a file, and interrupts it after the last mark, in CPU seconds.

    Calls `reached` at each mark, but not before `begun`. Returns the exit code and the CPU seconds.
    """
    left, spent = sorted(marks), 0.0
    with open(log, "a") as text:
        started = subprocess.Popen([str(word) for word in command], stdout=text, stderr=text, start_new_session=True, **more)
    while left and not has_ended(started):
        time.sleep(LOOK)
        spent = max(spent, cpu_time(started.pid))
        while left and spent >= left[0] and begun():
            reached(left.pop(0))
    if not left:
        # `send_signal` would take the exit status of a process that has ended meanwhile.
        os.kill(started.pid, signal.SIGINT)
    # The usage includes that of children which the process has waited for.
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    return started.returncode, max(spent, usage.ru_utime + usage.ru_stime)


def counters_of(out):
    """The counters in the results of a campaign."""
    return json.loads(Path(out, "campaign.json").read_text())["counters"]


def campaign(command, out, log, marks, reached=lambda mark: None, **more):
    """Runs a campaign, with its results in `out`, until the last mark: see `watch`. Returns its counters and the CPU seconds.

    A campaign that is interrupted while it loads its library has no results, so it is not interrupted before it has some.
    Ends this program with the output of the campaign if the campaign fails, or ends before the last mark.
    """
    has_results = Path(out, "campaign.json").exists
    code, spent = watch([*command, "--out", out, "--max-time", "1000000"], log, marks, reached, has_results, **more)
    if code not in (0, 1, 130) or spent < max(marks) or not has_results():
        line = " ".join(map(str, command))
        sys.exit(f"{line}\nended with code {code} after {spent:.1f} CPU seconds, and printed\n{Path(log).read_text()}")
    return counters_of(out), spent
