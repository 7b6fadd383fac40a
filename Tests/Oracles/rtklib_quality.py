"""Prints the quality of a RINEX 3 observation file as JSON, by sums made here by hand from the elevations, ratios and
slips that RTKLIB's rnx2rtkp tells about each satellite (`-y 2`), and from the file's own columns.

Arguments: the observation file; rnx2rtkp's file of residuals, of all epochs of it; the navigation file. For each signal: the observations,
those complete above ten degrees, the scatter of multipath there (or of satellites without an orbit) about the average of the
last fifty values,
the ratios' means by tens of degrees, the marks of slips, and the jumps of multipath over two metres; and the rates of the
ionosphere's delay at L1, metres a minute, with its jumps over four metres a minute.
"""

import json
import math
import sys
from collections import defaultdict, deque

LIGHT, MASK, LENGTH = 299792458.0, 10.0, 50
FREQUENCIES = {
    "G": {"1": 1575.42e6, "2": 1227.6e6, "5": 1176.45e6},
    "E": {"1": 1575.42e6, "5": 1176.45e6, "7": 1207.14e6, "8": 1191.795e6, "6": 1278.75e6},
    "J": {"1": 1575.42e6, "2": 1227.6e6, "5": 1176.45e6},
    "C": {"2": 1561.098e6, "7": 1207.14e6, "6": 1268.52e6, "1": 1575.42e6, "5": 1176.45e6},
}


def frequency(satellite, band, slots):
    if satellite[0] == "R":
        slot = slots.get(satellite)
        return None if slot is None else (1602e6 + slot * 562.5e3 if band == "1" else 1246e6 + slot * 437.5e3)
    return FREQUENCIES.get(satellite[0], {}).get(band)


def elevations(path):
    """The elevation of each satellite at each second of the week, degrees."""
    found = {}
    for line in open(path):
        if line.startswith("$SAT"):
            words = line.split(",")
            found[round(float(words[2])), words[3]] = float(words[6])
    return found


def header(lines):
    types, slots, system, left = defaultdict(list), {}, None, []
    for line in lines:
        label = line[60:].strip()
        if label == "SYS / # / OBS TYPES":
            system = line[0] if line[0] != " " else system
            types[system] += line[7:60].split()
        if label == "GLONASS SLOT / FRQ #":
            left += line[4:60].split()
        if label == "END OF HEADER":
            break
    for satellite, slot in zip(left[::2], left[1::2]):
        slots[satellite] = int(slot)
    return types, slots


def week_seconds(words):
    """The whole seconds of the week of an epoch's words."""
    year, month, day, hour, minute = map(int, words[1:6])
    shift = (month + 9) % 12
    year -= month < 3
    days = 365 * year + year // 4 - year // 100 + year // 400 + (shift * 306 + 5) // 10 + day
    # The sixth of January 1980, a Sunday.
    return (days - 722825) % 7 * 86400 + hour * 3600 + minute * 60 + round(float(words[6]))


def main():
    lines = iter(open(sys.argv[1]))
    types, slots = header(lines)
    known = elevations(sys.argv[2])
    placed = {line[:3].replace(" ", "0") for line in open(sys.argv[3]) if line[:1] in "GREJC"}
    signals = defaultdict(lambda: {"observations": 0, "complete": 0, "marks": 0, "jumps": 0, "multipath": [], "ratios": defaultdict(list)})
    windows, suspects, partners, delays, lasts, rates, leaps = {}, {}, {}, {}, {}, [], 0
    seen = set()
    for line in lines:
        if line.startswith(">"):
            now = week_seconds(line.split())
            continue
        satellite, values = line[:3], {}
        for index, kind in enumerate(types[satellite[0]]):
            text = line[3 + 16 * index:19 + 16 * index].rstrip("\n").ljust(16)
            if text[:14].strip():
                values[kind] = float(text[:14]), text[14]
        elevation = known.get((now, satellite))
        codes = sorted({kind[1:] for kind in values})
        phases, marked = {}, set()
        for code in codes:
            phase = values.get("L" + code)
            hertz = frequency(satellite, code[0], slots)
            if phase and hertz:
                phases[code] = phase[0] * LIGHT / hertz, hertz
                if phase[1] in "1357" and (satellite, code) in seen:
                    marked.add(code)
                    signals[satellite[0] + code]["marks"] += 1
                seen.add((satellite, code))
        of_band = {}
        for code in sorted(phases):
            of_band.setdefault(code[0], code)
        pair = [of_band[band] for band in sorted(of_band)]
        pair = pair[:1] + [code for code in pair[1:] if abs(phases[code][1] - phases[pair[0]][1]) >= 1e8][:1]
        if len(pair) == 2:
            (first, f1), (second, f2) = phases[pair[0]], phases[pair[1]]
            delay = (first - second) * f2 ** 2 / (f1 ** 2 - f2 ** 2) * (f1 / 1575.42e6) ** 2
            last, before = lasts.get(satellite), delays.get(satellite)
            lasts[satellite] = pair, now, delay
            if last is None or last[0] != pair or marked & set(pair) or now - last[1] > 300:
                delays[satellite] = now, delay
            elif abs(delay - last[2]) > 4 / 60 * max(now - last[1], 1):
                leaps += 1
                delays[satellite] = now, delay
                marked |= {of_band[band] for band in of_band}
            elif now - before[0] >= 30:
                rates.append((delay - before[1]) / (now - before[0]) * 60)
                delays[satellite] = now, delay
        for code in codes:
            sums = signals[satellite[0] + code]
            sums["observations"] += 1
            pseudorange, ratio = values.get("C" + code), values.get("S" + code)
            if ratio and elevation is not None and elevation >= 0:
                sums["ratios"][min(int(elevation // 10), 8)].append(ratio[0])
            if not pseudorange or code not in phases:
                continue
            if elevation is not None and elevation >= MASK:
                sums["complete"] += 1
            length, hertz = phases[code]
            partner = next((of_band[band] for band in sorted(of_band) if abs(phases[of_band[band]][1] - hertz) >= 1e8), None)
            if partner is None:
                continue
            other, its = phases[partner]
            alpha = hertz ** 2 / its ** 2
            # Estey and Meertens, equations 1 and 2, for any two frequencies.
            value = pseudorange[0] - (1 + 2 / (alpha - 1)) * length + 2 / (alpha - 1) * other
            key = satellite, code
            if partners.get(key) != partner or code in marked or partner in marked:
                windows[key], suspects[key] = deque(maxlen=LENGTH), None
            partners[key] = partner
            window = windows[key]
            if window and abs(value - sum(window) / len(window)) > 2:
                if suspects.get(key) is None or abs(value - suspects[key]) > 2:
                    suspects[key] = value
                    continue
                window.clear()
                sums["jumps"] += 1
            suspects[key] = None
            window.append(value)
            count = len(window)
            if count > 1 and (elevation >= MASK if elevation is not None else satellite not in placed):
                sums["multipath"].append((value - sum(window) / count) ** 2 * count / (count - 1))

    def rms(squares):
        return math.sqrt(sum(squares) / len(squares)) if squares else None

    print(json.dumps({
        "signals": {
            name: {
                "observations": sums["observations"], "complete": sums["complete"], "marks": sums["marks"],
                "jumps": sums["jumps"], "multipath": rms(sums["multipath"]),
                "ratios": [sum(v) / len(v) if (v := sums["ratios"].get(bin)) else None for bin in range(9)],
            } for name, sums in sorted(signals.items())
        },
        "ionosphere": rms([rate ** 2 for rate in rates]),
        "rates": len(rates), "leaps": leaps,
    }))


main()
