"""A board that is polled: without end, and beside connections that never end."""

import os
import selectors
import socket
import time

from checks.connections import allow_descriptors
from shared.findings import Finding, expect
from shared.limits import limit
from shared.processes import Server


def requests(work):
    """A million polls on kept connections: every answer has its 13 numbers."""
    count, batch = work.count(1_000_000), 100
    with Server("run", "--port", 0, "-q") as board:
        first = board.counts.kilobytes()
        began = time.monotonic()
        connection = socket.create_connection(("127.0.0.1", board.port))
        stream = connection.makefile("rb")
        for _ in range(0, count, batch):
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * batch)
            for _ in range(batch):
                read_poll(stream)
        seconds = time.monotonic() - began
        grown = board.counts.kilobytes() - first
    expect(grown < 20_000, f"the board grew by {grown} kB")
    return f"{count} answers of 13 numbers, {count / seconds:.0f} a second, memory {grown:+} kB"


def read_poll(stream):
    status = stream.readline()
    expect(status.startswith(b"HTTP/1.1 200 "), f"answered {status!r}")
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    fields = stream.read(length).split(b";")
    expect(len(fields) == 13 and all(map(float, fields)) is not None, f"answered {fields}")


def drips(work):
    """1,400 connections that drip heads without end at a board with 1,024 descriptors: polls are answered."""
    count, seconds = 1400, work.count(60)
    allow_descriptors(count)
    with Server("run", "--port", 0, "-q", descriptors=1024) as board:
        address = ("127.0.0.1", board.port)
        dripping = os.fork()
        if not dripping:
            drip(address, count, seconds)
            os._exit(0)
        times = []
        for _ in range(seconds):
            times.append(time_of_poll(address))
            time.sleep(max(0, 1 - times[-1]))
        os.waitpid(dripping, 0)
    longest = limit(1)
    expect(max(times) <= longest, f"{sum(time > longest for time in times)} of {seconds} polls took more than {longest:g} s")
    return f"{count} connections, {seconds} polls, the slowest {max(times) * 1e3:.0f} ms"


def drip(address, count, seconds):
    """Keeps connections dripping, a line a second each; those that the board ends are opened anew."""
    selector, waiting = selectors.DefaultSelector(), {}

    def connect():
        connection = socket.socket()
        connection.setblocking(False)
        connection.connect_ex(address)
        selector.register(connection, selectors.EVENT_READ)
        waiting[connection] = b"GET / HTTP/1.1\r\n"

    for _ in range(count):
        connect()
    end = time.monotonic() + seconds
    while (began := time.monotonic()) < end:
        for connection, line in waiting.items():
            try:
                connection.send(line)
                waiting[connection] = b"a: b\r\n"
            except OSError:
                pass  # not connected yet, or ended, which the selector tells
        while (rest := began + 1 - time.monotonic()) > 0:
            for key, _ in selector.select(rest):
                selector.unregister(key.fileobj)
                del waiting[key.fileobj]
                key.fileobj.close()
                connect()


def time_of_poll(address):
    """Seconds until an answer on a connection of its own is whole; without end when none comes."""
    began = time.monotonic()
    try:
        with socket.create_connection(address, timeout=limit(5)) as connection:
            connection.settimeout(limit(5))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: board\r\nConnection: close\r\n\r\n")
            read_poll(connection.makefile("rb"))
    except (OSError, Finding):
        return float("inf")
    return time.monotonic() - began
