"""A caster with ten thousand readers."""

import select
import socket
import time

from checks.connections import allow_descriptors
from shared.findings import expect
from shared.limits import limit
from shared.processes import Server
from shared.repository import CAPTURE


def readers(work):
    """Ten thousand readers of a caster: each gets the same stream, and none is cut off."""
    wanted, seconds = work.count(10_000), 30
    allow_descriptors(wanted)
    capture = CAPTURE.read_bytes()
    with Server("caster", "--port", 0, "--mount", f"BASE={CAPTURE}", "-q") as caster:
        streams = {}
        poll = select.poll()
        for _ in range(wanted):
            reader = socket.create_connection(("127.0.0.1", caster.port))
            reader.sendall(b"GET /BASE HTTP/1.0\r\nUser-Agent: NTRIP soak\r\n\r\n")
            reader.setblocking(False)
            streams[reader.fileno()] = (reader, bytearray())
            poll.register(reader, select.POLLIN)
            receive(streams, poll.poll(0))
        end = time.monotonic() + seconds
        while (rest := end - time.monotonic()) > 0:
            receive(streams, poll.poll(rest * 1000))
        memory = caster.counts.kilobytes() / 1024
        for reader, _ in streams.values():
            reader.close()
    head = b"ICY 200 OK\r\n\r\n"
    bodies = [bytes(got)[len(head):] for _, got in streams.values() if got.startswith(head)]
    expect(len(bodies) == wanted, f"{wanted - len(bodies)} of {wanted} readers got no stream")
    places = {len(body): capture.find(body) for body in bodies}
    expect(all(place >= 0 for place in places.values()), "a reader got what is no piece of the capture")
    last = max(place + length for length, place in places.items())
    shortest = min(len(body) for body in bodies)
    behind = max(last - place - length for length, place in places.items())
    expect(behind < limit(5_000), f"a reader is {behind} bytes behind")
    return (f"{wanted} readers for {seconds} s, {sum(map(len, bodies)) / 1e6:.1f} MB, at least {shortest} bytes each, "
            f"caster {memory:.0f} MB")


def receive(streams, ready):
    for descriptor, _ in ready:
        reader, got = streams[descriptor]
        try:
            bytes_ = reader.recv(65_536)
        except BlockingIOError:
            continue
        expect(bytes_, "a reader was cut off")
        got += bytes_
