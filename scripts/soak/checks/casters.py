"""Three casters that are one, of which one is killed, and their broker too."""

import time

from checks.connections import allow_descriptors
from shared.answers import told
from shared.broker import Broker
from shared.findings import expect
from shared.limits import limit
from shared.flows import Flows, Source
from shared.processes import Server
from shared.rabbit import Rabbit

MOUNTS = 30  # of which each of the three casters has the source of ten


class Three:
    """Three casters of one cluster, `url` telling each its broker."""

    def __init__(self, folder, url):
        users = folder / "users"
        users.write_text("*:*:*:read\ns:pw:*:write\n")
        users.chmod(0o600)
        sources = [word for mount in range(MOUNTS) for word in ("--source", f"M{mount}")]
        self.nodes = [
            Server("caster", "--port", 0, "--admin-port", 0, "--json", "-q", "--users", users, *sources,
                   "--cluster", url(node), "--node", f"n{node}") for node in range(3)]
        self.sources = [Source(number, f"M{number}") for number in range(MOUNTS)]
        self.await_all(lambda state: state["nodes"] == 2, "the casters do not find each other")
        for source in self.sources:
            expect(source.connect(self.nodes[source.number % 3].port), f"{source.mountpoint} was not let in")
        self.await_all(lambda state: True, "")

    def state(self, node):
        return told(f"{self.nodes[node].ready['admin']}api/v1/status")["cluster"]

    def await_all(self, holds, sentence, seconds=30):
        end = time.monotonic() + limit(seconds)
        while not all(holds(self.state(node)) for node in range(3)):
            expect(time.monotonic() < end, sentence)
            time.sleep(0.05)

    def tables(self, node):
        return {mount["name"] for mount in told(f"{self.nodes[node].ready['admin']}api/v1/mountpoints")["mountpoints"]
                if mount["node"] or mount["source_agent"]}

    def end(self):
        for node in self.nodes:
            if node.process.poll() is None:
                node.end()


def started(three, flows, readers):
    """Readers at the second and third caster, once all mountpoints are there."""
    end = time.monotonic() + limit(30)
    while any(len(three.tables(node)) < MOUNTS for node in range(3)):
        expect(time.monotonic() < end, "the table is not whole")
        time.sleep(0.05)
    for source in three.sources:
        flows.push(source)
    for number in range(readers):
        flows.read(three.sources[number % MOUNTS], three.nodes[1 + number // MOUNTS % 2].port)
        flows.run(0.002)
    flows.run(limit(20), lambda: all(reader.count > 1 for reader in flows.readers))
    expect(all(reader.count > 1 for reader in flows.readers), "not every reader gets its stream")


def casters(work):
    """Three casters of one cluster with a thousand readers at two of them; the third is killed. Readers of the others'
    streams miss no byte; the killed one's sources come to another caster, and their readers go on within five seconds."""
    readers, seconds = work.count(1000), max(work.count(60), 6)
    allow_descriptors(readers)
    with Broker(work.folder) as broker:
        three = Three(work.folder, lambda _: broker.url("casters"))
        flows = Flows(size=300, interval=0.2)
        try:
            started(three, flows, readers)
            flows.run(seconds)
            expect(sum(reader.missing for reader in flows.readers) == 0, "frames are missing before anything has happened")
            three.nodes[0].process.kill()
            moved, killed = three.sources[::3], time.monotonic()
            for source in moved:
                source.socket = None
            flows.run(0.5)
            for source in moved:
                expect(source.connect(three.nodes[1].port), f"{source.mountpoint} was not let in at another caster")
                flows.push(source)
            there = [reader for reader in flows.readers if reader.source in moved]
            flows.run(limit(20), lambda: all(reader.arrival > killed * 1e9 + 5e8 for reader in there))
            back = max(reader.arrival for reader in there) / 1e9 - killed
            flows.run(seconds)
        finally:
            flows.close()
            three.end()
    others = [reader for reader in flows.readers if reader.source not in moved]
    expect(back < limit(5), f"readers of the moved sources waited for {back:.1f} s")
    expect(sum(reader.missing for reader in others) == 0, "readers of the others' streams miss frames")
    frames = sum(reader.count for reader in flows.readers)
    return (f"{readers} readers, {frames} frames in order; after kill -9 none missing at {len(others)} of other streams, "
            f"{len(there)} of moved ones back after {back:.2f} s")


def blocked(work):
    """RabbitMQ takes nothing from publishers for a while, as with a full memory: boards go on, their messages wait and then
    arrive, and a caster's own readers notice nothing."""
    boards, seconds = 20, max(work.count(60), 10)
    with Rabbit(work.folder) as rabbit:
        three = Three(work.folder, lambda node: rabbit.url(node + 1, "casters"))
        flows = Flows(size=300, interval=0.2)
        try:
            for source in three.sources:
                flows.push(source)
                flows.read(source, three.nodes[source.number % 3].port)
            with Server("run", "--boards", boards, "--port", 0, "--json", "-q", "--sky", "off", "--ntrip", "none", "--boot", "cold",
                        "--mqtt", rabbit.url(1, "air"), "--mqtt-qos", 1) as fleet:
                def counts():
                    return [told(f"{fleet.url}boards/{board}/api/v1/status")["telemetry"] for board in range(boards)]

                def measured():
                    return [told(f"{fleet.url}boards/{board}/api/v1/measurement")["board_time"] for board in range(boards)]

                flows.run(8)
                rabbit.block(True)
                flows.run(3)
                before, published = measured(), [state["published"] for state in counts()]
                flows.run(seconds)
                stalled = counts()
                expect(all(now > then + seconds / 2 for now, then in zip(measured(), before)), "boards stood still while their broker was blocked")
                expect(sum(state["waiting"] for state in stalled) > boards, "nothing waits while the broker is blocked")
                expect(sum(now["published"] - then for now, then in zip(stalled, published)) < boards * 3, "the broker was not blocked")
                waiting = sum(state["waiting"] for state in stalled)
                rabbit.block(False)
                end = time.monotonic() + limit(60)
                while any(state["waiting"] > 3 for state in counts()):
                    expect(time.monotonic() < end, "messages still wait a minute after the broker takes them again")
                    flows.run(0.5)
                dropped = sum(state["dropped"] + state["refused"] for state in counts())
            missing = sum(reader.missing for reader in flows.readers)
        finally:
            flows.close()
            three.end()
    expect(dropped == 0, f"{dropped} messages were dropped")
    expect(missing == 0, f"{missing} frames are missing at a caster's own readers")
    return (f"blocked for {seconds} s: {boards} boards went on, {waiting} messages waited and were taken, {len(flows.readers)} readers of "
            f"their own casters missed no frame")


def rabbitmq(work):
    """The same casters on three nodes of RabbitMQ, of which one is killed: the streams go on, and what is lost is whole
    frames that the casters count."""
    readers, seconds = work.count(1000), max(work.count(30), 6)
    allow_descriptors(readers)
    with Rabbit(work.folder) as rabbit:
        three = Three(work.folder, lambda node: rabbit.url(node + 1, "casters"))
        flows = Flows(size=300, interval=0.2)
        try:
            started(three, flows, readers)
            flows.run(seconds)
            expect(sum(reader.missing for reader in flows.readers) == 0, "frames are missing before anything has happened")
            rabbit.kill(2)
            killed = time.monotonic()
            flows.run(limit(20), lambda: all(reader.arrival > killed * 1e9 + 5e8 for reader in flows.readers))
            back = max(reader.arrival for reader in flows.readers) / 1e9 - killed
            flows.run(seconds)
            three.await_all(lambda state: state["state"] == "connected", "a caster has not connected again")
            missing = sum(reader.missing for reader in flows.readers)
            counted = sum(three.state(node)["missing"] for node in range(3))
        finally:
            flows.close()
            three.end()
    frames = sum(reader.count for reader in flows.readers)
    expect(back < limit(5), f"readers waited for {back:.1f} s")
    expect((missing > 0) == (counted > 0), f"readers miss {missing} frames, casters count {counted} pieces")
    return (f"{readers} readers on three nodes, {frames} frames in order; one node killed: all go on within {back:.2f} s, "
            f"{missing} frames missing ({counted} pieces counted), none torn")
