"""Public captures: read whole, and as bases of boards."""

import json
import time

from shared.answers import told
from shared.findings import expect
from shared.limits import limit
from shared.processes import Server, run
from shared.repository import SHARED


def captures(work):
    """Whole captures, not their first bytes, against RTKLIB's convbin."""
    shared, counts = shared_captures()
    sizes = {name: (shared / name).stat().st_size for name in sorted(counts)}
    chosen, size = [], 0
    # A share of the bytes, since some captures are a hundred times as long as others.
    for name in work.chance("captures").sample(list(sizes), len(sizes)):
        if size < work.share * sum(sizes.values()):
            chosen.append(name)
            size += sizes[name]
    run(["scripts/build/test", "--filter", "RINEXObservationTests|RINEXNavigationTests"],
        BOARDSIM_WHOLE_CAPTURES=",".join(chosen))
    return f"{len(chosen)} of {len(sizes)} captures whole, {size / 1e6:.1f} MB"


def shared_captures():
    """The folder of public captures, and how many frames of each type an independent scanner found in each."""
    shared = SHARED / "captures"
    suffix = ".counts.json"
    counts = {path.name.removesuffix(suffix): json.loads(path.read_text()) for path in shared.glob("*" + suffix)}
    expect(counts, f"there are no captures in '{shared}'; BOARDSIM_SHARED names their folder")
    return shared, {name: {int(kind): number for kind, number in found["frames"].items() if kind.isdigit()}
                    for name, found in counts.items()}


def is_base(frames):
    """Whether a stream has a station's position, and epochs that a receiver uses: some captures have a frame or two of
    each type, of stations that are nowhere."""
    observations = [1001, 1002, 1003, 1004, 1009, 1010, 1011, 1012, *(
        system + kind for system in (1070, 1080, 1090, 1110, 1120) for kind in (4, 5, 6, 7))]
    return any(frames.get(kind) for kind in (1005, 1006)) and any(frames.get(kind, 0) > 2 for kind in observations)


def origins(work):
    """Every capture with a station and observations, all from one caster, brings a board of its own, which starts
    beside the station, to a position within a minute of the first 1005 or 1006."""
    shared, counts = shared_captures()
    names = sorted(name for name, frames in counts.items() if is_base(frames))
    chosen = work.chance("origins").sample(names, work.count(len(names)))
    mounts = {f"M{number}": shared / name for number, name in enumerate(chosen)}
    words = [word for mount in mounts.items() for word in ("--mount", "=".join(map(str, mount)))]
    boards, placed, slowest = {}, {}, 0
    with Server("caster", "--port", 0, "-q", *words) as caster:
        try:
            began, waiting = time.monotonic(), set(mounts)
            while waiting:
                if len(boards) < len(mounts):
                    mount = list(mounts)[len(boards)]
                    boards[mount] = Server("run", "--json", "--port", 0, "--origin", "base", "--ntrip",
                                           f"ntrip://127.0.0.1:{caster.port}/{mount}", "-q")
                else:
                    time.sleep(1)
                for mount in waiting & set(boards):
                    took, fix, reason = patience(boards[mount], mount, placed)
                    expect(took < limit(60), f"'{mounts[mount].name}': no position after a minute; {reason}")
                    expect(time.monotonic() - began < limit(240), f"'{mounts[mount].name}': no station in four minutes")
                    if fix != "none":
                        waiting.remove(mount)
                        slowest = max(slowest, took)
        finally:
            for board in boards.values():
                board.end()
    return f"{len(mounts)} of {len(names)} streams bring a board to a position, the last in {slowest:.0f} s"


def patience(board, mount, placed):
    """How long a board has known its station, its fix, and why that is no better; notes since when it knows it."""
    gnss = told(board.url + "api/v1/status")["gnss"]
    now = time.monotonic()
    if not gnss["reason"].startswith("none: waiting for message"):
        placed.setdefault(mount, now)
    return now - placed.get(mount, now), gnss["fix"], gnss["reason"]
