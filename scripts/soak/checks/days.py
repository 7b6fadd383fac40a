"""Days of the board at full speed."""

import json
import subprocess
import time
from datetime import datetime, timedelta, timezone
from pathlib import Path

from checks.cards import card_lines
from shared.findings import expect
from shared.repository import BOARDSIM


def day(work):
    """A day of the board at full speed, twice: every line is there, and both cards are the same."""
    hours = work.count(240) / 10
    start = datetime(2026, 6, 1, tzinfo=timezone.utc) + timedelta(hours=work.chance("day").randrange(24))
    began = time.monotonic()
    cards = [work.folder / name for name in ("one", "other")]
    runs = [
        subprocess.Popen(
            [BOARDSIM, "run", "--port", "0", "-q", "--speed", "max", "--duration", str(int(hours * 3600)),
             "--start", start.strftime("%Y-%m-%dT%H:%M:%SZ"), "--card", str(card)],
            stdout=subprocess.DEVNULL)
        for card in cards
    ]
    expect([run.wait() for run in runs] == [0, 0], "a run ended with an error")
    seconds = time.monotonic() - began
    one, other = (card_lines(card) for card in cards)
    expect(one == other, "two runs of one seed wrote different cards")
    due = int(hours * 3600 / 2)
    expect(abs(len(one) - due) <= 2, f"{len(one)} lines on the card, {due} expected")
    return f"{hours:g} h from {start:%H:%M}, {len(one)} lines, the same twice, {hours * 3600 / seconds:.0f} times real time"


def scenarios(work):
    """A day of every scenario that comes along, and of the one outdoors with ten faults an hour: every line is there,
    but for one in 200 where faults hold the bus at the time of a sample, and every part is well at the end."""
    seconds = work.count(24) * 3600
    listed = json.loads(subprocess.run(
        [BOARDSIM, "scenario", "list", "--json"], check=True, capture_output=True, text=True).stdout)["scenarios"]
    text = subprocess.run(
        [BOARDSIM, "scenario", "show", "day-outdoors", "--yaml"], check=True, capture_output=True, text=True).stdout
    faulty = work.folder / "ten-an-hour.yaml"
    faulty.write_text(text + "faults:\n  - {fault: any, from: 300, for: 20, every: 360}\n")
    for scenario in [entry["name"] for entry in listed] + [faulty]:
        card = work.folder / f"card-{Path(scenario).stem}"
        began = time.monotonic()
        # Half a minute after the end of the last fault, and before the next one.
        well = [word for part in ("bme280", "ccs811", "sps30", "bh1750", "ublox")
                for word in ("--expect", f"sensors.{part}.state == ok @ {seconds - 5}")]
        result = subprocess.run(
            [BOARDSIM, "run", "--port", "0", "-q", "--boot", "cold", "--speed", "max", "--scenario", str(scenario),
             "--seed", str(work.seed), "--duration", str(seconds), "--card", str(card), *well],
            capture_output=True, text=True)
        elapsed = time.monotonic() - began
        expect(result.returncode == 0, f"{scenario}: {result.stderr.strip()}")
        lines = len(card_lines(card))
        due, missing = seconds // 2, 2 + (seconds // 400 if scenario in ("chaos", faulty) else 0)
        expect(due - missing <= lines <= due + 2, f"{scenario}: {lines} lines on the card, {due} expected")
    return f"{len(listed)} of {seconds // 3600} h, the last with ten faults an hour at {seconds / elapsed:.0f} times real time"
