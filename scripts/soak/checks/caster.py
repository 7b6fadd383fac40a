"""A caster whose stream solves to its station, and that many connections ask for nothing."""

import select
import socket
import time
from datetime import datetime, timezone
from urllib.parse import urlsplit

from checks.connections import allow_descriptors
from checks.solutions import distances, station
from shared.findings import expect
from shared.limits import limit
from shared.processes import Server, run
from shared.repository import BOARDSIM, CAPTURE


def caster(work):
    """RTKLIB finds the station in a capture that is served dated to now, at a hundred times its speed; and 20,000
    connections that ask for nothing, a quarter of them TLS that is never agreed on, cost a reader no byte."""
    return f"{solve(work)}; {flood(work)}"


def solve(work):
    """What convbin and rnx2rtkp make of 1,600 epochs of geometry alone, a single position each, their models off."""
    calm = work.folder / "calm.rtcm3"
    run([BOARDSIM, "capture", "synth", "-q", "--systems", "G", "--without",
         "noise,troposphere,ionosphere,clocks,slips", "-o", calm])
    epochs, offset = work.count(1600), work.chance("caster").randrange(600)
    moment = datetime.now(timezone.utc)
    with Server("caster", "--port", 0, "--mount", f"BASE={calm}", "--speed", 100, "--date", "now",
                "--offset", offset, "-q") as server:
        run([BOARDSIM, "ntrip", "get", server.url, "-o", work.folder / "got.rtcm3", "-q",
             "--duration", epochs / 100 + 1.5])
    seen, far = distances(work.folder / "got.rtcm3", moment, station(calm), "pos1-elmask=10")
    expect(seen >= epochs, f"{seen} epochs came, {epochs} expected")
    expect(seen - len(far) <= 20, f"{len(far)} of {seen} epochs are solved")
    expect(max(far) < 0.02, f"a solution is {max(far):.3f} m away from the station")
    return f"{len(far)} of {seen} epochs solved, within {max(far) * 1e3:.0f} mm"


# What those say who never ask: nothing, or the beginning of a request, or of a greeting of TLS.
WORDLESS = [b"", b"GET /BASE HTTP/1.0\r\nX: ", b"SOURCE password /BA", b"GET /" + b"x" * 7000]
GREETING = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


def flood(work):
    """Connections without a request to a caster that has 2,048 descriptors."""
    count, kept = work.count(20_000), 3000
    allow_descriptors(kept)
    certificate, key = work.folder / "cert.pem", work.folder / "key.pem"
    run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
         "-out", certificate, "-subj", "/CN=localhost", "-days", 2])
    with Server("caster", "--port", 0, "--tls-port", 0, "--cert", certificate, "--key", key, "--mount",
                f"BASE={CAPTURE}", "--speed", 10, "-q", descriptors=2048) as server:
        tls = urlsplit(server.process.stdout.readline().split()[-1]).port
        reader = socket.create_connection(("127.0.0.1", server.port))
        reader.sendall(b"GET /BASE HTTP/1.0\r\n\r\n")
        got = bytearray(reader.recv(65_536))
        reader.setblocking(False)
        memory, descriptors = server.counts.kilobytes(), server.counts.descriptors()
        waiting, peak = {}, 0
        for number in range(count):
            is_encrypted = number % 4 == 3
            connection = socket.create_connection(("127.0.0.1", tls if is_encrypted else server.port), timeout=limit(10))
            words = GREETING[: number % len(GREETING)] if is_encrypted else WORDLESS[number % len(WORDLESS)]
            try:
                connection.send(words)
            except OSError:
                pass  # turned away already
            waiting[connection.fileno()] = connection
            if len(waiting) > kept:
                waiting.pop(next(iter(waiting))).close()
            if number % 500 == 0 or number == count - 1:
                peak = max(peak, server.counts.descriptors())
                take(reader, got)
        grown = server.counts.kilobytes() - memory
        began, worked = time.monotonic(), server.counts.seconds_worked()
        await_ends(waiting, limit(30), lambda: take(reader, got))
        idle, worked = time.monotonic() - began, server.counts.seconds_worked() - worked
        expect(worked < limit(idle / 2 + 0.5), f"the caster worked for {worked:.1f} s of {idle:.1f} s in which nothing came")
        expect(server.counts.descriptors() <= descriptors, f"{server.counts.descriptors() - descriptors} descriptors are still open")
        with socket.create_connection(("127.0.0.1", server.port), timeout=limit(10)) as late:
            late.sendall(b"GET /BASE HTTP/1.0\r\n\r\n")
            expect(late.recv(14) == b"ICY 200 OK\r\n\r\n", "another reader is not let in")
        take(reader, got)
        reader.close()
    body = bytes(got).removeprefix(b"ICY 200 OK\r\n\r\n")
    expect(len(body) > 1000 and body in CAPTURE.read_bytes(), "the reader got what is no piece of the capture")
    expect(grown < 100_000, f"the caster grew by {grown} kB")
    return (f"{count} connections without a request, {peak} descriptors at most, memory {grown:+} kB, gone after "
            f"{idle:.0f} s with {worked:.1f} s of work")


def take(reader, got):
    """What there is to read."""
    while True:
        try:
            piece = reader.recv(65_536)
        except BlockingIOError:
            return
        expect(piece, "the reader was cut off")
        got += piece


def await_ends(connections, patience, meanwhile):
    """Waits until the other side has closed all connections."""
    poll = select.poll()
    for descriptor in connections:
        poll.register(descriptor, select.POLLIN)
    end = time.monotonic() + patience
    while connections:
        expect(time.monotonic() < end, f"{len(connections)} connections are open after {patience:g} s")
        for descriptor, _ in poll.poll(200):
            try:
                if connections[descriptor].recv(65_536):
                    continue
            except OSError:
                pass
            poll.unregister(descriptor)
            connections.pop(descriptor).close()
        meanwhile()
