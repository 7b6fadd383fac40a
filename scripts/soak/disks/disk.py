"""A folder whose calls go wrong by a fault, and programs that are started on it."""

import os
import signal
import struct
import subprocess
from dataclasses import dataclass

from shared.findings import Finding, expect
from shared.limits import limit
from shared.processes import ready_line
from shared.repository import BOARDSIM

CALLS = ("write", "sync", "rename", "open")
ACTIONS = ("fail", "cut", "delay", "kill")


@dataclass(frozen=True)
class Fault:
    """A call of the C library, and what becomes of it."""

    call: str = ""
    number: int = 1
    action: str = ""
    last: int = 1

    def __str__(self):
        return f"{self.call}:{self.number}-{self.last}:{self.action}"


def faults(counts):
    """Every fault of a case: each call fails alone, with the next two, and for good; and is cut, late and the last."""
    for call in CALLS:
        for number in range(1, counts[call] + 1):
            for action in ACTIONS:
                if action == "cut" and call != "write":
                    continue
                for last in (number, number + 2, 10**9) if action == "fail" else (number,):
                    yield Fault(call, number, action, last)


class Disk:
    """A folder whose calls are counted and, by a fault, go wrong; programs are started on it."""

    def __init__(self, shim, root, fault):
        self.folder = root / "disk"
        self.folder.mkdir(parents=True)
        self.counts_file = root / "counts"
        self.fault = fault
        self.environment = os.environ | {
            "LD_PRELOAD": str(shim), "FAULTY_FOLDER": f"{self.folder}/", "FAULTY_COUNTS": str(self.counts_file),
            "FAULTY_CALL": fault.call, "FAULTY_NUMBER": str(fault.number), "FAULTY_LAST": str(fault.last),
            "FAULTY_ACTION": fault.action, "SWIFT_BACKTRACE": "enable=no"}

    def start(self, *words, **more):
        """Starts the command on the faulty disk."""
        return subprocess.Popen(
            [BOARDSIM, *map(str, words)], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            **more)

    def run(self, *words, **more):
        """Runs the command on the faulty disk; it ends with 0 or 1, or is killed where the fault kills."""
        process = self.start(*words, **more)
        try:
            out, errors = process.communicate(timeout=limit(60))
        except subprocess.TimeoutExpired:
            process.kill()
            raise Finding(f"'{words[0]}' does not end")
        allowed = (0, 1, -signal.SIGKILL) if self.fault.action == "kill" else (0, 1)
        expect(process.returncode in allowed, f"'{words[0]}' ended with {process.returncode}: {errors[-500:]}")
        return process.returncode, out, errors

    def counts(self):
        return dict(zip(CALLS, struct.unpack("4Q", self.counts_file.read_bytes())))


def sound(*words, allowed=(0,)):
    """Runs the command on a disk that is well."""
    done = subprocess.run([BOARDSIM, *map(str, words)], capture_output=True, text=True, timeout=limit(60))
    expect(done.returncode in allowed, f"'{' '.join(map(str, words))}' ended with {done.returncode}: "
           f"{done.stdout[-500:]}{done.stderr[-500:]}")
    return done


class Serving:
    """A command that serves, on a faulty disk or a sound one, until it is told to end or is killed by its fault."""

    def __init__(self, disk, *words):
        self.process = disk.start(*words) if disk else subprocess.Popen(
            [BOARDSIM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.ready = ready_line(self.process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.errors = self.process.communicate(timeout=limit(30))[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Finding("the server does not end")
        code = self.process.returncode
        expect(code in (0, 1, -signal.SIGKILL, -signal.SIGTERM), f"ended with {code}: {self.errors[-500:]}")
