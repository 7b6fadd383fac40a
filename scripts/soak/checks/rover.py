"""RTKLIB's rover, live."""

import math
import socket
import subprocess
import time
from urllib.parse import urlsplit

from shared.answers import told
from shared.findings import expect
from shared.limits import limit
from shared.ports import free_ports
from shared.processes import Server


def rover(work):
    """RTKLIB's rtkrcv, live over half an hour: it fixes what the board's antenna measures against the board's base,
    both from its caster, within 2 cm of where the board is. And so does the board's receiver, which got the same
    corrections over its bus: within 2 cm level and 4 cm up in 95 % of its fixed epochs."""
    seconds = work.count(1800)
    folder = work.folder
    with Server("run", "--json", "--start", "now", "--scenario", "standing", "--port", 0) as board:
        truth = told(board.ready["control"] + "api/v1/truth")
        caster = urlsplit(board.ready["caster"]).netloc
        ports, console = free_ports(2), free_ports(1)[0]
        (folder / "live.conf").write_text("".join(f"{line}\n" for line in [
            "pos1-posmode=kinematic", "pos1-frequency=l1+2", "pos1-elmask=15", "pos1-navsys=45", "pos1-ionoopt=brdc",
            "pos1-tropopt=saas", "pos2-armode=continuous", "pos2-gloarmode=on", "pos2-bdsarmode=on",
            "pos2-arthres=3", "pos2-arelmask=15", "pos2-maxage=30", "stats-eratio1=100", "stats-eratio2=100",
            "ant1-postype=single", "ant2-postype=rtcm", "out-solformat=llh", "out-height=ellipsoidal",
            *(f"inpstr{n}-{key}={value}" for n, port in enumerate(ports, 1) for key, value in [
                ("type", "tcpcli"), ("path", f"127.0.0.1:{port}"), ("format", "rtcm3")]),
            "outstr1-type=file", f"outstr1-path={folder}/live.pos", "outstr1-format=llh", "misc-svrcycle=10"]))
        bridges = [
            subprocess.Popen(["str2str", "-in", f"ntrip://{caster}/{name}", "-out", f"tcpsvr://:{port}"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for name, port in zip(["ROVER", "BASE"], ports)]
        solver = subprocess.Popen(["rtkrcv", "-p", str(console), "-o", folder / "live.conf"], cwd=folder,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            order(console, "start")
            own = positions(board.ready["url"] + "api/v1/status", seconds)
            order(console, "shutdown", "y")
            solver.wait(limit(20))
        finally:
            for process in [solver, *bridges]:
                process.kill()
                process.wait()
    lines = [line.split() for line in (folder / "live.pos").read_text().splitlines() if line[:1].isdigit()]
    expect(len(lines) >= seconds - min(limit(20), seconds / 2), f"rtkrcv solved {len(lines)} epochs in {seconds} s")
    fixed = [line for line in lines if line[5] == "1"]
    expect(len(fixed) >= len(lines) - max(5, len(lines) // 50), f"{len(fixed)} of {len(lines)} epochs are fixed")
    expect(len(own) >= seconds // 2, f"the board's receiver has {len(own)} fixed positions in {seconds} s")
    metres = [111_195, 111_195 * math.cos(math.radians(truth["latitude"])), 1]
    far = [
        sum(((float(found) - true) * scale) ** 2 for found, true, scale in
            zip(line[2:4], (truth["latitude"], truth["longitude"]), metres)) ** 0.5 for line in fixed]
    expect(max(far) < 0.02, f"a fixed position is {max(far) * 1e3:.0f} mm from the truth")
    level = sorted(math.hypot(*((place[axis] - truth[axis]) * scale for axis, scale in zip(
        ("latitude", "longitude"), metres))) for place in own)
    up = sorted(abs(place["height"] - truth["height"]) for place in own)
    level, up = (errors[len(errors) * 95 // 100] for errors in (level, up))
    expect(level < 0.02 and up < 0.04, f"the board's receiver is {level * 1e3:.0f} mm off level, {up * 1e3:.0f} mm up")
    return (f"{len(fixed)} of {len(lines)} epochs fixed, within {max(far) * 1e3:.0f} mm; of the board's own {len(own)} "
            f"95 % within {level * 1e3:.0f} mm level and {up * 1e3:.0f} mm up")


def positions(url, seconds):
    """The fixed positions of different epochs that the board's status tells in a time."""
    found, end = {}, time.monotonic() + seconds
    while time.monotonic() < end:
        gnss = told(url)["gnss"]
        if gnss["fix"] == "rtk-fixed":
            found[gnss["board_time"]] = gnss
        time.sleep(0.5)
    return list(found.values())


def order(port, *words):
    """Gives an order over rtkrcv's console."""
    deadline = time.monotonic() + limit(10)
    while True:
        try:
            console = socket.create_connection(("127.0.0.1", port), 5)
            break
        except OSError:
            expect(time.monotonic() < deadline, "rtkrcv has no console")
            time.sleep(0.2)
    with console:
        for word in ["admin", *words]:
            time.sleep(0.5)
            console.sendall(word.encode() + b"\r\n")
        time.sleep(1)
