"""A sketch as it is compiled, emulated with its modem."""

import json
import resource
import subprocess
import time

from shared.answers import answer
from shared.findings import expect
from shared.ports import free_ports
from shared.processes import Server, run
from shared.repository import BOARDSIM, ROOT

PLACE = (45.503, 9.25)
WORLD = {"temperature": 21.5, "humidity": 40, "pressure": 98000}
# The steps of the parts and of the page's numbers; the place, in millionths of a degree, is within 11 m.
NEAR = {"Temperature": (21.5, 0.02), "Humidity": (40, 0.1), "Pressure": (98000, 3),
        "Latitude": (PLACE[0] * 1e6, 100), "Longitude": (PLACE[1] * 1e6, 100)}
NO_PLACE = 999000000
HOTSPOT_AWAY = (100, 110)
# In the second half of a whole run; the sketch boots, joins and serves within some seconds.
POWER_OFF = (130, 134)
POWER_SCENARIO = f"""scenario: 1
name: cut
place: {{latitude: {PLACE[0]}, longitude: {PLACE[1]}, height: 150}}
events:
  - {{at: {POWER_OFF[0]}, power: off, for: {POWER_OFF[1] - POWER_OFF[0]}}}
"""
# What 'check' says of the first boards' page in any case: both apps want 13 numbers, and four clients and a caster are all
# that a modem has links for.
USUAL = {"fields", "overlapping"}


def sketch(work):
    """The sketch of the whole board on an emulated Arduino, over 170 s of real time: every page that it serves has the
    world's values within the parts' steps, it is asked again after ten seconds without a hotspot and after four without
    power, 'check' finds nothing but what the first boards' page cannot meet, and its receiver fixes with MSM4 each five
    seconds over 9600 baud. With MSM7 each second it says that its line is full. A tenth asks for pages alone."""
    seconds = work.count(170)
    build, stream = work.folder / "build", work.folder / "base.rtcm3"
    run(["make", "-s", "-C", "Examples/avr", f"BUILD={build}", build / "boardsim-avr", build / "board.elf"])
    synthesise(stream, "--msm", "4", "--systems", "G,E", "--interval", "5")
    with Server("caster", "--json", "--port", 0, "--mount", f"BASE={stream}") as caster:
        figure = follow(build, caster.port, seconds, seconds >= 160)
    return figure if seconds < 160 else f"{figure}; {fill(build, stream)}"


def synthesise(stream, *words):
    run([BOARDSIM, "capture", "synth", "-q", "--base", "45.5,9.25,150", "--station-messages", "1005", "--duration", "600",
         *words, "-o", stream])


def start(build, caster, seconds, *words):
    """The words of a command that runs the sketch, with its caster."""
    return [BOARDSIM, "avr", build / "board.elf", "--emulator", build / "boardsim-avr", "--json", "--noise", "off",
            "--dial", f"158.102.7.10:2101=127.0.0.1:{caster}", "--duration", seconds, *words]


def fill(build, stream):
    """Whether the sketch says that its line is full where the base sends more than it carries."""
    synthesise(stream, "--msm", "7", "--systems", "G,R,E,C", "--interval", "1")
    with Server("caster", "--json", "--port", 0, "--mount", f"BASE={stream}") as caster:
        done = run(start(build, caster.port, 45, "-q"))
    told = [text for text in (json.loads(line).get("text", "") for line in done.splitlines()) if text.startswith("the line is full")]
    expect(told, "the sketch never says that its line is full")
    return f"with MSM7 each second '{told[0]}'"


def follow(build, caster, seconds, is_whole):
    port = free_ports(1)[0]
    scenario = build / "power.yaml"
    scenario.write_text(POWER_SCENARIO)
    words = start(
        build, caster, seconds, "--serve", f"80={port}", "--expect", "served.answers >= 3", "--expect", "sketch.lines >= 2",
        *(word for name, value in WORLD.items() for word in ("--set", f"{name}={value}")))
    if is_whole:
        words += ["--modem-fault", f"wifi.lost from={HOTSPOT_AWAY[0]} to={HOTSPOT_AWAY[1]}", "--scenario", scenario,
                  "--expect", "within 10 s of power:on sketch.text == serving"]
    else:
        words += ["--scenario", "standing", "--origin", f"{PLACE[0]},{PLACE[1]},150", "--expect", "bus.nacks == 0"]
    worked = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    log = build / "sketch.log"
    with open(log, "w") as output:
        process = subprocess.Popen(list(map(str, words)), cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
    try:
        pages = ask(process, port, began, is_whole)
        process.wait()
    finally:
        process.kill()
        process.wait()
    behind = time.monotonic() - began - seconds
    lines = log.read_text().splitlines()
    expect(process.returncode == 0, f"the sketch ended with {process.returncode}: {lines[-3:]}")
    work = resource.getrusage(resource.RUSAGE_CHILDREN)
    figure = (f"{len(pages)} pages as the world is, the slowest in {max(pages):.1f} s, in {seconds} s of board time, "
              f"{work.ru_utime + work.ru_stime - worked.ru_utime - worked.ru_stime:.0f} s of a processor")
    return figure + (f", {fixed(lines, behind)}" if is_whole else "")


def ask(process, port, began, is_whole):
    """Asks for pages until the sketch ends, and returns the seconds that each took."""
    took, last, is_checked = [], 0, not is_whole
    while process.poll() is None:
        asked = time.monotonic()
        try:
            status, body = answer(f"http://127.0.0.1:{port}/", patience=12)
        except OSError:
            time.sleep(0.5)
            continue
        last = time.monotonic()
        took.append(last - asked)
        expect(status == 200, f"the sketch answered {status}")
        compare(body.decode())
        if not is_checked and last - began > 40:
            is_checked = True
            check(port)
        time.sleep(1)
    expect(len(took) >= 3, f"the sketch served {len(took)} pages")
    if is_whole:
        expect(last - began > POWER_OFF[1] + 10, "the sketch served no page after the power came back")
    return took


def compare(page):
    """A page has what the world is, as far as its parts have measured."""
    rows = dict(line.split(": ", 1) for line in page.replace("<br>", "").splitlines() if ": " in line)
    for name, (true, step) in NEAR.items():
        value = float(rows[name])
        if value != NO_PLACE:
            expect(abs(value - true) <= step, f"the page says {name} {value}, the world {true}")


def check(port):
    done = subprocess.run([BOARDSIM, "check", f"http://127.0.0.1:{port}", "--polls", "5", "--interval", "3", "--json", "-q"],
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    failed = {row["name"] for row in json.loads(done.stdout)["checks"] if row["verdict"] == "fail"}
    expect(failed <= USUAL, f"'check' finds {', '.join(sorted(failed - USUAL))}")


def fixed(lines, behind):
    """Whether the receiver has fixed; a machine that cannot emulate in real time lets corrections come from the future."""
    states = [line.split(" fix ")[1].split()[0] for line in lines if " fix " in line]
    if "3/2" in states:
        return f"a fixed position in line {states.index('3/2') + 1} of {len(states)}"
    expect(behind > 3, f"no fixed position in {len(states)} lines")
    return f"no fixed position, {behind:.0f} s behind real time"
