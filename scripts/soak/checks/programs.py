"""Checks that are programs of their own."""

import re
import shutil

from shared.findings import expect
from shared.processes import run
from shared.repository import BOARDSIM, ENVIRONMENT, ROOT


def drivers(work):
    """Drivers of other people over each part's whole range, 1,000 points each: all are right within a step."""
    return run([ROOT / "scripts/soak/driver-check", "--points", work.count(1000)], BOARDSIM=BOARDSIM).splitlines()[-1]


def cortex(work):
    """The board's firmware on an emulated Cortex-M7 for ten minutes of board time, with faults of the bus: its card is, byte for
    byte, that of the same board in a process."""
    seconds, chance = work.count(600), work.chance("cortex")
    faults = [word for begin in range(10, seconds, 15)
              for word in ("--fault", f"{chance.choice(BUS_FAULTS)} from={begin} for=5")]
    out = run(["scripts/build/embedded-board", "--built", "--seconds", seconds, "--seed", work.seed, *faults], BOARDSIM=BOARDSIM)
    lines = [line.removeprefix("embedded: ") for line in out.splitlines()]
    return f"{lines[-1]}; " + next(line for line in lines if line.startswith("heap: "))


BUS_FAULTS = ["nack part=sps30", "nack-data part=ccs811", "stretch part=bme280", "sda-low part=bh1750", "flip part=bh1750",
              "short-read part=sps30", "stale part=bme280", "brown-out part=ccs811"]


def fuzz(work):
    """Every fuzz target, half a minute each."""
    quick = ["--quick"] if work.share < 1 else []  # else building takes longer than the tenth itself
    out = run(["scripts/soak/fuzz", *quick, "--seconds", work.count(30), "--seed", work.seed])
    lines = [line.split() for line in out.splitlines() if " executions," in line]
    return f"{len(lines)} targets, {sum(int(line[1]) for line in lines)} executions, no finding"


def inspector(work):
    """Changed captures through the module for JavaScript in pieces of any length, ten minutes: nothing stops it, and frames,
    statistics and sky are those of the whole bytes."""
    run(["scripts/release/inspector"])
    captures = sorted((ROOT / "captures").glob("*.rtcm3"))
    return run(["node", "wasm/tests/fuzz.mjs", ".build/inspector/npm", work.count(600), work.seed, *captures]).strip()


def writes(work):
    """Each write, sync, rename and open of a store, a card, an image, a recording, settings and accounts fails, is cut,
    late or the last: what was acknowledged is there, and those who verify find nothing. A tenth is one in a hundred."""
    out = run(["scripts/soak/write-faults", "--share", 1 if work.share == 1 else 0.01, "--seed", work.seed])
    tried = [list(map(int, re.match(r"\S+ +(\d+) of (\d+) faults", line).groups())) for line in out.splitlines()]
    return f"{sum(count for count, _ in tried)} of {sum(count for _, count in tried)} faults of {len(tried)} kinds of files, no finding"


def databases(work):
    """Three servers on one PostgreSQL that fail, as does it, its connections and its disk: no acknowledged row is missing or
    twice, one logout ends a token everywhere."""
    out = run(["scripts/soak/database-faults", "--share", work.share, "--seed", work.seed])
    lines = [re.match(r"\S+ +(\d+) rows acknowledged, .* (\d+) refused", line) for line in out.splitlines()]
    told = [line for line in lines if line]
    expect(told, f"no fault was tried:\n{out}")
    return (f"{len(told)} kinds of faults, {sum(int(line[1]) for line in told)} rows acknowledged, {told[-1][2]} refused, "
            "none missing or twice")


def pages(work):
    """The control page as people use it, in a browser, and what many of them cost."""
    return in_browser("control-page", work)


def caster_page(work):
    """The caster's page as people use it, in a browser, and what many of them cost."""
    return in_browser("caster-page", work)


def server_page(work):
    """The pages of the apps' server as people use them, in a browser, and that they show what the apps compute."""
    return in_browser("server-page", work)


def in_browser(script, work):
    out = run([ENVIRONMENT / "bin/python", ROOT / "scripts/soak" / script, "--share", work.share], BOARDSIM=BOARDSIM)
    return f"{len(out.splitlines())} checks; " + out.splitlines()[-1].split(maxsplit=1)[1]


def packages(work):
    """What `make dist` makes of one commit in two folders, byte by byte. It builds all twice, which a tenth does not
    have."""
    if work.share < 1:
        return "left to the whole, since all is built twice; 'make soak ARGS=packages' does it now"
    sums = []
    for name in ("one", "another/and-deeper"):
        folder = work.folder / name
        run(["git", "clone", "-q", ROOT, folder])
        run(["make", "-C", folder, "dist"])
        sums.append((folder / "dist/SHA256SUMS").read_text())
        shutil.rmtree(folder)
    expect(sums[0] == sums[1], f"two folders make two things:\n{sums[0]}{sums[1]}")
    return f"{len(sums[0].splitlines())} packages, the same bytes from two folders"
