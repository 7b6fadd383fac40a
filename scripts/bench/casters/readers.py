"""Who connects: a source, readers, a burst of them."""

import contextlib
import selectors
import socket
import ssl
import time

REQUESTS = {
    1: "GET /{} HTTP/1.0\r\nUser-Agent: NTRIP bench\r\n\r\n",
    2: "GET /{} HTTP/1.1\r\nHost: bench\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP bench\r\n\r\n",
}


def source(port, mount="LOAD"):
    connection = socket.create_connection(("127.0.0.1", port))
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(f"SOURCE bench /{mount}\r\nSource-Agent: NTRIP bench\r\n\r\n".encode())
    answer = connection.recv(1000)
    if not answer.startswith(b"ICY 200"):
        raise SystemExit(f"the caster turned its source away: {answer!r}")
    return connection


class Crowd:
    """Readers of version 1 that take what has come only when they are told to: their own time is in no figure."""

    def __init__(self, server, count, mounts=("LOAD",), wrap=None, port=None, buffer=None):
        self.sockets = []
        for number in range(count):
            connection = socket.socket()
            if buffer:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            connection.connect(("127.0.0.1", port or server.port))
            if wrap:
                connection = wrap(connection)
            connection.sendall(REQUESTS[1].format(mounts[number % len(mounts)]).encode())
            self.sockets.append(connection)
        for connection in self.sockets:
            head = b""
            while not head.endswith(b"\r\n\r\n"):
                head += connection.recv(1)
            if not head.startswith(b"ICY 200"):
                raise SystemExit(f"the caster turned a reader away: {head!r}")
            connection.setblocking(False)
        self.counts = [0] * count

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.sockets:
            connection.close()

    def drain(self):
        for number, connection in enumerate(self.sockets):
            with contextlib.suppress(BlockingIOError, ssl.SSLWantReadError):
                while piece := connection.recv(65_536):
                    self.counts[number] += len(piece)

    def drain_until(self, count):
        """Reads until each has had so many bytes, or half a minute is over."""
        deadline = time.monotonic() + 30
        while min(self.counts) < count and time.monotonic() < deadline:
            self.drain()

    def wait_for_last(self, size):
        """Waits until who came first and who came last have the next bytes; these are the last to be served."""
        for number in (0, -1):
            self.sockets[number].setblocking(True)
            got = 0
            while got < size:
                got += len(self.sockets[number].recv(size - got))
            self.sockets[number].setblocking(False)
            self.counts[number] += size
        return time.monotonic()


def burst(port, count):
    request = REQUESTS[2].format("LOAD").encode()
    selector, begin, open_sockets = selectors.DefaultSelector(), time.monotonic(), []
    for _ in range(count):
        connection = socket.socket()
        connection.setblocking(False)
        connection.connect_ex(("127.0.0.1", port))
        selector.register(connection, selectors.EVENT_WRITE)
        open_sockets.append(connection)
    answered = 0
    while answered < count:
        for key, events in selector.select(5) or [(None, 0)]:
            if key is None:
                raise SystemExit(f"{answered} of {count} connects were answered, and no more in 5 s")
            if events & selectors.EVENT_WRITE:
                key.fileobj.send(request)
                selector.modify(key.fileobj, selectors.EVENT_READ)
            else:
                if b" 200 " not in key.fileobj.recv(4096):
                    raise SystemExit("a connect of the burst was turned away")
                selector.unregister(key.fileobj)
                answered += 1
    seconds = time.monotonic() - begin
    for connection in open_sockets:
        connection.close()
    return seconds
