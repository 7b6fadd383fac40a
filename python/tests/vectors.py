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


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)
    compared = 0
    for vector in vectors["vectors"]:
        try:
            compared += check(vector)
        except AssertionError as error:
            sys.exit(f"{vector['name']}: {error}")
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
