# SPDX-License-Identifier: Apache-2.0
"""Compares every value of every message of captures with pyrtcm's: usage pyrtcm_values.py CAPTURE…

What differs has to be one of the quirks below, and each of them has to be seen.
"""

import collections
import math
import multiprocessing
import os
import sys

import librtcm
import pyrtcm

# pyrtcm's value is ours times this: other units, or bits as they are where we know the resolution.
TIMES = {
    # metres are millimetres, of orbits, clocks, residuals and a height
    **dict.fromkeys(("DF064", "DF218", "DF221", "DF365", "DF366", "DF367", "DF368", "DF369", "DF370", "DF376", "DF390",
                     "IDF013", "IDF014", "IDF015", "IDF016", "IDF017", "IDF018", "IDF019"), 1e3),
    # seconds are nanoseconds
    **dict.fromkeys(("DF513", "DF514"), 1e9),
    # degrees are seconds of arc
    **dict.fromkeys(("DF152", "DF153", "DF154", "DF155", "DF192", "DF193", "DF194", "DF195"), 3600),
    # degrees, of steps of 25e-6, are steps of 25e6
    **dict.fromkeys(("DF062", "DF063"), 1e12),
    # twice the step of the standard
    "DF162": 2,
    # steps, without their resolution
    "DF110": 1 / 900, "DF121": 2.0**40, "DF124": 2.0**30, "DF125": 2.0**30, "DF133": 2.0**31, "DF135": 2.0**30,
}
# pyrtcm's value lacks what the number 0 stands for: how much, and how many of pyrtcm's unit are one of ours.
ABOVE = {
    "DF166": (6_370_000, 1), "DF167": (6_350_000, 1), "DF168": (6_370_000, 1), "DF169": (6_350_000, 1),
    "DF173": (0.993, 1e6), "DF187": (0.993, 1e6), "DF564": (1900, 1),
}
# Types that pyrtcm does not know: it has DF002 alone, as a string.
UNKNOWN = {63, 1265, 1266, 1267, 1268, 1269, 1270, 4072}
# Characters that pyrtcm has in one string, and we one by one as in other messages.
JOINED = {(1300, "DF563"), (1302, "DF566"), (1302, "DF570")}
# pyrtcm's layout is not that of what is sent: the fields behind the satellite's number are others.
DRAFT = {1258, 1261}
# The fields of 1004 and 1012 that make ranges and ratios, of L1 and of L2.
LEGACY = {
    1004: ("DF011", "DF012", "DF014", "DF015", "DF017", "DF018", "DF020"),
    1012: ("DF041", "DF042", "DF044", "DF045", "DF047", "DF048", "DF050"),
}
LIGHT_MILLISECOND = 299_792.458
# pyrtcm raises: it takes MSM2 for something else, and lengths of 1025 for others.
RAISES = {1025, *range(1072, 1140, 10)}


def base(name):
    return name.partition("_")[0]


def is_close(theirs, ours):
    return abs(theirs - ours) <= 4e-15 * max(abs(theirs), abs(ours))


def quirk(kind, name, theirs, ours, is_empty_ionosphere):
    """Which quirk a difference is; None when it is none."""
    field = base(name)
    numbers = isinstance(theirs, (int, float)) and isinstance(ours, (int, float))
    if numbers and field in TIMES and is_close(theirs, ours * TIMES[field]):
        return f"{field} times {TIMES[field]:g}"
    if numbers and field in ABOVE:
        zero, unit = ABOVE[field]
        if abs(theirs - (ours - zero) * unit) <= 1e-9 * max(abs(theirs), unit):
            return f"{field} less {zero}"
    if kind in UNKNOWN or kind >= 4000 and kind != 4076:
        if name != "DF002" or theirs == str(kind):
            return f"{kind} is not known"
    if kind in DRAFT and theirs is not None and ours is not None and numbers:
        return f"{kind} is of another layout"
    if (kind, field) in JOINED:
        return f"{field} is in one string"
    if name == "DF140" and ours.encode().replace(b"\0", b"") == theirs.encode("latin-1"):
        return "DF140 is read as ISO 8859-1, without zeros"
    if field in ("PRN", "CELLPRN") and theirs == "N/A":
        return "satellites above those in use are N/A"
    if field == "PRN" or field == "CELLPRN":
        return "GIOVE-A and GIOVE-B" if theirs.startswith("GIOVE-") else None
    if field == "CELLSIG" and theirs == "/":
        return "signals without a code of pyrtcm's are /"
    if is_empty_ionosphere and theirs is None:
        return "1264 ends behind its header"
    return None


def ranges_of_cells(theirs, kind):
    """Pseudorange, phaserange, rate and ratio of each cell of an MSM, made of pyrtcm's fields."""
    row_of = {theirs[f"PRN_{row:02}"]: f"_{row:02}" for row in range(1, theirs["NSat"] + 1)}
    pseudorange, phaserange, ratio = ("DF400", "DF401", "DF403") if kind < 6 else ("DF405", "DF406", "DF408")
    for cell in range(1, theirs["NCell"] + 1):
        row, cell = row_of[theirs[f"CELLPRN_{cell:02}"]], f"_{cell:02}"
        rough = theirs["DF397" + row] + theirs["DF398" + row]
        rate = theirs["DF399" + row] + theirs["DF404" + cell] if kind in (5, 7) else math.nan
        yield ((rough + theirs[pseudorange + cell]) * LIGHT_MILLISECOND, (rough + theirs[phaserange + cell]) *
               LIGHT_MILLISECOND, rate, theirs[ratio + cell])


def ranges_before_msm(theirs, kind):
    """The same of 1004 and 1012, whose satellites have two signals."""
    names, modulus = (LEGACY[kind], LIGHT_MILLISECOND * (1 if kind == 1004 else 2))
    for row in range(1, theirs["DF006" if kind == 1004 else "DF035"] + 1):
        l1, phase1, ambiguity, ratio1, l2, phase2, ratio2 = (theirs[f"{name}_{row:02}"] for name in names)
        l1 += ambiguity * modulus
        yield l1, l1 + phase1, math.nan, ratio1
        yield l1 + l2, l1 + phase2, math.nan, ratio2


def differing_range(kind, theirs, rows):
    """A row of the table of observations that is not what pyrtcm's fields make; None when there is none."""
    if 1071 <= kind <= 1137 and kind % 10 >= 4:
        expected = list(ranges_of_cells(theirs, kind % 10))
    elif kind in LEGACY:
        expected = list(ranges_before_msm(theirs, kind))
    else:
        return None
    if len(expected) != len(rows):
        return f"{len(rows)} rows, pyrtcm has {len(expected)}"
    for row, values in zip(rows, expected):
        for our, their in zip(row, values):
            # pyrtcm makes numbers of what is not available, too.
            if not math.isnan(our) and abs(our - their) > 1e-12 * abs(our) + 1e-9:
                return f"{our!r} in {row}, pyrtcm's {their!r}"
    return None


def rows_by_offset(table):
    rows = collections.defaultdict(list)
    for offset, *row in zip(*(table[name] for name in ("offset", "pseudorange", "phaserange", "phaserange_rate", "cnr"))):
        rows[offset].append(row)
    return rows


def compare(path):
    with open(path, "rb") as file:
        batch = librtcm.read(file.read())
    rows = rows_by_offset(batch.observations())
    count = 0
    quirks = collections.Counter()
    for message in batch:
        try:
            theirs = {k: v for k, v in vars(pyrtcm.RTCMMessage(message.payload)).items() if k[0] != "_"}
        except pyrtcm.RTCMTypeError as error:
            if message.type not in RAISES and not message.status:
                return path, count, quirks, f"at byte {message.offset}: pyrtcm raises in {message.type}: {error}"
            quirks[f"pyrtcm raises in {message.type}"] += 1
            continue
        if message.status:
            return path, count, quirks, f"at byte {message.offset}: pyrtcm reads {message.type}, we do not"
        finding = differing_range(message.type, theirs, rows[message.offset])
        if finding:
            return path, count, quirks, f"at byte {message.offset}: the table of {message.type} has {finding}"
        ours = message.attributes()
        count += len(ours)
        if ours == theirs:
            continue
        is_empty_ionosphere = message.type == 1264 and "DF473_01" not in theirs
        for name in ours.keys() | theirs.keys():
            their, our = theirs.get(name), ours.get(name)
            if their == our or isinstance(their, float) and isinstance(our, (int, float)) and is_close(their, our):
                continue
            found = quirk(message.type, name, their, our, is_empty_ionosphere)
            if found is None:
                return path, count, quirks, (
                    f"at byte {message.offset}: {name} of {message.type} is {our!r}, pyrtcm's {their!r}")
            quirks[found] += 1
    return path, count, quirks, None


def main():
    captures = sorted(sys.argv[1:], key=os.path.getsize, reverse=True)
    quirks, values, findings = collections.Counter(), 0, []
    with multiprocessing.Pool() as pool:
        for path, count, seen, finding in pool.imap_unordered(compare, captures):
            values += count
            quirks += seen
            if finding:
                findings.append(f"{path}: {finding}")
    if os.environ.get("VERBOSE"):
        for name, count in sorted(quirks.items()):
            print(f"{count:8} {name}")
    if findings:
        sys.exit("\n".join(findings))
    unseen = [name for name in (*TIMES, *ABOVE) if not any(seen.startswith(f"{name} ") for seen in quirks)]
    if unseen:
        sys.exit(f"no capture has pyrtcm's quirk of {', '.join(unseen)}")
    differing = sum(quirks.values())
    assert values > 1000 and captures
    print(f"{len(captures)} captures, {values} values, {differing} of them by {len(quirks)} quirks of pyrtcm {pyrtcm.version}")


if __name__ == "__main__":
    main()
