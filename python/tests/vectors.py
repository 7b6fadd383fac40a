# SPDX-License-Identifier: Apache-2.0
"""Reads and makes every test vector: usage vectors.py rtcm-vectors.json (`boardsim rtcm vectors`)."""

import json
import math
import sys

import librtcm


def check(vector):
    """The vector's objects hold the fields in order, groups in arrays behind those of the message itself."""
    frame = bytes.fromhex(vector["frame"])
    (message,) = librtcm.read(b"noise" + frame)
    assert (message.offset, message.type, message.frame) == (5, vector["type"], frame)
    fields = message.fields()
    numbers = [field for field in fields if field.kind == 0]
    assert message.integers == [
        field.integer for field in numbers], "a batch has the integers of the fields"
    assert all(
        value == field.value or (math.isnan(value) and field.value is None)
        for value, field in zip(message.values, numbers)), "a batch has the values of the fields"
    assert len(message.names) == len(numbers)
    own = {}
    for field in fields:
        if field.group is None and field.kind == 0:
            own.setdefault(field.name, field)
    compared = 0
    for name, raw in vector["raw"].items():
        if isinstance(raw, int) and name in own:
            assert own[name].bits == raw or own[name].integer == raw, f"{name}: {own[name]} and {raw}"
            compared += 1
    texts = [field.text for field in fields if field.kind == 1 and field.group is None]
    assert [text for text in vector["raw"].values() if isinstance(text, str)][: len(texts)] == texts
    for field in fields:
        key = field.name + ("_" + field.unit if field.unit else "")
        if field.group is None and own.get(field.name) is field and key in vector["message"]:
            theirs = vector["message"][key]
            assert theirs == field.value or (theirs is None and field.value is None), (key, theirs, field)
            compared += 1
    assert librtcm.encode(fields) == frame, "the fields make the frame again"
    return compared


def check_values(frame):
    """Makes the frame of its values by name, and finds them in columns and attributes."""
    batch = librtcm.read(frame * 2)
    (message, other) = batch
    values = {name: None if math.isnan(value) else value for name, value in message.as_dict().items()}
    for name, integer in zip(message.names, message.integers):
        if name in ("DF394", "DF395", "DF396"):
            values[name] = integer & (1 << 64) - 1
        assert message.attributes().get(name, 0) is not None
    assert list(batch.values[other.span]) == message.values or any(map(math.isnan, message.values))
    for name in set(message.names) - {"DF001_1"}:
        column = batch.column(message.type, name)
        assert len(column) == 2 and (column[0] == column[1] == message.as_dict()[name] or math.isnan(column[0])), name
    columns = batch.columns(message.type)
    assert columns["offset"].tolist() == [message.offset, other.offset]
    for name, value in {**message.as_dict(), **message.texts()}.items():
        assert repr(columns[name].tolist()) == repr([value, value]), name
    if message.type < 1057 or 1071 <= message.type <= 1137:
        for field in message.fields():
            if field.kind == 1:
                values[f"DF{field.number:03}"] = field.text
        if librtcm.make(values) == frame:
            return 1
    return 0


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    compared = 0
    for vector in vectors["vectors"]:
        try:
            compared += check(vector)
        except AssertionError as error:
            sys.exit(f"{vector['name']}: {error}")
    made = sum(check_values(bytes.fromhex(vector["frame"])) for vector in vectors["vectors"])
    assert made > 80, f"only {made} frames are made of their values"
    try:
        librtcm.make({"DF002": 1005, "DF003": 4096})
    except librtcm.RTCMError as error:
        assert (error.message_type, error.field) == (1005, 3), error
    else:
        sys.exit("a station ID of 13 bits was made")
    malformed = vectors["malformed"]
    for vector in malformed:
        frame = bytes.fromhex(vector["frame"])
        try:
            librtcm.fields(frame[3:-3])
        except librtcm.RTCMError as error:
            expected = vector["error"]["bit_offset"]
            if error.bit_offset != expected:
                sys.exit(f"{vector['name']}: bit {error.bit_offset}, not {expected}")
        else:
            sys.exit(f"{vector['name']}: was read")
    assert compared > 1000 and malformed
    print(f"{len(vectors['vectors'])} vectors with {compared} values, {len(malformed)} malformed frames")


main()
