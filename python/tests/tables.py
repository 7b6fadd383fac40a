# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of captures with what boardsim prints of them, and hands them to numpy and pandas where those are
installed: usage tables.py BOARDSIM CAPTURE…"""

import collections
import csv
import datetime
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile

import librtcm

try:
    import numpy
    import pandas
except ImportError:
    numpy = pandas = None

GPS_EPOCH = datetime.datetime(1980, 1, 6)
WEEK, DAY = 604_800_000, 86_400_000
# The column, its member in JSON, the column in CSV and how many of the table's unit are one of CSV's.
NUMBERS = (
    ("pseudorange", "pseudorange_metres", "pseudorange_m", 1), ("phaserange", "phaserange_metres", None, 1),
    ("phase", "phase_cycles", "phase_cycles", 1), ("doppler", "doppler_hertz", "doppler_hz", 1),
    ("cnr", "cnr_decibel_hertz", "cnr_dbhz", 1), ("lock_time", "minimum_lock_time_milliseconds", "lock_s", 1000),
    ("carrier_frequency", "carrier_frequency_hertz", None, 1))
# A message of GLONASS may need its satellite's channel from a message before, which JSON does not look at.
OF_CHANNEL = ("phase", "doppler", "carrier_frequency")


def rows_of(table):
    return [dict(zip(table, row)) for row in zip(*table.values())]


def is_printed_as(value, text, scale=1, decimals=4):
    """Whether a number is what was printed of it."""
    if text is None or text == "":
        return math.isnan(value)
    return abs(value - float(text) * scale) <= 0.5001 * scale * 10**-decimals + 1e-15 * abs(value)


def check_json(boardsim, path, rows):
    """Every observation of every message, in order."""
    channels = 0
    rows = iter(rows)
    lines = subprocess.run(
        [boardsim, "rtcm", "decode", path, "--json", "--observations"], capture_output=True).stdout
    for line in lines.splitlines():
        frame = json.loads(line)
        for expected in frame.get("observations", ()):
            row = next(rows)
            message = frame["message"]
            place = (path, frame["offset"], expected["satellite"], expected["signal"], row)
            assert (row["offset"], row["type"], row["station"]) == (
                frame["offset"], frame["type"], message["station_id"]), place
            assert row["satellite"] == expected["satellite"], place
            assert row["signal"] == expected["signal"].replace("signal ", "").replace("?", ""), place
            assert row["half_cycle"] == expected["has_half_cycle_ambiguity"], place
            epoch, = (value for name, value in message.items() if name.endswith("epoch_milliseconds"))
            assert row["epoch"] == epoch, place
            for name, member, _, _ in NUMBERS:
                if expected[member] is None and name in OF_CHANNEL and row["satellite"][0] == "R":
                    channels += not math.isnan(row[name])
                else:
                    assert is_printed_as(row[name], expected[member]), (name, *place)
            assert math.isnan(row["doppler"]) or math.isclose(
                row["phaserange_rate"], -row["doppler"] * 299_792_458 / row["carrier_frequency"]), place
            check_time(row, message, place)
    assert next(rows, None) is None, path
    return channels


def check_time(row, message, place):
    """The time of the week, where the message tells it."""
    own = row["epoch"]
    if "glonass_epoch_milliseconds" in message:
        day = message.get("glonass_day_of_week", 7)
        if own >= DAY + 1000 or math.isnan(row["time"]):
            return
        since = round(row["time"] * 1000) - 18_000 + 3 * 3_600_000
        expected = (own + (day * DAY if day < 7 else 0)) % WEEK
        assert (since - expected) % (WEEK if day < 7 else DAY) == 0, place
    elif own < WEEK:
        shift = 14_000 if "beidou_epoch_milliseconds" in message else 0
        assert round(row["time"] * 1000) == (own + shift) % WEEK, place


def check_csv(boardsim, path, rows):
    """What a stream's observations are by epoch, where boardsim can tell its date: a line each."""
    by_signal = {}
    for row in rows:
        key = (row["time"], row["station"], row["satellite"], row["signal"])
        if key not in by_signal or by_signal[key]["type"] < row["type"]:
            by_signal[key] = row
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.csv")
        if subprocess.run([boardsim, "rtcm", "convert", path, "-o", made], capture_output=True).returncode:
            return 0
        with open(made, encoding="utf-8", newline="") as file:
            lines = list(csv.DictReader(file))
    # An epoch has the station of its first message, and leap seconds have been 18 since 2017.
    if len({row["station"] for row in rows}) != 1 or lines and lines[0]["time_gps"] < "2017":
        return 0
    for line in lines:
        since = datetime.datetime.fromisoformat(line["time_gps"]) - GPS_EPOCH
        time = since // datetime.timedelta(milliseconds=1) % WEEK / 1000
        key = (time, int(line["station"]), line["satellite"], line["signal"])
        row = by_signal[key]
        for name, _, column, scale in NUMBERS:
            # Of messages before MSM a stream tells more than one of them: what was left out of ranges.
            if column and (row["type"] > 1070 or name in ("cnr", "lock_time")):
                assert is_printed_as(row[name], line[column], scale), (path, name, line, row)
        assert row["half_cycle"] == bool(int(line["half_cycle"])), (path, line, row)
    return len(lines)


def check_columns(batch):
    """A table has what its messages have, each at its name, and NaN where one has no such number."""
    by_type = collections.defaultdict(list)
    for message in batch:
        if not message.status:
            by_type[message.type].append(message)
    values = 0
    for kind, messages in by_type.items():
        table = batch.columns(kind)
        assert table["offset"].tolist() == [message.offset for message in messages]
        assert set(table) >= {"offset", "DF002"} and {len(column) for column in table.values()} == {len(messages)}
        named = {name for message in messages for name in message.names}
        lists = {name: column.tolist() for name, column in table.items()}
        of_texts = set(table) - named - {"offset"}
        for row, message in enumerate(messages):
            own = message.as_dict()
            for name in named:
                ours, theirs = lists[name][row], own.get(name, math.nan)
                assert ours == theirs or math.isnan(ours) and math.isnan(theirs), (kind, name, ours, theirs)
            texts = message.texts()
            for name in of_texts:
                assert lists[name][row] == texts.get(name, "").rstrip("\0"), (kind, name)
            values += len(own)
    assert batch.types == tuple(sorted(by_type))
    assert list(batch.columns(4095)) == ["offset"] and len(batch.columns(4095)["offset"]) == 0
    return values


def check_cells(batch, rows):
    """The table of cells has the same."""
    cells = batch.table()
    of_msm = [row for row in rows if row["type"] > 1070]
    assert len(cells) == len(of_msm)
    for cell, row in zip(cells, of_msm):
        for name, value in cell._asdict().items():
            if name == "lock_time":
                assert value == (-1 if math.isnan(row[name]) else row[name])
            else:
                assert value == row[name] or math.isnan(value) and math.isnan(row[name])
    for message in itertools.islice(batch, 0, None, 17):
        if not message.status:
            assert repr(message.cells()) == repr([cell for cell in cells if cell.offset == message.offset])


def check_numpy(table, batch):
    """Arrays are on the table's memory, and cannot be written to."""
    arrays = table.numpy()
    for name, column in table.items():
        array = numpy.asarray(column)
        assert not array.flags.writeable and len(array) == len(column)
        assert not len(column) or numpy.shares_memory(array, numpy.asarray(column.view)), name
        assert array.dtype.kind == ("U" if name in ("satellite", "signal") else "b" if name == "half_cycle" else
                                    "u" if name in ("offset", "type", "station", "epoch") else "f"), name
        assert numpy.array_equal(array, numpy.array(column.tolist(), array.dtype), equal_nan=array.dtype.kind == "f")
        assert numpy.array_equal(arrays[name], array, equal_nan=array.dtype.kind == "f")
        assert len(column) == 0 or column[0] == column[:1][0] == column.tolist()[0] or math.isnan(column[0])
    assert numpy.asarray(table["type"], dtype="f8").dtype == numpy.float64
    frame = pandas.DataFrame(table)
    assert frame.shape == (len(table["offset"]), len(table)) and list(frame) == list(table)
    assert frame["satellite"].tolist() == table["satellite"].tolist()
    assert frame["cnr"].equals(pandas.Series(table["cnr"].tolist(), dtype="f8"))
    for kind in batch.types:
        columns = batch.columns(kind)
        frame = pandas.DataFrame(columns)
        assert frame["DF002"].eq(kind).all() and list(frame) == list(columns) and len(frame) == len(columns["offset"])


def check_bad_input(data):
    """No bytes, other bytes and cut frames give rows of what is whole."""
    for other in (b"", b"\xd3", bytes(1000), b"\xd3\x00\x13" * 400, data[:1]):
        table = librtcm.observations(other)
        assert len(table) == 16 and all(len(column) == 0 and column.tolist() == [] for column in table.values())
        assert len(librtcm.read(other).columns(1005)["offset"]) == 0
        if pandas:
            assert pandas.DataFrame(table).shape == (0, 16)
            assert numpy.asarray(table["satellite"]).shape == (0,)
    whole = rows_of(librtcm.observations(data[:20_000]))
    for cut in (1, 100, 5000, 19_999):
        some = rows_of(librtcm.observations(data[:cut]))
        assert repr(some) == repr(whole[: len(some)])
    for wrong in ("text", 5, None):
        try:
            librtcm.observations(wrong)
        except TypeError as error:
            assert "bytes" in str(error)
        else:
            raise AssertionError("observations of no bytes")
    table = librtcm.observations(data)
    column = table["cnr"]
    first = column[0]
    del table
    assert column[0] == first and column[-1] == column.tolist()[-1], "a column keeps its memory"
    try:
        column[len(column)]
    except IndexError:
        pass
    else:
        raise AssertionError("a row behind the last")


def main():
    boardsim, captures = sys.argv[1], sys.argv[2:]
    totals = collections.Counter()
    for path in captures:
        with open(path, "rb") as file:
            data = file.read()
        batch = librtcm.read(data)
        table = librtcm.observations(data)
        rows = rows_of(table)
        totals["rows"] += len(rows)
        totals["channels"] += check_json(boardsim, path, rows)
        totals["lines"] += check_csv(boardsim, path, rows)
        totals["values"] += check_columns(batch)
        check_cells(batch, rows)
        if pandas:
            check_numpy(table, batch)
    with open(captures[0], "rb") as file:
        check_bad_input(file.read())
    assert totals["rows"] > 1000 and totals["lines"] > 1000 and totals["values"] > 1000, totals
    if not pandas and os.environ.get("BOARDSIM_REQUIRE_ORACLES"):
        sys.exit("there is no numpy or no pandas; scripts/build/bootstrap test installs them")
    versions = f"numpy {numpy.__version__} and pandas {pandas.__version__}" if pandas else "no numpy and pandas"
    print(f"{totals['rows']} observations as JSON, {totals['lines']} as CSV, {totals['values']} values in columns, "
          f"{versions}")


main()
