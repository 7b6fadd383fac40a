"""The casters that are loaded: ours, and one of 50 lines of C."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from pathlib import Path


class Caster:
    """A program that serves one stream or several, and what the system counts for it."""

    def __init__(self, words, ready=None):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.admin = self.port = self.tls = None
        for _ in range(ready or 0):
            line = self.process.stdout.readline()
            if match := re.search(r"admin ready: (http\S+)/api", line):
                self.admin = match[1]
            elif match := re.search(r"ntrips://[^:/]+:(\d+)", line):
                self.tls = int(match[1])
            elif match := re.search(r"ntrip://[^:/]+:(\d+)", line):
                self.port = int(match[1])
        self.idle = self.descriptors()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def cpu(self):
        """Seconds of processor time of all threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def resident(self):
        """Bytes."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return int(re.search(r"^Rss:\s+(\d+)", text, re.M)[1]) * 1024

    def wait_for_connections(self, count):
        deadline = time.monotonic() + 60
        while self.descriptors() - self.idle < count:
            if time.monotonic() > deadline:
                raise SystemExit(f"only {self.descriptors() - self.idle} of {count} connections after a minute")
            time.sleep(0.05)


class Bench:
    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        tools = Path(arguments.tools) if arguments.tools else None
        self.load = tools / "ntrip_load.py" if tools and (tools / "ntrip_load.py").exists() else None
        self.floor_binary = self.compiled(tools / "libevent_floor.c") if tools else None
        self.users = folder / "users.txt"
        self.users.write_text("*:*:*:read\nbench:bench:*:write\n")

    def compiled(self, source):
        if not source.exists() or not shutil.which("cc"):
            return None
        binary = self.folder / "floor"
        done = subprocess.run(["cc", "-O2", "-o", str(binary), str(source), "-levent"], capture_output=True)
        return binary if done.returncode == 0 else None

    def ours(self, *words, mounts=("LOAD",), others=1):
        names = [word for name in mounts for word in ("--source", name)]
        return Caster([self.arguments.boardsim, "caster", "--port", "0", "--admin-port", "0", "-q", "--users",
                       str(self.users), *names, *words], ready=len(mounts) + others)

    def floor(self):
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = 10_000 + probe.getsockname()[1] % 20_000
        server = Caster([str(self.floor_binary), str(port)])
        server.port = port
        for _ in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            time.sleep(0.02)
        time.sleep(0.1)
        server.idle = server.descriptors()
        return server

    def casters(self):
        """Both, by name, as something that starts them."""
        return {"boardsim": self.ours, **({"floor": self.floor} if self.floor_binary else {})}
