"""HAProxy before three servers, as packaging/haproxy.cfg has it."""

import shutil
import subprocess
import time

from databases.servers import AppServer, Asked
from databases.trial import Trial
from shared.findings import expect
from shared.limits import limit
from shared.ports import free_ports
from shared.repository import ROOT

HAPROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
NODES = ("one", "two", "three")
WRITERS = 50


class Proxied(Trial):
    """Three servers behind HAProxy, and fifty who push through it."""

    def serve(self, folder):
        expect(HAPROXY, "there is no haproxy; Debian's package is called so")
        front, *backs = free_ports(4)
        config = (ROOT / "packaging/haproxy.cfg").read_text()
        for old, new in zip((8080, 8081, 8083, 8085), (front, *backs)):
            expect(f"127.0.0.1:{old}\n" in config, f"packaging/haproxy.cfg has no 127.0.0.1:{old}")
            config = config.replace(f"127.0.0.1:{old}\n", f"127.0.0.1:{new}\n")
        (folder / "haproxy.cfg").write_text(config)
        # The first of them to start makes the tables.
        servers = [AppServer(self.command, self.database.url(), self.log, "--behind-proxy", "127.0.0.1", "--node", node, port=port)
                   for node, port in zip(NODES, backs)]
        self.proxy = subprocess.Popen([HAPROXY, "-db", "-f", folder / "haproxy.cfg"], stdout=self.log, stderr=self.log)
        self.front = Asked(f"http://127.0.0.1:{front}/")
        return servers, [self.front] * WRITERS

    def refused_by_all(self, wanted, seconds=1):
        """Logs in and out through the proxy; how long until the proxy and each of the wanted servers refuse the token."""
        token = self.front.log_in()
        for server in wanted:
            status, _ = server.send("api/user/me", token)
            expect(status == 200, f"a token is {status} before its logout")
        status, said = self.front.send("api/user/logout", token, {})
        expect(status == 200, f"a logout is {status}: {said}")
        began, left = time.monotonic(), [self.front, *wanted]
        while left:
            left = [server for server in left if server.send("api/user/me", token)[0] != 401]
            took = time.monotonic() - began
            expect(took < limit(seconds), f"{took:.1f} s after its logout a token is good at {[server.url for server in left]}")
        return took

    def end(self):
        super().end()
        self.proxy.terminate()
        self.proxy.wait()
