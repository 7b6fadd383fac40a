"""Reads RINEX observation files of versions 2 and 3, plain, compact or compressed, by georinex, and compares them.

Arguments: the files. A line of JSON for each: the number of its values, of those that the first file has and it lacks, of
those that it has and the first one lacks, and the greatest difference of a value from the first file's, in the unit of
the file.
"""

import json
import sys
import warnings

warnings.simplefilter("ignore")
import georinex  # noqa: E402
import numpy  # noqa: E402


def values(path):
    """The values by time, satellite and code."""
    found = georinex.load(path)
    result = {}
    for code in found.data_vars:
        if "lli" in code or "ssi" in code:
            continue
        table = found[code].transpose("time", "sv").values
        for row, column in zip(*numpy.nonzero(~numpy.isnan(table))):
            key = str(found.time.values[row]), str(found.sv.values[column]), str(code)
            result[key] = float(table[row, column])
    return result


first = None
for path in sys.argv[1:]:
    own = values(path)
    first = first or own
    both = first.keys() & own.keys()
    print(json.dumps({
        "values": len(own), "missing": len(first.keys() - own.keys()), "more": len(own.keys() - first.keys()),
        "greatest": max((abs(own[key] - first[key]) for key in both), default=None),
    }))
