"""Many readers of each version, by ntrip_load.py."""

import importlib.util
import json
import subprocess
import sys
import time

from casters.readers import REQUESTS, source
from casters.words import at_most, median, ratio
from measures import verdict

EPOCH_BYTES, EPOCHS = 1000, 10


def measure_load(bench):
    """Many readers of each version, by ntrip_load.py."""
    if not bench.load:
        return print("readers: skipped, ntrip_load.py is not there")
    description = importlib.util.spec_from_file_location("ntrip_load", bench.load)
    load = importlib.util.module_from_spec(description)
    description.loader.exec_module(load)
    runs = {version: {name: [] for name in bench.casters()} for version in REQUESTS}
    for _ in range(bench.arguments.runs):
        for version, by_name in runs.items():
            for name, start in bench.casters().items():
                by_name[name].append(load_once(bench, load, start, version))
    for version, by_name in runs.items():
        print_load(bench, version, by_name)


def load_once(bench, load, start, version):
    readers, processes = bench.arguments.readers, 2
    with start() as server, source(server.port) as pushing:
        before = server.resident()
        words = [sys.executable, str(bench.load), "--compact", "--port", str(server.port), "--mount", "LOAD",
                 "--clients", str(readers // processes), "--version", str(version), "--ramp", "2500",
                 "--settle", "20", "--seconds", str(EPOCHS + 7)]
        generators = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(processes)]
        server.wait_for_connections(1 + readers // processes * processes)
        time.sleep(2)
        cpu, begin = server.cpu(), time.monotonic()
        for number in range(EPOCHS):
            time.sleep(max(0, begin + number - time.monotonic()))
            pushing.sendall(load.test_epoch(number, EPOCH_BYTES, 4))
        time.sleep(1.5)
        cpu = (server.cpu() - cpu) / EPOCHS
        memory = (server.resident() - before) / readers
        results = [json.loads(generator.communicate()[0]) for generator in generators]
    size = EPOCHS * len(load.test_epoch(0, EPOCH_BYTES, 4))
    lost = sum(
        result["clients"] - result["alive_at_end"] + result["crc_errors"]
        + abs(result["bytes_per_client"]["min"] - size) + abs(result["bytes_per_client"]["max"] - size)
        for result in results)
    latency = [max(result["latency_ms"][key] or 0 for result in results) for key in ("p50", "p99")]
    return cpu * 1e3, *latency, memory, lost


def print_load(bench, version, runs):
    what = f"{bench.arguments.readers} readers of v{version}"
    values = [{name: [run[index] for run in own] for name, own in runs.items()} for index in range(5)]
    cpu, p50, p99, memory, lost = values
    bad = sum(1 for count in lost["boardsim"] if count)
    print(f"{what}, {EPOCHS} epochs of 1 kB, {len(lost['boardsim'])} runs: {bad} of them lost a byte or a reader "
          f"({verdict(bad == 0)})" + (f", floor {sum(1 for count in lost['floor'] if count)}" if "floor" in lost else ""))
    for title, figures, unit in (("processor time", cpu, "ms an epoch"), ("p99 latency", p99, "ms")):
        words, times = ratio(figures, unit)
        print(f"{what}, {title}: {words}" + (f" {at_most(1.2, times, 'x')}" if times else ""))
    print(f"{what}, p50 latency: {ratio(p50, 'ms')[0]}")
    print(f"{what}, memory: {ratio(memory, 'bytes a reader', 0)[0]} {at_most(4096, median(memory['boardsim']))}")
