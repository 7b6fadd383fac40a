"""The faults of servers, database, connections and disk."""

import signal
import time

from shared.findings import expect
from shared.limits import limit

FAULTS = {}


def fault(function):
    FAULTS[function.__name__.replace("_", "-")] = function
    return function


@fault
def server_killed(trial):
    """A server is killed while it works, and started again."""
    for _ in range(trial.count(10)):
        time.sleep(trial.chance.uniform(0.2, 1))
        server = trial.chance.choice(trial.servers)
        server.end(signal.SIGKILL)
        server.start()
        trial.recover()


@fault
def database_crashed(trial):
    """The database ends at once and is away for eight seconds."""
    for number in range(trial.count(6)):
        time.sleep(trial.chance.uniform(0.2, 1))
        trial.database.kill() if number % 2 else trial.database.crash()
        time.sleep(8)
        trial.database.start()
        trial.recover()


@fault
def session_killed(trial):
    """One of the database's processes is killed, after which it ends all and recovers."""
    for _ in range(trial.count(10)):
        time.sleep(trial.chance.uniform(0.2, 1))
        trial.database.kill_one(trial.chance)
        trial.recover()


@fault
def slow_connection(trial):
    """A server's pieces to and from the database are up to half a second late; the others go on."""
    for _ in range(trial.count(10)):
        trial.line.delay = trial.chance.uniform(0.05, 0.5)
        before = [len(pusher.acknowledged) for pusher in trial.pushers[:2]]
        time.sleep(trial.chance.uniform(2, 4))
        after = [len(pusher.acknowledged) for pusher in trial.pushers[:2]]
        expect(all(a > b for a, b in zip(after, before)), "one slow connection keeps the other servers from taking rows")
    trial.line.delay = 0
    trial.recover()


@fault
def connection_cut(trial):
    """A server's connections to the database are cut, pieces on their way with them."""
    for _ in range(trial.count(40)):
        trial.line.delay = trial.chance.choice((0, 0.01))
        time.sleep(trial.chance.uniform(0.05, 0.4))
        trial.line.cut()
    trial.line.delay = 0
    trial.recover()


@fault
def disk_full(trial):
    """The database's disk is full for some seconds."""
    expect(trial.database.has_disk, "a disk of its own cannot be mounted here: run as root, or name the other faults")
    ballast = trial.database.folder / "ballast"
    for _ in range(trial.count(4)):
        time.sleep(trial.chance.uniform(0.2, 1))
        refused = sum(pusher.refused for pusher in trial.pushers)
        end = time.monotonic() + limit(20)
        # Unbuffered: what found no room would be written once more at the end, and fail there.
        with ballast.open("wb", buffering=0) as file:
            # Until the database feels it: what it has already it may still fill.
            while sum(pusher.refused for pusher in trial.pushers) == refused and time.monotonic() < end:
                try:
                    file.write(bytes(65_536))
                except OSError:
                    time.sleep(0.02)
        time.sleep(trial.chance.uniform(1, 3))
        felt = sum(pusher.refused for pusher in trial.pushers) > refused
        ballast.unlink()
        if not trial.database.is_up():
            time.sleep(2)
            if not trial.database.is_up():
                trial.database.start()
        expect(felt, "no row was refused for 20 s of a full disk: it was not full for the database")
        trial.recover()
