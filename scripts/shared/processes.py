"""Processes: programs that are run to their end, servers of ours, and what the system counts for each of them."""

import json
import os
import resource
import signal
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from shared.findings import expect
from shared.repository import BOARDSIM, ROOT


def run(words, folder=ROOT, **environment):
    """What a program printed; one that fails is a finding."""
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env=os.environ | environment, text=True, errors="replace",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    expect(done.returncode == 0, f"'{words[0]}' ended with {done.returncode}:\n{done.stdout[-4000:]}")
    return done.stdout


def ready_line(process):
    """What a server's ready line says: its JSON, or its address as `url`; None where none came."""
    line = process.stdout.readline()
    if not line:
        return None
    return json.loads(line) if line.startswith("{") else {"url": line.split()[-1]}


class Counts:
    """What the system counts for a process."""

    def __init__(self, process):
        self.folder = Path(f"/proc/{process}")

    def kilobytes(self):
        """The resident memory."""
        lines = (self.folder / "status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))

    def descriptors(self):
        """How many it has open."""
        return len(os.listdir(self.folder / "fd"))

    def seconds_worked(self):
        """How long it has used a processor."""
        fields = (self.folder / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Server:
    """A command that serves until it is told to end; `ready` is what its ready line says, `url` the address in it. What it
    logs goes to a file, or nowhere."""

    def __init__(self, *words, descriptors=None, log=subprocess.DEVNULL, program=BOARDSIM, environment=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        self.process = subprocess.Popen(
            [program, *map(str, words)], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
            preexec_fn=limit if descriptors else None, env=os.environ | (environment or {}))
        self.counts = Counts(self.process.pid)
        self.ready = ready_line(self.process)
        expect(self.ready, f"'{words[0]}' did not start")
        self.url = self.ready.get("url") or self.ready["caster"]
        self.port = urlsplit(self.url if "//" in self.url else f"//{self.url}").port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()
        self.process.stdout.close()


def most_descriptors():
    """Lets this process open as many files as the system lets it, and returns how many these are."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    return limit
