# SPDX-License-Identifier: Apache-2.0
"""Throws changed messages at the package for a while: usage fuzz.py rtcm-vectors.json SECONDS SEED."""

import json
import math
import random
import sys
import time

import librtcm


def changed(source, data):
    """Some bytes with a few changes."""
    data = bytearray(data)
    for _ in range(source.randrange(5)):
        place = source.randrange(len(data) + 1)
        kind = source.randrange(4)
        if kind == 0:
            data[place:place] = source.randbytes(source.randrange(9))
        elif kind == 1:
            del data[place : place + source.randrange(9)]
        elif kind == 2 and place < len(data):
            data[place] ^= 1 << source.randrange(8)
        elif place < len(data):
            data[place:] = data[place : place + 40]
    return bytes(data[:1023])


def check_message(source, message):
    """What holds for a message, whatever is in it."""
    try:
        fields = message.fields()
    except librtcm.RTCMError as error:
        assert message.status == error.status and str(error) and not message.names
        assert 0 <= error.bit_offset <= 8 * len(message.payload)
        try:
            message.attributes()
        except librtcm.RTCMError:
            return
        raise AssertionError("attributes of a message that cannot be read")
    numbers = [field for field in fields if field.kind == 0]
    assert message.integers == [field.integer for field in numbers]
    assert all(field.value is None and math.isnan(value) or field.value == value
               for field, value in zip(numbers, message.values))
    assert len(message.names) == len(numbers) == len(message.values)
    check_attributes(message, numbers)
    if source.randrange(8) == 0:
        assert librtcm.encode(fields) == message.frame
    if fields and source.randrange(8) == 0:
        place = source.randrange(len(fields))
        fields[place] = fields[place].with_bits(source.getrandbits(source.choice((1, 8, 64))))
        source.random() < 0.2 and fields.pop(source.randrange(len(fields)))
        try:
            (again,) = librtcm.read(librtcm.encode(fields))
            assert again.status == 0 or again.type != message.type or place == 0 or len(again.payload) >= 2
        except librtcm.RTCMError as error:
            assert str(error)


def check_attributes(message, numbers):
    """Attributes are made from those of an earlier message; they have to be those of this one's fields."""
    attributes = message.attributes()
    assert attributes["DF002"] == message.type == message.DF002
    expected = {}
    for name, field in zip(message.names, numbers):
        step = field.step_multiple / field.steps_per_unit
        expected[name] = (
            field.bits if name in ("DF394", "DF395", "DF396") else field.integer if step == 1
            else field.integer * step if field.value is None else field.value)
    mask = expected.pop("DF422", None) if message.type == 1230 else None
    for name, value in expected.items():
        assert repr(attributes[name]) == repr(value), f"{name}: {attributes[name]!r}, {value!r}"
    if mask is not None:
        assert [attributes[f"DF422_{bit}"] for bit in range(1, 5)] == [mask >> 4 - bit & 1 for bit in range(1, 5)]
    if "NCell" in attributes:
        rows = [librtcm.Cell(*row) for row in message.cells()]
        assert len(rows) == attributes["NCell"] == expected["DF396"].bit_count()
        assert [row.satellite[1:] for row in rows] == [
            f"{int(attributes[f'CELLPRN_{row:02}']) - FIRST.get(message.type // 10, 0):02}"
            for row in range(1, len(rows) + 1)]


# pyrtcm has numbers of SBAS and QZSS as they are sent by the satellite, RINEX less 100 and 192.
FIRST = {110: 100, 111: 192}


def check_tables(batch):
    """Tables of the same rows as messages, whatever is in them."""
    table = batch.observations()
    assert len({len(column) for column in table.values()}) == 1
    cells = batch.table()
    assert repr(cells) == repr([cell for message in batch if not message.status for cell in message.cells()])
    for kind in batch.types:
        columns = batch.columns(kind)
        messages = [message for message in batch if message.type == kind and not message.status]
        assert columns["offset"].tolist() == [message.offset for message in messages]
        for row, message in enumerate(messages):
            for name, value in message.as_dict().items():
                assert repr(columns[name][row]) == repr(value), name


def main():
    path, duration, seed = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    payloads = [bytes.fromhex(vector["frame"])[3:-3] for vector in vectors["vectors"] + vectors["malformed"]]
    source = random.Random(seed)
    end = time.monotonic() + duration
    count = 0
    while time.monotonic() < end:
        state = source.getstate()
        chosen = [changed(source, source.choice(payloads)) for _ in range(8)]
        data = b"".join(librtcm.frame(payload) + source.randbytes(source.randrange(3)) for payload in chosen)
        data = data[source.randrange(4) :]
        try:
            batch = librtcm.read(data)
            for message in batch:
                assert data[message.offset : message.offset + len(message.frame)] == message.frame
                check_message(source, message)
                count += 1
            check_tables(batch)
            for name in ("DF002", "DF405", "nothing"):
                batch.column(1077, name)
        except Exception:
            print(f"python: FINDING in {data.hex()}")
            raise
    print(f"{'python':15} {count:10} messages")


main()
