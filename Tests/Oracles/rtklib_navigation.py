"""Prints the ephemerides that RTKLIB's reader finds in RINEX navigation files, of whichever version.

Arguments: the files. A line for each ephemeris, in a fixed order: RTKLIB's number of the satellite, reference time
(seconds since 1970, GPS time), time of the clock or of GLONASS's frame, and what there is of the orbit. Numbers are
as Python writes them, so equal lines are equal numbers.
"""

import sys

import pyrtklib as rtklib

KEPLER = "iode iodc sva svh week A e i0 OMG0 omg M0 deln OMGd idot crc crs cuc cus cic cis toes fit f0 f1 f2 code flag"


def ephemerides(nav):
    for index in range(nav.n):
        orbit = nav.eph[index]
        values = [getattr(orbit, field) for field in KEPLER.split()] + [orbit.tgd[0], orbit.tgd[1]]
        yield line(orbit, orbit.toc, values)
    for index in range(nav.ng):
        orbit = nav.geph[index]
        vectors = [getattr(orbit, field)[axis] for field in ("pos", "vel", "acc") for axis in range(3)]
        yield line(orbit, orbit.tof, [orbit.frq, orbit.svh, orbit.age, orbit.taun, orbit.gamn] + vectors)


def line(orbit, time, values):
    return " ".join(map(repr, [orbit.sat, orbit.toe.time, time.time] + values))


def main():
    data, nav, station = rtklib.obs_t(), rtklib.nav_t(), rtklib.sta_t()
    for path in sys.argv[1:]:
        if rtklib.readrnx(path, 1, "", data, nav, station) < 0:
            sys.exit(f"RTKLIB does not read {path}")
    print("\n".join(sorted(ephemerides(nav))))


main()
