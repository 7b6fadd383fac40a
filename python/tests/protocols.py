# SPDX-License-Identifier: Apache-2.0
"""What Python expects of any package: messages that are compared, copied and pickled, a version, readers, clear errors.

usage: protocols.py CAPTURE
"""

import copy
import io
import math
import pickle
import socket
import sys
import threading

import librtcm


def raises(kind, words, call, *arguments, **named):
    try:
        call(*arguments, **named)
    except kind as error:
        assert all(word in str(error) for word in words), error
    else:
        raise AssertionError(f"{call.__name__} raised no {kind.__name__}")


def check_values(data):
    batch = librtcm.read(data)
    message = next(message for message in batch if message.type == 1077)
    for other in (copy.copy(message), copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert other == message and hash(other) == hash(message) and other is not message
        assert (other.offset, other.frame, other.payload) == (message.offset, message.frame, message.payload)
        assert other.attributes() == message.attributes()
    assert message != batch[0] and message != 3 and message.identity == "1077"
    again = pickle.loads(pickle.dumps(batch))
    assert again == batch and list(again) == list(batch) and again != librtcm.read(data[1:])
    try:
        librtcm.fields(b"\x3e\xd0")
    except librtcm.RTCMError as error:
        other = pickle.loads(pickle.dumps(error))
        assert str(other) == str(error) and (other.field, other.bit_offset) == (error.field, error.bit_offset)
    assert librtcm.__version__.split(".")[0].isdigit()


def check_errors(data):
    raises(TypeError, ["str", "'rb'"], librtcm.read, "text")
    raises(TypeError, ["RTCMReader"], librtcm.read, io.BytesIO(data))
    raises(TypeError, ["int"], librtcm.read, 5)
    raises(TypeError, ["str"], librtcm.fields, "text")
    raises(TypeError, ["str"], librtcm.frame, "text")
    raises(TypeError, ["bytes", "read()"], librtcm.RTCMReader, data)
    raises(TypeError, ["'rb'"], list, librtcm.RTCMReader(io.StringIO("text")))
    assert librtcm.read(bytearray(data)) == librtcm.read(memoryview(data)) == librtcm.read(data)
    raises(KeyError, ["1005", "DF003", "DF025", "default=0"], librtcm.make, {"DF002": 1005})
    station = librtcm.read(librtcm.make({"DF002": 1005, "DF003": 7}, default=0))[0]
    assert (station.DF003, station.DF025) == (7, 0)
    values = station.as_dict()
    assert librtcm.make(values) == station.frame
    values.pop("DF026")
    raises(KeyError, ["DF026"], librtcm.make, values)


class Dribble:
    """A serial port that gives a few bytes at a time."""

    def __init__(self, data):
        self._data, self._at = data, 0

    @property
    def in_waiting(self):
        return 7

    def read(self, count):
        piece = self._data[self._at : self._at + count]
        self._at += count
        return piece


def check_readers(data):
    data = data[:60_000]
    expected = [message.frame for message in librtcm.read(data)]
    assert len(expected) > 100
    left, right = socket.socketpair()
    sender = threading.Thread(target=lambda: (left.sendall(data), left.close()))
    sender.start()
    for stream in (io.BytesIO(data), io.BufferedReader(io.BytesIO(data)), right, Dribble(data)):
        read = list(librtcm.RTCMReader(stream))
        assert [frame for frame, _ in read] == expected, type(stream).__name__
        assert all(message.frame == frame for frame, message in read)
    sender.join()
    right.close()


def check_table(data):
    batch = librtcm.read(data)
    rows = batch.table()
    for message in batch:
        if message.type == 1077:
            break
    own = [row for row in rows if row.offset == message.offset]
    attributes = message.attributes()
    assert own == message.cells() and len(own) == attributes["NCell"] > 10
    for index, row in enumerate(own, 1):
        assert row.satellite == f"G{int(attributes[f'CELLPRN_{index:02}']):02}"
        assert row.signal == attributes[f"CELLSIG_{index:02}"]
        assert row.cnr == attributes[f"DF408_{index:02}"] or math.isnan(row.cnr)
        assert math.isnan(row.pseudorange) or 1.9e7 < row.pseudorange < 3e7
        assert row.epoch == attributes["DF004"] and row.station == attributes["DF003"]
    assert {row.satellite[0] for row in rows} >= {"G", "R", "E", "C"}
    assert not batch[0].cells() or batch[0].type > 1070
    return len(rows)


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    check_values(data)
    check_errors(data)
    check_readers(data)
    print(f"values compared, copied and pickled, four kinds of streams, a table of {check_table(data)} cells")


main()
