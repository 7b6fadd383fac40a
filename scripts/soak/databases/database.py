"""A PostgreSQL of its own."""

import os
import pwd
import signal
import subprocess
import time
from pathlib import Path

from shared.findings import expect
from shared.limits import limit

PORT = 5432  # of the name of the socket's file alone
DISK = 256  # MB


class Database:
    """A PostgreSQL of its own, on a disk of its own where that can be made."""

    def __init__(self, folder):
        self.folder = folder
        versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parts[-2]))
        places = [*map(Path, os.environ["PATH"].split(":")), *versions]
        needed = ("initdb", "pg_ctl", "psql", "pg_isready")
        self.programs = next((place for place in places if all((place / name).exists() for name in needed)), None)
        expect(self.programs, "PostgreSQL is missing; 'scripts/build/bootstrap test' installs it")
        self.has_disk = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "boardsim-faults", folder], capture_output=True).returncode == 0
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self.user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        else:
            self.user = {}
        self.run("initdb", "-D", "data", "-U", "boardsim", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        with (folder / "data/postgresql.conf").open("a") as file:
            file.write(f"listen_addresses = ''\nunix_socket_directories = '{folder}'\nport = {PORT}\nshared_buffers = 32MB\n"
                       "max_wal_size = 64MB\nmin_wal_size = 32MB\n")
        self.start()

    def run(self, name, *words, check=True):
        done = subprocess.run([self.programs / name, *words], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, **self.user)
        expect(done.returncode == 0 or not check, f"{name} ended with {done.returncode}: {done.stdout[-2000:]}")
        return done.stdout

    def start(self):
        # What it starts would keep the pipe of what it prints open.
        words = [self.programs / "pg_ctl", "-D", "data", "-l", "log", "-s", "-w", "start"]
        done = subprocess.run(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **self.user)
        log = self.folder / "log"
        expect(done.returncode == 0, f"PostgreSQL did not start: {log.exists() and log.read_text()[-2000:]}")

    def crash(self):
        """Ends it at once, as a loss of power would."""
        self.run("pg_ctl", "-D", "data", "-s", "-w", "-m", "immediate", "stop", check=False)

    def kill(self):
        """Kills the process that starts all others."""
        os.kill(int((self.folder / "data/postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def kill_one(self, chance):
        """Kills a process that serves a connection, for which the database ends all others and recovers; waits until it has.

        Its log tells: it answers for a moment before it notices, and may answer again before anybody has seen it down.
        """
        ids = self.ask("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
        before, end = self.starts(), time.monotonic() + limit(60)
        try:
            os.kill(int(chance.choice(ids)), signal.SIGKILL)
        except (IndexError, ProcessLookupError):
            return  # there is no connection, or it has ended
        while self.starts() == before:
            expect(time.monotonic() < end, "the database did not recover")
            time.sleep(0.05)

    def starts(self):
        """How often it has begun to take connections."""
        return (self.folder / "log").read_text(errors="replace").count("ready to accept connections")

    def is_up(self):
        return subprocess.run([self.programs / "pg_isready", "-h", self.folder, "-p", str(PORT), "-q"]).returncode == 0

    def ask(self, query):
        """The lines of an answer."""
        words = ["-h", self.folder, "-p", str(PORT), "-U", "boardsim", "-d", "postgres", "-XAtqc", query]
        return self.run("psql", *words).splitlines()

    def url(self, folder=None):
        return f"postgresql:///postgres?host={folder or self.folder}&user=boardsim"

    def end(self):
        self.crash()
        if self.has_disk:
            subprocess.run(["umount", "-l", self.folder])
