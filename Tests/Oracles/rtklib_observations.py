"""Prints the observations that RTKLIB's reader finds in a RINEX observation file.

Argument: the file. A line for each signal that RTKLIB keeps, at most one of each of its frequencies: time (seconds since
1970, GPS time), satellite, code, pseudorange, phase in cycles, Doppler, strength in dB-Hz; 0 where there is none.
"""

import sys

import pyrtklib as rtklib


def main():
    data, nav, station = rtklib.obs_t(), rtklib.nav_t(), rtklib.sta_t()
    if rtklib.readrnx(sys.argv[1], 1, "", data, nav, station) < 0:
        sys.exit(f"RTKLIB does not read {sys.argv[1]}")
    for index in range(data.n):
        record = data.data[index]
        name = rtklib.Arr1Dchar(8)
        rtklib.satno2id(record.sat, name)
        for band in range(len(list(record.P))):
            if not (record.P[band] or record.L[band]):
                continue
            values = (record.P[band], record.L[band], record.D[band], record.SNR[band] / 1000)
            print(record.time.time, name.ptr, rtklib.code2obs(record.code[band]), *values)


main()
