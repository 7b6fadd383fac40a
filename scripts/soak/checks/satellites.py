"""A receiver and its base, read by outsiders' programs."""

import json
import sys

from shared.findings import expect
from shared.processes import Server, run
from shared.repository import BOARDSIM, ENVIRONMENT, ROOT


def satellites(work):
    """A receiver that is read over the bus for an hour says one thing of its satellites in UBX-RXM-RAWX, NAV-SAT and
    GSV, and its GPS satellites above 15 degrees are those of its base, but where one rises or sets: by pyubx2,
    pynmeagps and pyrtcm."""
    seconds, hour = work.count(3600), work.chance("satellites").randrange(24)
    start = f"2026-06-01T{hour:02}:00:00Z"
    base = work.folder / "base.rtcm3"
    run([BOARDSIM, "capture", "synth", "-q", "--base", "45.478,9.23,170", "--start", start, "--duration", seconds,
         "-o", base])
    with Server("bus", "--start", start, "--scenario", "standing", "--once", "-q") as server:
        (work.folder / "receiver.bin").write_bytes(read_receiver(server.url, seconds))
    python = ENVIRONMENT / "bin/python3"
    lines = run([python if python.exists() else "python3", ROOT / "scripts/soak/read-receiver",
                 work.folder / "receiver.bin", base]).splitlines()
    epochs = [json.loads(line) for line in lines]
    expect(len(epochs) >= seconds - 10, f"{len(epochs)} epochs were read in {seconds} s")
    most = max(len(epoch["raw"]) for epoch in epochs)
    expect(most >= 25, f"the receiver follows {most} satellites at the most")
    strange = 0
    for epoch in epochs:
        where = f"at {epoch['time']} s of the week"
        expect(epoch["raw"] == epoch["followed"], f"{where} RXM-RAWX has {epoch['raw']}, NAV-SAT {epoch['followed']}")
        expect(epoch["raw"] == epoch["shown"], f"{where} RXM-RAWX has {epoch['raw']}, GSV {epoch['shown']}")
        high = {one for one in epoch["raw"] if one[0] == "G" and epoch["elevations"][one] > 15}
        strange += len(high - set(epoch["base"] or []))
    expect(strange <= 2, f"the base lacks {strange} GPS satellites that the receiver has high above it")
    return f"{len(epochs)} epochs of up to {most} satellites are one story"


def read_receiver(address, seconds):
    """What a receiver sends that is told to send GSV and NAV-SAT, read four times a second, and RXM-RAWX, asked for
    once these are read: on some hours all three are more than the 4096 bytes that a receiver keeps for its reader."""
    sys.path.insert(0, str(ROOT / "Examples/bus/python"))
    from boardsim_bus import Board

    items = b"".join(key.to_bytes(4, "little") + bytes([rate]) for key, rate in [
        (0x209100BA, 0), (0x209100C9, 0), (0x209100BF, 0), (0x209100AB, 0), (0x209100B0, 0),  # all NMEA but GSV
        (0x20910015, 1)])
    with Board(address.rpartition("/")[2] or address) as board:
        board.delay(0.5)
        board.transfer(0x42, ubx(0x06, 0x8A, b"\0\x01\0\0" + items))
        board.delay(0.1)
        board.transfer(0x42, bytes([0xFD]), 2)
        stream = bytearray()
        begun = False
        while board.now() < seconds:
            waiting = int.from_bytes(board.transfer(0x42, bytes([0xFD]), 2), "big")
            if waiting:
                read = board.transfer(0x42, bytes([0xFF]), waiting)
                stream += read
                if begun and b"\xB5\x62\x01\x35" in read:
                    board.transfer(0x42, ubx(0x02, 0x15, b""))
            if not begun and board.now() > 2:
                stream, begun = bytearray(), True  # what came before the configuration
            board.delay(0.25)
    return bytes(stream)


def ubx(group, number, payload):
    body = bytes([group, number]) + len(payload).to_bytes(2, "little") + payload
    a = b = 0
    for byte in body:
        a = (a + byte) & 0xFF
        b = (b + a) & 0xFF
    return b"\xB5\x62" + body + bytes([a, b])
