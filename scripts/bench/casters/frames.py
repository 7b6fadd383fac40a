"""Frames that begin with when they were made."""

import time


def frames(count, size=1000):
    """Frames with right checksums that begin with when they were made, all of one length."""
    out = b""
    for _ in range(count):
        body = b"\xd3" + (size - 6).to_bytes(2, "big") + time.monotonic_ns().to_bytes(8, "big") + bytes(size - 14)
        out += body + crc24q(body).to_bytes(3, "big")
    return out


def crc24q(data):
    value = 0
    for byte in data:
        value ^= byte << 16
        for _ in range(8):
            value <<= 1
            if value & 0x1000000:
                value ^= 0x1864CFB
    return value
