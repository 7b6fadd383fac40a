"""The frame of a part for `boardsim bus --part` and `boardsim run --part`, in Python.

    class Thermometer(Part):
        def read(self, time, count):
            return bytes(count)

    serve(Thermometer)

`docs/adding-a-sensor.md` has the protocol. Board times are nanoseconds.
"""

import argparse
import socketserver
import sys


class Part:
    """A part on the bus; a class of yours overrides what its part can do."""

    def __init__(self, ask, greeting):
        self._ask = ask
        self._lines = []
        self.greeting = greeting

    # What the bus does with the part.

    def start(self, time, is_read, is_repeated):
        """A START with the part's address; returns whether the part acknowledges it."""
        return True

    def write(self, time, data):
        """Takes written bytes; returns None, or the index of the byte that is not acknowledged."""

    def read(self, time, count):
        """Returns as many bytes as are read."""
        return b"\xff" * count

    def at(self, time):
        """The board time that `wake` asked for."""

    def power(self, time, is_on):
        """The power goes or comes back; what is volatile is lost."""

    # What the part can do while it is asked.

    def world(self, *names):
        """Returns quantities of the board's world at this board time: temperature in degrees Celsius, …"""
        words = self._ask("GET " + " ".join(names)).split()[1:]
        return [float(word.partition("=")[2]) for word in words]

    def interrupt(self, level):
        """Sets the interrupt pin, 1 for high."""
        self._lines.append(f"INT {int(level)}")

    def wake(self, time):
        """Asks to be called, by `at`, at a board time."""
        self._lines.append(f"WAKE {int(time)}")

    def state(self, name, value):
        """Shows a value to those who look at the part."""
        self._lines.append(f"STATE {name}={value}")

    def stretch(self, nanoseconds):
        """Holds SCL low after the address; for `start` only."""
        self._lines.append(f"STRETCH {int(nanoseconds)}")

    def misuse(self, what, remedy, section):
        """Tells of a mistake of the driver, which strict mode reports."""
        self._lines.append(f"MISUSE {what}; {remedy}; {section}")

    def answer(self, line):
        """Carries out a line and returns the lines of its answer."""
        words = line.split()
        end = self._end(words[0], words[1:])
        lines, self._lines = [*self._lines, end], []
        return lines

    def _end(self, word, rest):
        if word in ("START", "RESTART"):
            is_there = self.start(int(rest[0]), rest[1] == "r", word == "RESTART")
            return "OK" if is_there else "NACK"
        if word == "W":
            refused = self.write(int(rest[0]), bytes.fromhex(rest[1]))
            return "OK" if refused is None else f"NACK {refused}"
        if word == "R":
            return f"OK {bytes(self.read(int(rest[0]), int(rest[1]))).hex()}"
        if word == "AT":
            self.at(int(rest[0]))
        elif word == "POWER":
            self.power(int(rest[0]), rest[1] == "1")
        return "OK"  # also to lines of a later version


def _converse(make, lines, out):
    """Speaks with one board until it has no more to say."""

    def say(*answer):
        out.write("".join(f"{line}\n" for line in answer).encode("ascii"))
        out.flush()

    def ask(question):
        say(question)
        return lines.readline().decode("ascii")

    part = None
    for line in lines:
        line = line.decode("ascii").strip()
        if line.startswith("PART 1 "):
            part = make(ask, dict(word.split("=") for word in line.split()[2:]))
            say(*part.answer(line))
        else:
            say(*part.answer(line))


def serve(make):
    """Serves a class of part: on a port with `--port N`, else to the board that started the program."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, help="listen on this port of 127.0.0.1, 0 for a free one")
    port = parser.parse_args().port
    if port is None:
        return _converse(make, sys.stdin.buffer, sys.stdout.buffer)

    class Handler(socketserver.StreamRequestHandler):
        disable_nagle_algorithm = True

        def handle(self):
            _converse(make, self.rfile, self.wfile)

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    with Server(("127.0.0.1", port), Handler) as server:
        print(f"part ready: 127.0.0.1:{server.server_address[1]}", flush=True)
        server.serve_forever()
