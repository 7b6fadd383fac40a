# SPDX-License-Identifier: Apache-2.0
"""Prints the mean carrier-to-noise ratio of each signal of a stream: table.py [numpy|pandas] <FILE"""

import math
import statistics
import sys

import librtcm


def ratios(data):
    table = librtcm.observations(data)
    of_signal = {}
    for signal, cnr in zip(table["signal"], table["cnr"]):
        if not math.isnan(cnr):
            of_signal.setdefault(signal, []).append(cnr)
    return {signal: statistics.fmean(of_signal[signal]) for signal in sorted(of_signal)}


def ratios_by_numpy(data):
    import numpy

    table = librtcm.observations(data).numpy()
    signals, cnr = table["signal"], table["cnr"]
    return {signal: numpy.nanmean(cnr[signals == signal]) for signal in numpy.unique(signals)}


def ratios_by_pandas(data):
    frame = librtcm.observations(data).pandas()
    return frame.groupby("signal", observed=True)["cnr"].mean()


WAYS = {"numpy": ratios_by_numpy, "pandas": ratios_by_pandas}
way = WAYS[sys.argv[1]] if sys.argv[1:] else ratios
for name, mean in way(sys.stdin.buffer.read()).items():
    print(f"{name} {mean:.3f} dB-Hz")
