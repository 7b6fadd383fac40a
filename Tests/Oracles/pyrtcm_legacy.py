"""Compares the MSM7 of in.rtcm3 with the 1004 and 1012 of out.rtcm3.

Prints how many signals were compared, of GPS and of GLONASS, and by how much they differ at most: range and phase in
metres, CNR in dB-Hz.
"""

import sys

from pyrtcm import RTCMReader

LIGHT_MS = 299792.458
FREQUENCY = {"G1": 1575.42e6, "G2": 1227.6e6}


def number(message, field, index):
    return getattr(message, f"{field}_{index:02d}")


def msm(message, values):
    system = "G" if message.identity[:3] == "107" else "R"
    epoch = message.DF004 if system == "G" else message.DF034
    rough = {}
    for index in range(1, message.NSat + 1):
        rough[str(number(message, "PRN", index))] = (
            number(message, "DF397", index) + number(message, "DF398", index))
    for index in range(1, message.NCell + 1):
        satellite = str(number(message, "CELLPRN", index))
        code = number(message, "CELLSIG", index)
        if not satellite.isdigit():
            continue  # a slot that pyrtcm has no name for
        values[system, epoch, int(satellite), code] = (
            (rough[satellite] + number(message, "DF405", index)) * LIGHT_MS,
            (rough[satellite] + number(message, "DF406", index)) * LIGHT_MS,
            number(message, "DF408", index))


def legacy(message, values):
    system = "G" if message.identity == "1004" else "R"
    first, unit = (9, LIGHT_MS) if system == "G" else (38, 2 * LIGHT_MS)
    # The fields of GLONASS follow those of GPS: DF038 is DF009, DF041 is DF011 and so on.
    shift = 0 if system == "G" else 30
    field = lambda n, index: number(message, f"DF{n + shift:03d}", index)
    epoch = message.DF004 if system == "G" else message.DF034
    for index in range(1, (message.DF006 if system == "G" else message.DF035) + 1):
        satellite = number(message, f"DF{first:03d}", index)
        channel = None if system == "G" else number(message, "DF040", index) - 7
        range1 = field(14, index) * unit + field(11, index)
        codes = ["C", "P"][number(message, "DF010" if system == "G" else "DF039", index)]
        codes2 = (["XLSC", "P", "D", "W"] if system == "G" else ["C", "P"])[
            number(message, "DF016" if system == "G" else "DF046", index)]
        values[system, epoch, satellite, 1, codes, channel] = (
            range1, range1 + field(12, index), field(15, index))
        values[system, epoch, satellite, 2, codes2, channel] = (
            range1 + field(17, index), range1 + field(18, index), field(20, index))


before, after = {}, {}
for name, values in ("in.rtcm3", before), ("out.rtcm3", after):
    with open(name, "rb") as stream:
        for _, message in RTCMReader(stream):
            if message.identity in ("1077", "1087"):
                msm(message, values)
            if message.identity in ("1004", "1012"):
                legacy(message, values)
worst, count = [0.0, 0.0, 0.0], {"G": 0, "R": 0}
for (system, epoch, satellite, band, codes, channel), ours in after.items():
    theirs = [before.get((system, epoch, satellite, f"{band}{code}")) for code in codes]
    theirs = [values for values in theirs if values]
    frequency = FREQUENCY.get(f"{system}{band}")
    if system == "R":
        frequency = 1602e6 + channel * 562.5e3 if band == 1 else 1246e6 + channel * 437.5e3
    leap = 1500 * LIGHT_MS * 1000 / frequency
    # What is not available comes out as a number far off.
    if not theirs or abs(ours[0] - theirs[0][0]) > 80:
        continue
    difference = ours[1] - theirs[0][1]
    if abs(difference) > 200 and abs(difference / leap - round(difference / leap)) > 0.01:
        continue
    difference -= round(difference / leap) * leap
    worst = [max(a, abs(b)) for a, b in zip(worst, (
        ours[0] - theirs[0][0], difference, ours[2] - theirs[0][2]))]
    count[system] += 1
print(count["G"], count["R"], *(f"{value:.6f}" for value in worst))
