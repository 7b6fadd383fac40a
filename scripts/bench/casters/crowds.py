"""Crowds of readers: at once, encrypted, on many mountpoints, stuck, and beside an admin port that is asked."""

import contextlib
import http.client
import json
import shutil
import ssl
import subprocess
import time
import urllib.request

from casters.frames import frames
from casters.readers import Crowd, burst, source
from casters.words import at_most, median, ratio
from measures import verdict


def measure_burst(bench, count=1000):
    """Connects all at once."""
    times = {name: [] for name in bench.casters()}
    for _ in range(max(bench.arguments.runs, 5)):
        for name, start in bench.casters().items():
            with start() as server, source(server.port):
                times[name].append(burst(server.port, count) * 1e3)
    words, _ = ratio(times, "ms")
    print(f"{count} connects in a burst, all answered: {words} {at_most(150, median(times['boardsim']), ' ms')}")


def measure_tls(bench, count=2000):
    """What an encrypted reader costs."""
    if not shutil.which("openssl"):
        return print("TLS: skipped, openssl is not installed")
    certificate, key = bench.folder / "cert.pem", bench.folder / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-subj", "/CN=localhost", "-days", "2", "-keyout", str(key), "-out", str(certificate)],
                   check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with bench.ours("--tls-port", "0", "--cert", str(certificate), "--key", str(key), others=2) as server, \
            source(server.port) as pushing:
        before = server.resident()
        with Crowd(server, count, wrap=context.wrap_socket, port=server.tls) as crowd:
            for number in range(5):
                pushing.sendall(frames(1))
                crowd.drain_until((number + 1) * len(frames(1)))
            memory = (server.resident() - before) / count / 1000
            whole = all(own == 5 * len(frames(1)) for own in crowd.counts)
    print(f"{count} TLS readers: {memory:.1f} kB each {at_most(40, memory, ' kB')}, "
          f"{'no byte lost' if whole else 'BYTES LOST'}")


def measure_mounts(bench, count=200):
    """One mountpoint of all readers, beside many of a part of them."""
    readers, rounds, figures = bench.arguments.readers, 7, {}
    for number in (1, count):
        names = [f"M{index:03}" for index in range(number)]
        with bench.ours(mounts=names) as server, contextlib.ExitStack() as stack:
            pushing = [stack.enter_context(source(server.port, name)) for name in names]
            crowd, used = stack.enter_context(Crowd(server, readers, names)), []
            for index in range(rounds):
                cpu, piece = server.cpu(), frames(1)
                for connection in pushing:
                    connection.sendall(piece)
                crowd.drain_until((index + 1) * len(piece))
                time.sleep(0.1)
                used.append((server.cpu() - cpu) * 1e3)
            whole = all(own == rounds * 1000 for own in crowd.counts)
            figures[number] = median(used)
            if not whole:
                print(f"{number} mountpoints: BYTES LOST")
    times = figures[count] / figures[1]
    print(f"{count} mountpoints of {readers // count} readers: {figures[count]:.1f} ms of processor time an epoch, "
          f"one of {readers} {figures[1]:.1f}, {times:.2f}x {at_most(1.3, times, 'x')}")


def measure_stuck(bench, count=100, seconds=5):
    """Half of the readers take nothing."""
    with bench.ours() as server, source(server.port) as pushing, Crowd(server, count) as reading, \
            Crowd(server, count, buffer=4096):
        begin, sent = time.monotonic(), 0
        piece = frames(1) * 10
        while time.monotonic() < begin + seconds:
            pushing.sendall(piece)
            sent += len(piece)
            while time.monotonic() < begin + sent / 100_000:
                reading.drain()
        reading.drain_until(sent)
        whole = all(own == sent for own in reading.counts)
        status = json.load(urllib.request.urlopen(server.admin + "/api/v1/status"))["mounts"]["LOAD"]
    print(f"{count} of {2 * count} readers stuck at 100 kB/s: the others have each {min(reading.counts)} of {sent} bytes "
          f"({verdict(whole)}), {status['drops']} were cut off")


def measure_scrape(bench, epochs=25):
    """How late an epoch is while the admin port is asked."""
    readers, late, asked = bench.arguments.readers, {}, []
    for name, start in bench.casters().items():
        with start() as server, source(server.port) as pushing, Crowd(server, readers) as crowd:
            late[name] = []
            for _ in range(epochs):
                late[name].append(latency(server, pushing, crowd, scrapes=False))
                if server.admin:
                    asked.append(latency(server, pushing, crowd, scrapes=True))
    print(f"{readers} readers, until the last one has an epoch: {ratio(late, 'ms')[0]}")
    quiet, delay = late["boardsim"], max(asked) - max(late["boardsim"])
    print(f"{readers} readers, the admin port asked at each of {epochs} epochs: the last one has it after "
          f"{median(asked):.1f} ms, {max(asked):.1f} at most; without {median(quiet):.1f}, {max(quiet):.1f} at most; "
          f"{delay:.1f} ms more {at_most(20, delay, ' ms')}")


def latency(server, pushing, crowd, scrapes):
    """Milliseconds until all readers have an epoch; the admin port is asked just before it comes."""
    asking, piece = [], frames(1)
    for path in ("/metrics", "/api/v1/status") if scrapes else ():
        connection = http.client.HTTPConnection(server.admin.removeprefix("http://"))
        connection.request("GET", path)
        asking.append(connection)
    begin = time.monotonic()
    pushing.sendall(piece)
    end = crowd.wait_for_last(len(piece))
    for connection in asking:
        assert connection.getresponse().read()
        connection.close()
    crowd.drain()
    return (end - begin) * 1e3
