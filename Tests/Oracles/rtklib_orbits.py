"""Prints where RTKLIB's functions have the satellites of the ephemerides in an RTCM 3 file.

Arguments: the file, and the date about which it was made: year month day hour minute second, GPS time.
A line for each ephemeris and each ten minutes of the hour before and behind its reference time: system,
number, reference time (seconds since 1970, GPS time), seconds behind it, x, y, z (m), clock offset (s).
"""

import sys

import pyrtklib as rtklib

SYSTEMS = {
    rtklib.SYS_GPS: "G", rtklib.SYS_GLO: "R", rtklib.SYS_GAL: "E", rtklib.SYS_CMP: "C",
    rtklib.SYS_QZS: "J", rtklib.SYS_IRN: "I",
}


def main():
    decoder = rtklib.rtcm_t()
    rtklib.init_rtcm(decoder)
    date = rtklib.Arr1Ddouble(6)
    for index, word in enumerate(sys.argv[2:8]):
        date[index] = float(word)
    decoder.time = rtklib.epoch2time(date)
    told = set()
    with open(sys.argv[1], "rb") as stream:
        content = stream.read()
    for byte in content:
        if rtklib.input_rtcm3(decoder, byte) == 2:
            tell(decoder, told)


def tell(decoder, told):
    number = rtklib.Arr1Dint(1)
    system = rtklib.satsys(decoder.ephsat, number)
    if system == rtklib.SYS_GLO:
        ephemeris, position = decoder.nav.geph[number[0] - 1], rtklib.geph2pos
    else:
        ephemeris, position = decoder.nav.eph[decoder.ephsat - 1], rtklib.eph2pos
    toe = ephemeris.toe
    name = (SYSTEMS[system], number[0], toe.time)
    if name in told:
        return
    told.add(name)
    state, clock, variance = rtklib.Arr1Ddouble(6), rtklib.Arr1Ddouble(2), rtklib.Arr1Ddouble(1)
    for seconds in range(-3600, 3601, 600):
        position(rtklib.timeadd(toe, seconds), ephemeris, state, clock, variance)
        print(*name, seconds, *(repr(state[axis]) for axis in range(3)), repr(clock[0]))


main()
