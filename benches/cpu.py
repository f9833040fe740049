"""Runs programs until all their processes together have used some CPU time."""

import os
import signal
import subprocess
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


def watch(command, log, marks, reached=lambda mark: None, **more):
    """Runs a command, with its output in a file, and interrupts it after the last mark, in CPU seconds.

    Calls `reached` at each mark. Returns the exit code and the CPU seconds.
    """
    left, spent = sorted(marks), 0.0
    with open(log, "a") as text:
        started = subprocess.Popen([str(word) for word in command], stdout=text, stderr=text, start_new_session=True, **more)
    while left and not has_ended(started):
        time.sleep(LOOK)
        spent = max(spent, cpu_time(started.pid))
        while left and spent >= left[0]:
            reached(left.pop(0))
    if not left:
        started.send_signal(signal.SIGINT)
    # The usage includes that of children which the process has waited for.
    _, status, usage = os.wait4(started.pid, 0)
    started.returncode = os.waitstatus_to_exitcode(status)
    return started.returncode, max(spent, usage.ru_utime + usage.ru_stime)
