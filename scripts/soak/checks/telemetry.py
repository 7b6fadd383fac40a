"""Boards that publish to a broker, which ends and comes back."""

import random
import re
import threading
import time

from shared.answers import told
from shared.broker import Broker
from shared.findings import expect
from shared.limits import limit
from shared.processes import Server


def telemetry(work):
    """Two hundred boards publish with quality 1 for ten minutes while the broker ends and comes back, again and again: of
    the samples that a board took, none is missing at a subscriber whose session the broker keeps, and none comes out
    of order but for what is sent again."""
    seconds, boards = work.count(600), 200
    chance = random.Random(work.seed)
    with Broker(work.folder) as broker:
        subscriber = broker.subscriber("air/boards/+/measurement", "%t %p", "-q", "1", "-c", "-i", "check")
        samples, repeats = {}, 0
        finished = threading.Event()

        def read():
            nonlocal repeats
            for line in subscriber.stdout:
                found = re.match(r'air/boards/(\d+)/measurement \{"board_time":([0-9.]+)', line)
                board, moment = int(found[1]), float(found[2])
                repeats += moment in samples.setdefault(board, set())
                samples[board].add(moment)
            finished.set()

        threading.Thread(target=read, daemon=True).start()
        time.sleep(1)
        ends = 0
        with Server("run", "--boards", boards, "--port", 0, "--json", "-q", "--sky", "off", "--ntrip", "none", "--boot", "cold",
                    "--mqtt", broker.url(), "--mqtt-qos", 1) as server:
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                time.sleep(chance.uniform(5, 15))
                broker.stop()
                ends += 1
                time.sleep(chance.uniform(0, 3))
                broker.start()
            # What waits needs the next attempt of each connection.
            deadline = time.monotonic() + limit(60)
            while any(waiting(server, board) > 2 for board in range(0, boards, 20)):
                expect(time.monotonic() < deadline, "messages still wait a minute after the broker has come back")
                time.sleep(1)
            dropped = sum(state(server, board)["dropped"] + state(server, board)["refused"] for board in range(boards))
        time.sleep(3)
        subscriber.terminate()
        finished.wait(limit(10))
    expect(dropped == 0, f"{dropped} messages were dropped or refused")
    expect(len(samples) == boards, f"samples of {len(samples)} of {boards} boards")
    gaps = 0
    for moments in samples.values():
        moments = sorted(moments)
        gaps += sum(later - earlier > 2.5 for earlier, later in zip(moments, moments[1:]))
    count = sum(map(len, samples.values()))
    expect(gaps == 0, f"{gaps} gaps in {count} samples")
    return f"{count} samples of {boards} boards, {ends} ends of the broker, none missing, {repeats} twice"


def state(server, board):
    return told(f"{server.url}boards/{board}/api/v1/status")["telemetry"]


def waiting(server, board):
    return state(server, board)["waiting"]
