"""Servers on the database, and who pushes rows to them."""

import json
import threading
import time

from shared.answers import EMAIL, PASSWORD, answer
from shared.findings import Finding, expect
from shared.limits import limit
from shared.processes import Server


class Asked:
    """Who answers as the apps' server does, at a URL."""

    def __init__(self, url):
        self.url = url

    def send(self, path, token=None, body=None, patience=20):
        """The status and the object of an answer."""
        fields = {"Authorization": f"Bearer {token}"} if token else {}
        status, content = answer(
            self.url + path, "GET" if body is None else "POST", body, patience, **fields)
        return status, json.loads(content) if status < 400 else content

    def log_in(self, deadline=60):
        """A token; a server that has lost its database may be late."""
        end = time.monotonic() + limit(deadline)
        while True:
            try:
                status, said = self.send("api/user/login", body={"email": EMAIL, "password": PASSWORD})
            except OSError as error:
                status, said = 0, error
            if status == 200:
                return said["token"]
            expect(time.monotonic() < end, f"a server lets nobody in {deadline} s after a fault: {status} {said}")
            time.sleep(0.1)


class AppServer(Server, Asked):
    """A `boardsim server`, started again where it was killed, at its port if it has one of its own."""

    def __init__(self, command, url, log, *options, port=0):
        self.command, self.store, self.log, self.options, self.own_port = command, url, log, options, port
        self.start()

    def start(self):
        super().__init__(
            "server", "--port", self.own_port, "--admin-port", 0, "--json", "-q", "--history", "none", "--limits", "off",
            "--demo-user", "on", "--store", self.store, *self.options, program=self.command, log=self.log)


class Pusher(threading.Thread):
    """Sends rows, each another one, to a server: what became of each."""

    def __init__(self, number, server):
        super().__init__(daemon=True)
        self.number, self.server, self.sent, self.acknowledged, self.refused = number, server, 0, set(), 0
        self.is_over = False

    def run(self):
        token = None
        while not self.is_over:
            self.sent += 1
            text = f"{self.number}.{self.sent};50;101325;0;0;400;1;2;3;4;5;45.5;9.2"
            try:
                token = token or self.server.log_in()
                status, _ = self.server.send("api/data", token, {"data": text})
            except (OSError, ValueError, Finding):
                status = 0
            if status == 200:
                self.acknowledged.add(text)
            else:
                token = None if status == 401 else token
                self.refused += 1
                time.sleep(0.05)
