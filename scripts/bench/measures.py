"""What the benchmarks share: timed runs, the word for an aim, loads by wrk, a server in Node to compare with."""

import re
import resource
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for those who import this, too

from shared.processes import Counts


def program():
    """The command that is measured, which a benchmark is given as its first word."""
    return str(Path(sys.argv[1]).resolve())


def verdict(holds):
    return "met" if holds else "MISSED"


@dataclass
class Timed:
    """A run that has ended: its processor time, with its children's, and how long it took, in seconds."""

    done: subprocess.CompletedProcess
    user: float
    system: float
    elapsed: float

    @property
    def processor(self):
        return self.user + self.system


def timed(words, **options):
    """Runs a command, whose output goes nowhere if nothing else is said."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    done = subprocess.run(words, **quiet | options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Timed(done, after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime, time.monotonic() - start)


def load(url, connections, *words):
    """The number of answers in five seconds of wrk, and the 99th percentile of their times as it prints it."""
    out = subprocess.run(["wrk", "-t1", f"-c{connections}", "-d5s", "--latency", *words, url],
                         capture_output=True, text=True).stdout
    assert "Non-2xx" not in out, out
    return int(re.search(r"(\d+) requests in", out)[1]), re.search(r"99%\s+(\S+)", out)[1]


def answers_per_second(counts, url, *words):
    """Answers per second of a server's processor time under 32 connections, and the 99th percentile of their times."""
    before = counts.seconds_worked()
    answers, p99 = load(url, 32, *words)
    return answers / (counts.seconds_worked() - before), p99


NODE = """
const [body, kind] = process.argv.slice(1);
const server = require('http').createServer((request, response) => {
  response.writeHead(200, {'Content-Type': kind});
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
"""


class NodeServer:
    """A server in Node that has one answer in memory."""

    def __init__(self, body, kind):
        self.process = subprocess.Popen(["node", "-e", NODE, body, kind], stdout=subprocess.PIPE, text=True)
        self.counts = Counts(self.process.pid)
        self.url = f"http://127.0.0.1:{self.process.stdout.readline().strip()}/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
