# SPDX-License-Identifier: Apache-2.0
"""Prints where the station of a stream is and which satellites it observes: stream.py <FILE
Makes a frame that tells where a station is: stream.py make >FRAME"""

import sys

import librtcm


def read_stream(data):
    for message in librtcm.read(data):
        if message.status:
            continue
        if message.type in (1005, 1006):
            print(f"station {message.DF003} at {message.DF025:.4f} {message.DF026:.4f} {message.DF027:.4f}")
        if 1071 <= message.type <= 1137:
            attributes = message.attributes()
            satellites = [int(attributes[f"PRN_{row:02}"]) for row in range(1, attributes["NSat"] + 1)]
            print(f"{message.type}, {attributes['NCell']} cells:", *satellites)


def make_station():
    return librtcm.make({
        "DF002": 1005, "DF003": 2003, "DF022": 1,
        "DF025": 1114104.5999, "DF026": -4850729.7108, "DF027": 3975521.4643,
    }, default=0)


if sys.argv[1:] == ["make"]:
    sys.stdout.buffer.write(make_station())
else:
    read_stream(sys.stdin.buffer.read())
