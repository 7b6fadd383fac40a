"""Positions that RTKLIB's convbin and rnx2rtkp make of a stream."""

import json

from shared.processes import run
from shared.repository import BOARDSIM

# Geometry alone: a single position for each epoch, without models of the atmosphere.
SINGLE = ["pos1-posmode=single", "pos1-tropopt=off", "pos1-ionoopt=off", "out-solformat=xyz", "out-timeform=tow"]


def station(stream):
    """The place of a stream's station by its first 1006, in metres, earth-centred."""
    line = run([BOARDSIM, "rtcm", "decode", stream, "--json", "--type", 1006, "--limit", 1])
    message = json.loads(line)["message"]
    return [message[f"ecef_{axis}_metres"] for axis in "xyz"]


def distances(stream, moment, truth, *options):
    """The number of a stream's epochs, and the distance from the truth of each that is solved, in metres; `moment` is
    about when the stream begins."""
    folder = stream.parent
    (folder / "options.conf").write_text("".join(f"{option}\n" for option in [*SINGLE, *options]))
    run(["convbin", "-r", "rtcm3", "-tr", moment.strftime("%Y/%m/%d %H:%M:%S"), "-v", "3.04", "-od", "-os",
         "-o", "out.obs", "-n", "out.nav", stream.name], folder=folder)
    run(["rnx2rtkp", "-k", "options.conf", "-o", "out.pos", "out.obs", "out.nav"], folder=folder)
    lines = [line.split() for line in (folder / "out.pos").read_text().splitlines() if not line.startswith("%")]
    far = [sum((float(found) - true) ** 2 for found, true in zip(line[2:5], truth)) ** 0.5 for line in lines]
    return (folder / "out.obs").read_text().count("\n> "), far
