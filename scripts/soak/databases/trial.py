"""Three servers on one database, and what has to hold after each fault."""

import os
import random
import subprocess
import sys
import time

from databases.database import Database
from databases.line import Line
from databases.servers import AppServer, Pusher
from shared.findings import expect
from shared.limits import limit
from shared.repository import ROOT


def built():
    """The command with PostgreSQL in it, as the tests have it."""
    subprocess.run(["scripts/build/as-tests", "build", "-q", "--product", "boardsim"], cwd=ROOT, check=True, stdout=sys.stderr)
    return str(ROOT / ".build/debug/boardsim")


class Trial:
    """Three servers, one of them over a line of its own, and who pushes."""

    def __init__(self, folder, share, seed, program):
        self.share, self.chance, self.command = share, random.Random(seed), program or built()
        (folder / "disk").mkdir()
        os.chmod(folder, 0o755)
        self.database = Database(folder / "disk")
        self.log = (folder / "servers.log").open("w")
        self.servers, asked = self.serve(folder)
        self.pushers = [Pusher(number, one) for number, one in enumerate(asked)]
        for pusher in self.pushers:
            pusher.start()

    def serve(self, folder):
        """The servers, and whom each pusher asks."""
        (folder / "line").mkdir()
        self.line = Line(folder / "line", self.database)
        urls = [self.database.url(), self.database.url(), self.database.url(self.line.folder)]
        servers = [AppServer(self.command, url, self.log) for url in urls]
        return servers, servers

    def count(self, whole):
        return max(1, round(whole * self.share))

    def acknowledged(self):
        return sum(len(pusher.acknowledged) for pusher in self.pushers)

    def recover(self, seconds=60):
        """Waits until each server has rows acknowledged again."""
        before, end = [len(pusher.acknowledged) for pusher in self.pushers], time.monotonic() + limit(seconds)
        while any(len(pusher.acknowledged) <= count for pusher, count in zip(self.pushers, before)):
            expect(time.monotonic() < end, f"{seconds} s after the fault not every server takes rows again")
            time.sleep(0.05)

    def check(self):
        known = [set(pusher.acknowledged) for pusher in self.pushers]
        told = self.database.ask("SELECT raw, count(*) FROM measurements GROUP BY raw")
        rows = {line.rpartition("|")[0]: int(line.rpartition("|")[2]) for line in told}
        missing = [text for texts in known for text in texts if text not in rows]
        expect(not missing, f"{len(missing)} acknowledged rows are missing, such as {missing[:3]}")
        twice = [text for text, count in rows.items() if count > 1]
        expect(not twice, f"{len(twice)} rows are there twice, such as {twice[:3]}")
        verdict = subprocess.run([self.command, "server", "verify", "--store", self.database.url()],
                                 capture_output=True, text=True)
        expect(verdict.returncode == 0, f"server verify: {verdict.stdout}{verdict.stderr}")
        one, other = self.chance.sample(self.servers, 2)
        token = one.log_in()
        status, said = other.send("api/user/logout", token, {})
        expect(status == 200, f"a logout is {status}: {said}")
        for server in self.servers:
            status, _ = server.send("api/user/me", token)
            expect(status == 401, f"after its logout at another server a token is {status}")
        return sum(map(len, known))

    def end(self):
        for pusher in self.pushers:
            pusher.is_over = True
        for server in self.servers:
            server.end()
        for pusher in self.pushers:
            pusher.join()
        self.log.close()
        self.database.end()
