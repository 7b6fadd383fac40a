"""HAProxy before servers that share one PostgreSQL."""

import signal
import tempfile
import time
from pathlib import Path

from databases.proxy import NODES, Proxied
from shared.answers import answer, told
from shared.findings import expect
from shared.limits import limit


def haproxy(work):
    """Fifty writers push rows through HAProxy to three servers on one PostgreSQL, while servers are killed and the database
    is away for 20 s: no acknowledged row is missing, none is there twice, and a logged-out token is refused by all within a
    second."""
    # A socket's path may have a hundred characters.
    with tempfile.TemporaryDirectory(prefix="boardsim-", dir="/tmp") as folder:
        trial = Proxied(Path(folder), work.share, work.seed, None)
        try:
            trial.recover()
            worst = trial.refused_by_all(trial.servers)
            kills = trial.count(6)
            for _ in range(kills):
                worst = max(worst, kill_one(trial))
            outage, back = away(trial, 20 * work.share)
            worst = max(worst, trial.refused_by_all(trial.servers))
            rows = trial.check()
            nodes = [told(f"{server.ready['admin']}api/v1/server")["node"] for server in trial.servers]
            expect(nodes == list(NODES), f"the servers are called {nodes}")
            refused = sum(pusher.refused for pusher in trial.pushers)
            return (f"{rows} rows acknowledged, {refused} refused, {kills} servers killed, the database away for {outage:.0f} s "
                    f"and rows taken {back:.1f} s after it; none missing or twice, a logout everywhere within {worst * 1000:.0f} ms")
        finally:
            trial.end()


def kill_one(trial):
    """Kills a server; the others take rows meanwhile, and it takes part again once it is back."""
    time.sleep(trial.chance.uniform(0.2, 1))
    server = trial.chance.choice(trial.servers)
    server.end(signal.SIGKILL)
    trial.recover()
    worst = trial.refused_by_all([other for other in trial.servers if other is not server])
    server.start()
    trial.recover()
    return max(worst, trial.refused_by_all(trial.servers))


def away(trial, seconds):
    """Lets the database be away: HAProxy refuses requests itself once it has noticed. How long that was, and how long until
    rows are taken again."""
    trial.database.crash()
    began = time.monotonic()
    while (status := answer(f"{trial.front.url}healthz")[0]) != 503 or time.monotonic() - began < seconds:
        expect(time.monotonic() - began < seconds + limit(20), f"without a database /healthz is {status}")
        time.sleep(0.05)
    outage = time.monotonic() - began
    trial.database.start()
    began, before = time.monotonic(), trial.acknowledged()
    while trial.acknowledged() == before:
        expect(time.monotonic() - began < limit(60), "no row is taken within a minute of the database's return")
        time.sleep(0.02)
    back = time.monotonic() - began
    trial.recover()
    return outage, back
