"""Prints how far the positions of a file of RTKLIB's are from a place, by RTKLIB's geodesy and numpy's sums.

Arguments: the file; latitude, longitude and height of the place. Prints eleven numbers: the positions; rms,
95 %, worst of the level error; the same of the height error; means east, north, up; standard deviation east.
"""

import math
import sys

import numpy
import pyrtklib as rtklib


def geodetic(words):
    place = rtklib.Arr1Ddouble(3)
    place[0], place[1] = math.radians(float(words[0])), math.radians(float(words[1]))
    place[2] = float(words[2])
    return place


truth, origin = geodetic(sys.argv[2:5]), rtklib.Arr1Ddouble(3)
rtklib.pos2ecef(truth, origin)
rows = []
for line in open(sys.argv[1]):
    if line.startswith("%"):
        continue
    point, way, local = rtklib.Arr1Ddouble(3), rtklib.Arr1Ddouble(3), rtklib.Arr1Ddouble(3)
    rtklib.pos2ecef(geodetic(line.split()[2:5]), point)
    for axis in range(3):
        way[axis] = point[axis] - origin[axis]
    rtklib.ecef2enu(truth, way, local)
    rows.append([local[axis] for axis in range(3)])
errors = numpy.array(rows)
print(len(errors))
for values in (numpy.hypot(errors[:, 0], errors[:, 1]), numpy.abs(errors[:, 2])):
    print(numpy.sqrt(numpy.mean(values**2)), numpy.percentile(values, 95), values.max())
print(*errors.mean(axis=0), errors[:, 0].std())
