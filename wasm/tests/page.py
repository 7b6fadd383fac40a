#!/usr/bin/env python3
"""Uses the inspector's page in chromium, from a file: what it shows is what the command says of the same bytes.

usage: .venv/bin/python wasm/tests/page.py FOLDER [CHECK ...]     (FOLDER: what scripts/release/inspector-check has written)
"""

import contextlib
import base64
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from shared.browser import WIDTHS, Watched, browser, examine, reach
from shared.findings import Finding, expect
from shared.limits import limit

PAGE = (ROOT / ".build/inspector/inspector.html").as_uri()
FOLDER = Path(sys.argv[1])
READY = "document.body.dataset.ready === 'yes'"
MILAN = FOLDER / "milan-base.stream"


class Page(Watched):
    def __init__(self, context, script=None):
        if script:
            context.add_init_script(script)
        super().__init__(context, PAGE, opened=READY)

    def notice(self):
        return self.text("#notice")

    def read(self, name, content=None, seconds=60):
        """Chooses a file and waits until it is read."""
        given = {"name": name, "mimeType": "application/octet-stream", "buffer": content} if content is not None else str(name)
        self.page.locator("#file").set_input_files(given)
        self.until(f"document.querySelector('#notice').textContent.startsWith({json.dumps(Path(name).name + ': ')})", "the file", seconds)

    def paste(self, text):
        self.page.locator("#hex").fill(text)
        self.page.locator("#read-text").click()


def lines(name, form):
    return (FOLDER / f"{name}.{form}").read_text().splitlines()


def frames(chromium):
    """Each stream's count, verdict and lines are the command's; of each type of message the JSON and the fields too."""
    page, rows, details = Page(chromium.new_context()), 0, 0
    for stream in sorted(FOLDER.glob("*.stream")):
        name = stream.stem
        page.read(stream)
        told, brief = json.loads((FOLDER / f"{name}.stats").read_text() or "null"), lines(name, "brief")
        expect(re.search(rf", {len(brief)} frames?\b", page.notice()), f"{name}: {page.notice()}, the command has {len(brief)}")
        if not brief:
            continue
        page.until(f"document.querySelectorAll('#frames tbody tr').length === {min(len(brief), 50)}", "the rows")
        expect(page.text("#verdict .state strong") == told["verdict"]["result"], f"{name}: another verdict")
        shown = page.page.eval_on_selector_all("#frames tbody tr", "rows => rows.map(row => row.lastChild.textContent)")
        expect(shown == [line.strip() for line in brief[:50]], f"{name}: other lines")
        checks = page.page.eval_on_selector_all("#verdict tbody tr", "rows => rows.map(row => row.children[1].textContent)")
        expect(checks == [check["result"] for check in told["verdict"]["checks"]], f"{name}: other checks")
        counts = page.page.eval_on_selector_all("#statistics tbody tr", "rows => rows.map(row => [row.children[0].textContent, row.children[2].textContent])")
        types = told["rates"]["types"]
        expect(counts == [[type, str(row["frames"])] for type, row in types.items()], f"{name}: other types")
        rows += len(shown)
        decoded = lines(name, "all")
        for index in range(0, min(len(brief), 50), 1 if name in ("vectors", "malformed") else 25):
            page.page.locator("#frames tbody button").nth(index).click()
            page.until(f"document.querySelector('#frame-heading').textContent.endsWith(' at {json.loads(decoded[index])['offset']}')", "the frame")
            expect(page.page.evaluate("document.querySelector('#json').textContent") == decoded[index], f"{name}: the JSON of frame {index}")
            details += 1
    page.check()
    return f"{rows} lines, {details} frames with their JSON"


def fields(chromium):
    """A field's button marks its bits, and they are the integer."""
    page = Page(chromium.new_context())
    page.paste("d300133ed7d30202980edeef34b4bd62ac0941986f33360b98")
    page.until("document.querySelectorAll('#fields tbody tr').length > 10", "the fields")
    rows = page.page.eval_on_selector_all("#fields tbody tr", "rows => rows.map(row => [...row.children].map(cell => cell.textContent))")
    expect(["1005", "2003"] == [row[3] for row in rows[:2]], f"{rows[:2]}")
    for index, row in enumerate(rows):
        page.page.locator("#fields tbody button").nth(index).click()
        marked = "".join(page.page.eval_on_selector_all("#bits mark", "marks => marks.map(mark => mark.textContent)")).replace(" ", "")
        value = int(marked, 2)
        signed = value - (1 << len(marked)) if marked[0] == "1" else value
        expect(int(row[3]) in (value, signed), f"{row}: {marked}")
    expect(rows[7][4].endswith(" m") or any(cell[4].endswith(" m") for cell in rows), "no value has a unit")
    page.check()
    return f"{len(rows)} fields"


def bad(chromium):
    """Bad input is told with its place; the page goes on."""
    page = Page(chromium.new_context())
    for text, told in [("d3 00 1", "line 1, column 7"), ("d3 0g", "\"g\" is no hexadecimal digit at line 1, column 5"), ("", "There are no digits"), ("\n\n zz", "line 3, column 2")]:
        page.paste(text)
        page.until(f"document.querySelector('#notice').textContent.includes({json.dumps(told)})", told, 5)
        expect(page.page.evaluate("document.querySelector('#notice').className") == "error", "it is not shown as a fault")
    page.read("nothing.bin", b"")
    expect("There is no whole RTCM 3 frame in it" in page.notice(), page.notice())
    page.read("garbage.bin", bytes(range(256)) * 1000)
    expect("There is no whole RTCM 3 frame in it" in page.notice(), page.notice())
    whole = MILAN.read_bytes()
    page.read("cut.rtcm3", whole[30:1000])
    expect(re.search(r", \d+ frames", page.notice()), page.notice())
    markup = "<img src=x onerror=alert(1)>"
    page.read(markup, whole[:1000])
    expect(markup in page.notice(), page.notice())
    page.check()
    return "digits with their places, no bytes, no frames, a cut file, markup in a name"


def large(chromium):
    """A file of 100 MB is read in pieces: the page answers meanwhile, and its memory is bounded."""
    page = Page(chromium.new_context())
    page.page.evaluate("""() => {
        window.longest = 0; let last = performance.now();
        const tick = () => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; setTimeout(tick, 5); };
        tick();
    }""")
    whole = MILAN.read_bytes()
    times, speeds = -(-100_000_000 // len(whole)), []
    with tempfile.TemporaryDirectory() as folder:
        for run in range(3):
            file = Path(folder) / f"large-{run}.rtcm3"
            file.write_bytes(whole * times)
            page.page.evaluate("window.longest = 0")
            began = time.monotonic()
            page.read(file, seconds=120)
            speeds.append(times * len(whole) / 1e6 / (time.monotonic() - began))
            longest = page.page.evaluate("window.longest")
            expect(longest < limit(1) * 1000, f"the page stood still for {longest:.0f} ms")
            expect(f"{times * 3630} frames" in page.notice(), page.notice())
            page.page.locator("#last").click()
            page.until(f"document.querySelector('#where').textContent.endsWith(' {times * 3630} of {times * 3630}')", "the last frames")
            file.unlink()
    page.check()
    fast = median(speeds)
    return (f"{times * len(whole) / 1e6:.0f} MB at {fast:.0f} MB/s, median of {len(speeds)} (aim 50: {'met' if fast >= 50 else 'MISSED'}), "
            f"still for {longest:.0f} ms at most")


SERIAL = """
    const bytes = new Promise((resolve) => { window.give = resolve; });
    class Port {
        async open({ baudRate }) {
            window.baudRate = baudRate;
            this.readable = new ReadableStream({ async start(controller) {
                const all = Uint8Array.from(atob(await bytes), (character) => character.charCodeAt(0));
                for (let start = 0; start < all.length; start += 777) controller.enqueue(all.subarray(start, start + 777));
                window.end = () => controller.close();
            } });
        }
        async close() { window.isClosed = true; }
    }
    Object.defineProperty(navigator, "serial", { value: { requestPort: async () => new Port() } });
"""


def serial(chromium):
    """A receiver on a serial port, here a pretended one, is read as its bytes come, until it is stopped or goes away."""
    page = Page(chromium.new_context(), SERIAL)
    page.page.locator("#speed").select_option("230400")
    page.page.get_by_role("button", name="Read a receiver").click()
    page.until("document.querySelector('#notice').textContent === 'Reading the receiver.'", "the receiver")
    part = MILAN.read_bytes()[:200_000]
    page.page.evaluate("text => window.give(text)", base64.b64encode(part).decode())
    page.until("/: 200 kB, [0-9]+ frames/.test(document.querySelector('#notice').textContent)", "its bytes", 10)
    expect(page.page.evaluate("window.baudRate") == 230400, "another speed")
    page.until("document.querySelectorAll('#frames tbody tr').length === 50", "the frames")
    page.until("!document.querySelector('#sky').hidden", "the sky")
    page.page.get_by_role("button", name="Stop").click()
    page.until("window.isClosed === true && document.querySelector('#stop').hidden", "the end")
    count = sum(1 for line in lines("milan-base", "json") if (frame := json.loads(line))["offset"] + frame["length"] <= len(part))
    expect(f", {count} frames" in page.notice(), f"{page.notice()}, the command has {count}")
    page.check()
    return f"{count} frames"


def sky(chromium):
    """Each satellite of the capture's last epoch has the direction that RTKLIB computes of the same ephemerides."""
    page = Page(chromium.new_context())
    page.read(MILAN)
    page.until("document.querySelectorAll('#sky svg.sky g').length > 20", "the satellites")
    expect(re.match(r"(\d+) satellites in the last epoch, \1 with a direction", page.text("#sky-summary")), page.text("#sky-summary"))
    rows = page.page.eval_on_selector_all("#sky tbody tr", "rows => rows.map(row => [...row.children].map(cell => cell.textContent))")
    shown = {row[0]: (float(row[1]), float(row[2])) for row in rows}
    page.check()
    summary = page.text("#sky-summary").split(".")[0]
    if not (shutil.which("convbin") and shutil.which("rnx2rtkp")):
        expect("BOARDSIM_REQUIRE_ORACLES" not in os.environ, "the directions are not compared: scripts/build/bootstrap test installs RTKLIB")
        return summary
    known = rtklib_directions()
    expect(sorted(known) == sorted(shown), f"RTKLIB has {sorted(set(known) ^ set(shown))} or has them not")
    for satellite, (azimuth, elevation) in known.items():
        across = abs((shown[satellite][0] - azimuth + 180) % 360 - 180) * math.cos(math.radians(elevation))
        # Both are rounded to a tenth of a degree.
        expect(across < 0.11 and abs(shown[satellite][1] - elevation) < 0.11, f"{satellite}: {shown[satellite]}, RTKLIB has {azimuth}, {elevation}")
    return f"{summary}, as RTKLIB's"


def rtklib_directions():
    """Azimuth and elevation of each satellite of the capture's last epoch, degrees."""
    with tempfile.TemporaryDirectory() as folder:
        for words in (["convbin", "-r", "rtcm3", "-v", "3.04", "-tr", "2026/06/01", "12:00:00", "-o", "m.obs", "-n", "m.nav", MILAN],
                      ["rnx2rtkp", "-sys", "G,R,E,C,J", "-m", "0", "-p", "0", "-y", "2", "-o", "m.pos", "m.obs", "m.nav"]):
            subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        lines = [line.split(",") for line in (Path(folder) / "m.pos.stat").read_text().splitlines() if line.startswith("$SAT")]
    last = lines[-1][2]
    return {words[3]: (float(words[5]), float(words[6])) for words in lines if words[2] == last}


def reading(chromium):
    """Everything is reached by the keyboard and read out, in light and dark, at the widths of a telephone and a desk."""
    for scheme in ("light", "dark"):
        for width in WIDTHS:
            page = Page(chromium.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}))
            page.read(MILAN)
            page.until("!document.querySelector('#frame').hidden", "a frame")
            if (scheme, width) in (("light", WIDTHS[-1]), ("dark", WIDTHS[0])):
                examine(page, f"{scheme}, {width} pixels")
            over = page.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            expect(over <= 0, f"{over} pixels are beside the window of {width}")
            page.check()
    reach(page, lambda: page.page.evaluate("document.activeElement.closest('#frames tbody') !== null"))
    page.page.keyboard.press("Enter")
    page.until("document.activeElement.id === 'frame-heading'", "the frame in focus")
    return f"{2 * len(WIDTHS)} views"


def closed(chromium):
    """The page can ask nothing of anybody: its policy refuses connections, pictures and scripts from elsewhere."""
    page = Page(chromium.new_context())
    refused = page.page.evaluate("""async () => {
        const tries = [() => fetch("http://127.0.0.1:9/"), () => fetch("data:,x"), () => new Promise((resolve, reject) => {
            const picture = new Image(); picture.onload = resolve; picture.onerror = reject; picture.src = "http://127.0.0.1:9/x.png"; }),
            () => new Promise((resolve, reject) => { const socket = new WebSocket("ws://127.0.0.1:9/"); socket.onopen = resolve; socket.onerror = reject; })];
        let count = 0;
        for (const attempt of tries) await Promise.resolve().then(attempt).catch(() => { count += 1; });
        return count;
    }""")
    expect(refused == 4, f"{refused} of 4 are refused")
    expect(sum("Content Security Policy" in error or "content security policy" in error.lower() for error in page.errors) >= 3, f"{page.errors}")
    expect(all(url == PAGE or url.startswith("data:") for url in page.requests if "127.0.0.1:9" not in url), f"{page.requests}")
    return "4 ways out are refused"


CHECKS = {check.__name__: check for check in (frames, fields, bad, sky, serial, reading, closed, large)}


def main():
    failed = False
    with browser() as chromium:
        for name in sys.argv[2:] or CHECKS:
            began = time.monotonic()
            try:
                figure = CHECKS[name](chromium)
                print(f"chromium: {name}: {figure} ({time.monotonic() - began:.0f} s)", flush=True)
            except Finding as finding:
                failed = True
                print(f"chromium: {name}: FINDING: {finding}", flush=True)
    sys.exit(failed)


main()
