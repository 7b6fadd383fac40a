"""Sums what a folder of captures holds, on a Dask cluster: frames by type, bytes, and the noise of codes by signal.

usage: python sums.py FOLDER [--scheduler tcp://HOST:8786] [--json]

Without --scheduler two workers start on this machine. A task gets the path of a capture, not its bytes: the folder has
to be there for all workers. What a task returns is small. pip install librtcm 'dask[distributed]'
"""

import argparse
import json
import math
from collections import Counter
from pathlib import Path

import librtcm


def sums(path):
    """The sums of one capture.

    The noise of a signal's codes is taken from the second differences of code minus phase, three epochs in a row without
    a slip: their variance is six times that of the code. Orbit, clocks and, mostly, the atmosphere cancel.
    """
    data = Path(path).read_bytes()
    frames, unreadable = Counter(), 0
    tracks, noise = {}, {}
    for message in librtcm.read(data):
        frames[message.type] += 1
        unreadable += message.status != 0
        if not 1071 <= message.type <= 1137 or message.status != 0:
            continue
        for cell in message.cells():
            key = (cell.station, cell.satellite, cell.signal)
            before = tracks.get(key, [])
            if before and (cell.lock_time < before[-1][1] or not 0 < cell.epoch - before[-1][2] <= 1000):
                before = []
            difference = cell.pseudorange - cell.phaserange
            tracks[key] = before = ([] if math.isnan(difference) else before + [(difference, cell.lock_time, cell.epoch)])[-3:]
            if len(before) == 3:
                second = before[0][0] - 2 * before[1][0] + before[2][0]
                count, square = noise.get(cell.satellite[0] + cell.signal, (0, 0.0))
                noise[cell.satellite[0] + cell.signal] = (count + 1, square + second * second / 6)
    return {"files": 1, "bytes": len(data), "unreadable": unreadable, "frames": frames, "noise": noise}


def add(first, second):
    """The sums of two."""
    noise = dict(first["noise"])
    for signal, (count, square) in second["noise"].items():
        own = noise.get(signal, (0, 0.0))
        noise[signal] = (own[0] + count, own[1] + square)
    total = {name: first[name] + second[name] for name in ("files", "bytes", "unreadable", "frames")}
    return total | {"noise": noise}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scheduler", help="the address of a cluster; default: two workers on this machine")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()

    from dask.distributed import Client, LocalCluster, as_completed

    paths = sorted(path for path in options.folder.resolve().rglob("*") if path.suffix in (".rtcm3", ".rtcm"))
    if not paths:
        parser.error(f"'{options.folder}' has no file that ends with .rtcm3 or .rtcm")
    cluster = options.scheduler or LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
    with Client(cluster) as client:
        client.upload_file(__file__)
        results = dict(as_completed(client.map(sums, list(map(str, paths))), with_results=True))
    # In one order, so that sums of fractions are the same on every run.
    ordered = [result for _, result in sorted(results.items(), key=lambda pair: pair[0].key)]
    total = ordered[0]
    for result in ordered[1:]:
        total = add(total, result)
    tell(total, options.json)


def tell(total, as_json):
    frames = {str(kind): total["frames"][kind] for kind in sorted(total["frames"])}
    noise = {signal: round(math.sqrt(square / count), 4) for signal, (count, square) in sorted(total["noise"].items())}
    if as_json:
        counts = {name: total[name] for name in ("files", "bytes", "unreadable")}
        print(json.dumps(counts | {"frames": frames, "code_noise": noise}))
        return
    print(f"{total['files']} captures, {total['bytes']} bytes, {sum(frames.values())} frames, {total['unreadable']} unreadable")
    for kind, count in frames.items():
        print(f"{kind:>6} {count}")
    for signal, metres in noise.items():
        print(f"{signal:>6} code noise {metres:.3f} m")


if __name__ == "__main__":
    main()
