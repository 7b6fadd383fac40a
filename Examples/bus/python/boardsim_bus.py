"""Drivers in Python on the parts of `boardsim bus`.

    with Board("127.0.0.1:7070") as board:
        with board.time():                      # time.sleep() lets board time pass
            sensor = adafruit_bme280.Adafruit_BME280_I2C(board.busio(), 0x77)

`SMBus`, `BusIO` and `SensirionTransceiver` have the shapes that most drivers ask for: the smbus
modules, CircuitPython's busio.I2C, and the transceiver of sensirion-i2c-driver.
"""

import contextlib
import json
import socket
import time as real_time


class BusError(OSError):
    """The bus refused a line, or a part a transfer."""


class Nack(BusError):
    """A part did not acknowledge: `message` and `byte` say where, byte -1 is the address."""

    def __init__(self, message, byte):
        super().__init__(121, f"not acknowledged: message {message}, byte {byte}")  # EREMOTEIO
        self.message = message
        self.byte = byte


class Board:
    """A connection to `boardsim bus`; one board of its own, or one shared by name."""

    def __init__(self, place, name=None):
        host, _, port = place.rpartition(":")
        self._socket = socket.create_connection((host.strip("[]"), int(port)))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._file = self._socket.makefile("rb")
        self.ask("HELLO 1" + (f" board={name}" if name else ""))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._file.close()
        self._socket.close()

    def ask(self, line):
        """Sends a line and returns what stands behind OK."""
        self._socket.sendall(line.encode("ascii") + b"\n")
        answer = self._file.readline().decode("ascii").rstrip("\n")
        if answer.startswith("OK"):
            return answer[3:]
        if answer.startswith("NACK"):
            fields = dict(word.split("=") for word in answer.split()[1:])
            raise Nack(int(fields["m"]), int(fields["b"]))
        raise BusError(answer or "the bus has closed the connection")

    def transfer(self, address, *messages):
        """Makes one transfer; a message is bytes to write or a number of bytes to read.

        Between two messages there is a repeated START. Returns all that was read.
        """
        words = [f"T {address:02x}"]
        for message in messages:
            words.append(f"r {message}" if isinstance(message, int) else f"w {bytes(message).hex()}")
        return bytes.fromhex(self.ask(" ".join(words)).split()[0].replace("-", ""))

    def delay(self, seconds):
        """Lets board time pass."""
        self.ask(f"D {max(round(seconds * 1_000_000), 0)}")

    def now(self):
        """Board time in seconds."""
        return int(self.ask("NOW")) / 1_000_000

    def look(self):
        """Board time in seconds, at the cost of a microsecond: who waits by looking alone gets there."""
        return int(self.ask("D 1")) / 1_000_000

    def set(self, **quantities):
        """Holds quantities of the world: `set(temperature=20, pm25=35)`; None releases one."""
        words = (f"{name}={'null' if value is None else value}" for name, value in quantities.items())
        self.ask("W " + " ".join(words))

    def power(self, part, on):
        """Switches one part on or off."""
        self.ask(f"P {part} {'on' if on else 'off'}")

    def pin(self, name, level=None):
        """Sets an input pin (`ccs811.nwake`), or gives the level of an output pin."""
        answer = self.ask(f"PIN {name}" + ("" if level is None else f" {int(level)}"))
        return None if level is not None else answer == "1"

    def status(self):
        """Time, counts, findings and registers."""
        return json.loads(self.ask("X"))

    @contextlib.contextmanager
    def time(self):
        """Routes the functions of module `time` that drivers wait with to board time."""
        names = ("sleep", "monotonic", "monotonic_ns", "perf_counter", "time")
        kept = {name: getattr(real_time, name) for name in names}
        real_time.sleep = self.delay
        real_time.monotonic = real_time.perf_counter = real_time.time = self.look
        real_time.monotonic_ns = lambda: round(self.look() * 1e9)
        try:
            yield self
        finally:
            for name, function in kept.items():
                setattr(real_time, name, function)

    def smbus(self):
        return SMBus(self)

    def busio(self):
        return BusIO(self)

    def sensirion(self):
        return SensirionTransceiver(self)


class SMBus:
    """What smbus and smbus2 offer, as far as drivers of registers use it."""

    def __init__(self, board):
        self.board = board

    def read_byte(self, address, force=None):
        return self.board.transfer(address, 1)[0]

    def write_byte(self, address, value, force=None):
        self.board.transfer(address, [value])

    def read_byte_data(self, address, register, force=None):
        return self.board.transfer(address, [register], 1)[0]

    def read_word_data(self, address, register, force=None):
        low, high = self.board.transfer(address, [register], 2)
        return low | high << 8

    def read_i2c_block_data(self, address, register, length, force=None):
        return list(self.board.transfer(address, [register], length))

    def write_byte_data(self, address, register, value, force=None):
        self.board.transfer(address, [register, value])

    def write_word_data(self, address, register, value, force=None):
        self.board.transfer(address, [register, value & 0xFF, value >> 8])

    def write_i2c_block_data(self, address, register, data, force=None):
        self.board.transfer(address, [register, *data])

    def close(self):
        pass


class BusIO:
    """CircuitPython's busio.I2C."""

    def __init__(self, board):
        self.board = board
        self._is_locked = False

    def try_lock(self):
        if self._is_locked:
            return False
        self._is_locked = True
        return True

    def unlock(self):
        self._is_locked = False

    def scan(self):
        found = []
        for address in range(0x08, 0x78):
            with contextlib.suppress(Nack):
                self.board.transfer(address)
                found.append(address)
        return found

    def writeto(self, address, buffer, *, start=0, end=None):
        self.board.transfer(address, bytes(buffer[start:end]))

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        end = len(buffer) if end is None else end
        buffer[start:end] = self.board.transfer(address, end - start)

    def writeto_then_readfrom(
        self, address, out_buffer, in_buffer, *, out_start=0, out_end=None, in_start=0, in_end=None
    ):
        in_end = len(in_buffer) if in_end is None else in_end
        written = bytes(out_buffer[out_start:out_end])
        in_buffer[in_start:in_end] = self.board.transfer(address, written, in_end - in_start)

    def deinit(self):
        pass


class SensirionTransceiver:
    """The transceiver that sensirion-i2c-driver's I2cConnection takes."""

    API_VERSION = 1
    STATUS_OK, STATUS_CHANNEL_DISABLED, STATUS_NACK, STATUS_TIMEOUT = 0, 1, 2, 3

    def __init__(self, board):
        self.board = board

    @property
    def description(self):
        return "boardsim bus"

    @property
    def channel_count(self):
        return None

    def transceive(self, slave_address, tx_data, rx_length, read_delay, timeout):
        received = b""
        try:
            # The part forbids the repeated START, so that each half is a transfer.
            if tx_data is not None:
                self.board.transfer(slave_address, bytes(tx_data))
            if read_delay:
                self.board.delay(read_delay)
            if rx_length:
                received = self.board.transfer(slave_address, rx_length)
        except Nack as error:
            return self.STATUS_NACK, error, received
        except BusError as error:
            return self.STATUS_TIMEOUT, error, received
        return self.STATUS_OK, None, received


class UBloxStream:
    """A u-blox receiver's DDC port as a stream with read(), readline() and write()."""

    def __init__(self, board, address=0x42, patience=5.0):
        self.board = board
        self.address = address
        self.patience = patience
        self._waiting = b""

    def _fill(self, count):
        waited = 0.0
        while len(self._waiting) < count and waited < self.patience:
            high, low = self.board.transfer(self.address, [0xFD], 2)
            length = min(high << 8 | low, 512)
            if length:
                self._waiting += self.board.transfer(self.address, length)
            else:
                self.board.delay(0.05)
                waited += 0.05

    def read(self, count=1):
        self._fill(count)
        data, self._waiting = self._waiting[:count], self._waiting[count:]
        return data

    def readline(self):
        line = b""
        while not line.endswith(b"\n"):
            byte = self.read(1)
            if not byte:
                break
            line += byte
        return line

    def write(self, data):
        self.board.transfer(self.address, data)
        return len(data)
