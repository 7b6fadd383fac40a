"""Prints what RTKLIB's reader finds in RINEX files: observations and ephemerides.

Arguments: the files. Lines, in a fixed order: "O", time (seconds since 1970, GPS time), RTKLIB's number of the
satellite, code, pseudorange, phase, Doppler, strength, loss of lock; and "E", satellite, reference time, time of
clock or of the frame, and the elements. Numbers are as Python writes them, so equal lines are equal numbers.
"""

import sys

import pyrtklib as rtklib


def observations(data):
    for index in range(data.n):
        record = data.data[index]
        for slot in range(rtklib.NFREQ + rtklib.NEXOBS):
            code = record.code[slot]
            if code == 0:
                continue
            yield " ".join(
                ["O", repr(record.time.time + record.time.sec), str(record.sat), rtklib.code2obs(code)]
                + [repr(float(value)) for value in (record.P[slot], record.L[slot], record.D[slot])]
                + [str(record.SNR[slot]), str(record.LLI[slot])])


def ephemerides(nav):
    kepler = "iode iodc sva svh week A e i0 OMG0 omg M0 deln OMGd idot crc crs cuc cus cic cis toes fit f0 f1 f2"
    for index in range(nav.n):
        orbit = nav.eph[index]
        values = [repr(getattr(orbit, field)) for field in kepler.split()] + [repr(orbit.tgd[0])]
        yield " ".join(["E", str(orbit.sat), str(orbit.toe.time), str(orbit.toc.time)] + values)
    for index in range(nav.ng):
        orbit = nav.geph[index]
        vectors = [list(getattr(orbit, field)[axis] for axis in range(3)) for field in ("pos", "vel", "acc")]
        values = [orbit.frq, orbit.svh, orbit.age, orbit.taun, orbit.gamn] + sum(vectors, [])
        yield " ".join(
            ["E", str(orbit.sat), str(orbit.toe.time), str(orbit.tof.time)] + [repr(value) for value in values])


def main():
    data, nav, station = rtklib.obs_t(), rtklib.nav_t(), rtklib.sta_t()
    for path in sys.argv[1:]:
        if rtklib.readrnx(path, 1, "", data, nav, station) < 0:
            sys.exit(f"RTKLIB does not read {path}")
    for line in sorted(observations(data)) + sorted(ephemerides(nav)):
        print(line)


main()
