"""Many sources and readers of casters on one thread, and what came of what was sent, when."""

import heapq
import selectors
import socket
import struct
import time

from shared.findings import expect
from shared.limits import limit

HEAD = b"ICY 200 OK\r\n\r\n"


class FrameMaker:
    """Makes RTCM frames of one length that tell their source, number and time.

    The checksum is linear, so that of a frame is the sum of what each of its bits adds: no frame is summed up whole."""

    CHANGING = 16  # bytes: source, number, monotonic time in nanoseconds

    def __init__(self, size):
        self.size = size
        self.start = b"\xd3" + (size - 6).to_bytes(2, "big") + b"\xff\xe0"  # message 4094
        self.rest = bytes(size - len(self.start) - self.CHANGING - 3)
        blank = self.start + bytes(self.CHANGING) + self.rest
        self.blank = crc24q(blank)
        first = len(self.start)
        self.shares = []
        for place in range(self.CHANGING):
            bits = [crc24q(bytes([1 << bit]) + bytes(len(blank) - first - place - 1)) for bit in range(8)]
            self.shares.append([sum_of(bits[bit] for bit in range(8) if value >> bit & 1) for value in range(256)])

    def frame(self, source, number):
        changing = struct.pack(">IIQ", source, number, time.monotonic_ns())
        crc = sum_of(share[byte] for share, byte in zip(self.shares, changing)) ^ self.blank
        return self.start + changing + self.rest + crc.to_bytes(3, "big")

    def told(self, frame):
        """The source, number and time of a frame."""
        return struct.unpack_from(">IIQ", frame, len(self.start))


def sum_of(values):
    total = 0
    for value in values:
        total ^= value
    return total


def crc24q(data):
    value = 0
    for byte in data:
        value ^= byte << 16
        for _ in range(8):
            value <<= 1
            if value & 0x1000000:
                value ^= 0x1864CFB
    return value


class Source:
    """A source of one mountpoint, whose frames go on with their number wherever it pushes."""

    def __init__(self, number, mountpoint, password="pw"):
        self.number, self.mountpoint, self.password = number, mountpoint, password
        self.count, self.socket = 0, None

    def connect(self, port):
        """Logs in at a caster; whether it was let in."""
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(f"SOURCE {self.password} /{self.mountpoint}\r\nSource-Agent: NTRIP check\r\n\r\n".encode())
        self.socket.settimeout(limit(10))
        answer = self.socket.recv(100)
        if answer.startswith(b"ICY 200"):
            return True
        self.socket.close()
        self.socket = None
        return False


class Reader:
    """A reader of one mountpoint, with the frames that came."""

    def __init__(self, source, port):
        self.source, self.port = source, port
        self.buffer, self.isOpen = bytearray(), False
        self.last, self.count, self.missing, self.delays, self.arrival = None, 0, 0, [], None

    def connect(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port))
        self.socket.sendall(f"GET /{self.source.mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP check\r\n\r\n".encode())
        self.socket.setblocking(False)


class Flows:
    """Sources that push a frame every so often, and readers of them."""

    def __init__(self, size=1000, interval=1.0):
        self.maker, self.interval = FrameMaker(size), interval
        self.selector = selectors.DefaultSelector()
        self.due, self.readers, self.measures = [], [], False

    def push(self, source):
        """Lets a source that has logged in push from now on."""
        heapq.heappush(self.due, (time.monotonic() + source.number * 0.618 % 1 * self.interval, source.number, source))

    def read(self, source, port):
        """Adds a reader."""
        reader = Reader(source, port)
        reader.connect()
        self.readers.append(reader)
        self.selector.register(reader.socket, selectors.EVENT_READ, reader)
        return reader

    def run(self, seconds, until=lambda: False):
        """Sends and receives for some seconds, or until something holds."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end and not until():
            while self.due and self.due[0][0] <= now:
                moment, number, source = heapq.heappop(self.due)
                if source.socket is None:
                    continue
                try:
                    source.socket.sendall(self.maker.frame(source.number, source.count))
                except OSError:
                    source.socket = None
                    continue
                source.count += 1
                heapq.heappush(self.due, (moment + self.interval, number, source))
            rest = min(end, self.due[0][0] if self.due else end) - time.monotonic()
            for key, _ in self.selector.select(max(rest, 0)):
                self.receive(key.data)

    def receive(self, reader):
        try:
            bytes_ = reader.socket.recv(262_144)
        except BlockingIOError:
            return
        expect(bytes_, f"a reader of {reader.source.mountpoint} was cut off: {bytes(reader.buffer[:200])}")
        now = time.monotonic_ns()
        reader.buffer += bytes_
        if not reader.isOpen:
            if len(reader.buffer) < len(HEAD):
                return
            expect(reader.buffer.startswith(HEAD), f"a reader of {reader.source.mountpoint} got {bytes(reader.buffer[:60])}")
            del reader.buffer[:len(HEAD)]
            reader.isOpen = True
        size = self.maker.size
        while len(reader.buffer) >= size:
            frame = bytes(reader.buffer[:size])
            del reader.buffer[:size]
            expect(frame.startswith(self.maker.start), f"a torn frame at a reader of {reader.source.mountpoint}")
            source, number, sent = self.maker.told(frame)
            expect(source == reader.source.number, f"a frame of source {source} at a reader of {reader.source.mountpoint}")
            if reader.last is not None:
                expect(number > reader.last, f"frame {number} behind {reader.last} at a reader of {reader.source.mountpoint}")
                reader.missing += number - reader.last - 1
            reader.last, reader.arrival = number, now
            reader.count += 1
            if self.measures:
                reader.delays.append(now - sent)

    def close(self):
        for reader in self.readers:
            reader.socket.close()
