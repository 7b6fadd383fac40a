"""Prints the ephemerides that cssrlib finds in a RINEX navigation file of version 3.02 or later.

It goes by the record lines of version 4, which RTKLIB passes over. Arguments: the file. A line for each ephemeris, in
a fixed order: satellite, kind of message (in a file of version 3 told from Galileo's data sources), times in seconds
since 1970 and what there is of the orbit. Numbers are as Python writes them, so equal lines are equal numbers.
"""

import sys

from cssrlib.gnss import Nav, sat2id
from cssrlib.rinex import rnxdec

KEPLER = ("mode iode iodc sva svh week A e i0 OMG0 omg M0 deln OMGd idot crc crs cuc cus cic cis toes fit af0 af1 af2"
          " tgd tgd_b code")
# Its health comes out of the flags of the fourth line, which version 3.04 does not have.
GLONASS = "mode iode frq age taun gamn"
SBAS = "svh sva iodn tot af0 af1"


def numbers(orbit, fields, times):
    for name in times:
        time = getattr(orbit, name)
        yield float(time.time + time.sec)
    for name in fields.split():
        yield getattr(orbit, name, None)
    for name in ("pos", "vel", "acc"):
        yield from map(float, getattr(orbit, name, ()))


def main():
    nav = Nav()
    reader = rnxdec()
    if reader.decode_nav(sys.argv[1], nav) == -1:
        sys.exit(f"cssrlib does not read {sys.argv[1]}")
    lines = []
    for orbits, fields, times in ((nav.eph, KEPLER, ("toe", "toc", "tot")), (nav.geph, GLONASS, ("toe", "tof")),
                                  (nav.seph, SBAS, ("toc",))):
        for orbit in orbits:
            values = " ".join(map(repr, numbers(orbit, fields, times)))
            lines.append(f"{sat2id(orbit.sat)} {values}")
    print("\n".join(sorted(lines)))


main()
