"""Fleets and sweeps on schedulers that exist: an array of Slurm, workers of Dask."""

import filecmp
import json
import os
import sys
from collections import Counter

from shared.findings import expect
from shared.processes import run
from shared.repository import BOARDSIM, ROOT
from shared.slurm import Slurm


def slurm(work):
    """A Slurm of one node runs a fleet as an array of four: the cards are those of one process. It runs a sweep as an array
    of four, whose merged results are those of one process; the second submission has nothing left to do."""
    boards, seconds, seeds = work.count(40), 60, work.count(20)
    fleet = ["--boards", boards, "--sky", "off", "--boot", "cold", "--speed", "max", "--duration", seconds, "-q"]
    sweep = ["replay", ROOT / "captures/milan-base.rtcm3", "--seeds", f"1..{seeds}", "--scenarios", "milan-walk,kitchen",
             "--duration", 60, "--expect", "rtcm.bad_crc == 0", "-q"]
    run([BOARDSIM, "run", "--port", 0, "--receiver", "statistical", *fleet, "--card", work.folder / "whole"])
    run([BOARDSIM, *sweep, "--junit", work.folder / "results"])
    programs = work.folder / "bin"
    programs.mkdir()
    (programs / "boardsim").symlink_to(os.path.abspath(BOARDSIM))
    os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
    with Slurm(work.folder) as cluster:
        status, told = cluster.batch(
            "--array=0-3", ROOT / "packaging/slurm/fleet.sbatch", *fleet, "--card", work.folder / "parts", folder=work.folder)
        expect(status == 0, f"the fleet ended with {status}: {told}")
        words = " ".join(f"'{word}'" for word in map(str, ["boardsim", *sweep, "--shard", "auto", "--junit", work.folder / "parts-of-sweep"]))
        for name in ("first.log", "again.log"):
            status, told = cluster.batch(
                "--array=1-4", f"--output={work.folder}/%a-{name}", "--wrap", words.replace("'-q'", ""), folder=work.folder)
            expect(status == 0, f"the sweep ended with {status}: {told}")
    for board in range(boards):
        files = sorted(path.name for path in (work.folder / "whole" / str(board)).iterdir())
        _, different, missing = filecmp.cmpfiles(
            work.folder / "whole" / str(board), work.folder / "parts" / str(board), files, shallow=False)
        expect(not different and not missing, f"board {board}: {different + missing} differ")
    merged = []
    for name in ("results", "parts-of-sweep"):
        run([BOARDSIM, "report", "merge", work.folder / name, "--json", work.folder / f"{name}.json"])
        merged.append(json.loads((work.folder / f"{name}.json").read_text()))
    expect(merged[0] == merged[1], "the sweep's parts are not its whole")
    again = [(work.folder / f"{part}-again.log").read_text() for part in range(1, 5)]
    before = sum(int(text.rsplit(", ", 1)[1].split()[0]) for text in again if "were done before" in text)
    expect(before == 2 * seeds, f"of {2 * seeds} replays {before} were not done again")
    return f"{boards} boards and {2 * seeds} replays, each as an array of four, as in one process"


def dask(work):
    """Two workers of Dask sum a folder of captures: the frames are those that rtcm stats counts."""
    python = ROOT / ".venv/dask/bin/python3"
    if not python.exists():
        run([sys.executable, "-m", "venv", ROOT / ".venv/dask"])
        run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "distributed==2026.8.0"])
    run([ROOT / "scripts/release/librtcm"])
    package = run([ROOT / "scripts/release/librtcm-package"]).strip().splitlines()[-1]
    told = json.loads(run([python, ROOT / "Examples/dask/sums.py", ROOT / "captures", "--json"], PYTHONPATH=package).splitlines()[-1])
    frames, size = Counter(), 0
    paths = sorted((ROOT / "captures").glob("*.rtcm3"))
    for path in paths:
        stats = json.loads(run([BOARDSIM, "rtcm", "stats", path, "--json", "-q"]).splitlines()[-1])
        frames.update(stats["frames"])
        size += path.stat().st_size
    expect(told["files"] == len(paths) and told["bytes"] == size, f"{told['files']} files with {told['bytes']} bytes")
    expect(told["frames"] == dict(frames), f"Dask has {told['frames']}, rtcm stats {dict(frames)}")
    return f"{told['files']} captures, {sum(frames.values())} frames of {len(frames)} types by two workers"
