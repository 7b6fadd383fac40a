"""Prints what RTKLIB's functions have for the atmosphere's delays.

A line for each place, direction and time: latitude and longitude (degrees), height (m), azimuth and elevation
(degrees), second of GPS week 2421, delay of the ionosphere at L1 by RTKLIB's default parameters (m), delay of the
troposphere at 70 % humidity (m).
"""

import itertools
import math

import pyrtklib as rtklib

PLACES = [(45.478, 9.23, 170.0), (-33.9, 151.2, 12.0), (0.0, 179.9, 0.0), (89.9, 0.0, 3000.0), (27.9, 86.9, 8900.0)]


def array(values):
    result = rtklib.Arr1Ddouble(len(values))
    for index, value in enumerate(values):
        result[index] = value
    return result


def main():
    none = array([0.0] * 8)
    for place, azimuth, elevation, second in itertools.product(
        PLACES, (0.0, 135.0, 250.0), (5.0, 15.0, 40.0, 89.0), (0, 129618, 400000)
    ):
        position = array([math.radians(place[0]), math.radians(place[1]), place[2]])
        direction = array([math.radians(azimuth), math.radians(elevation)])
        time = rtklib.gpst2time(2421, float(second))
        ionosphere = rtklib.ionmodel(time, none, position, direction)
        troposphere = rtklib.tropmodel(time, position, direction, 0.7)
        print(*place, azimuth, elevation, second, ionosphere, troposphere)


if __name__ == "__main__":
    main()
