"""Faults of bus, parts and receiver, and what they leave on a card."""

import json
import subprocess
import time

from checks.cards import read_card
from shared.findings import expect
from shared.repository import BOARDSIM

# What a driver cannot know of; and how long the air takes to settle in a part after a restart. The gas sensor is
# left out: it has to run in again.
UNSEEN = {"flip", "stale", "saturated", "drift"}
SETTLING = {"sps30": 31}
COLUMNS = {
    "bme280": {"temperature": 0.1, "humidity": 1, "pressure": 10},
    "sps30": {"pm1": 1, "pm25": 1.5, "pm4": 2, "pm10": 2.5},
    "bh1750": {"light": 500},
    "ublox": {"latitude": 2e-8, "longitude": 2e-8},
}


def faults(work):
    """Twelve hours with a fault of bus, part or receiver each minute: everything is well ten seconds after it,
    and what is on the card is true but where docs/faults.md says otherwise."""
    chance, minutes = work.chance("faults"), work.count(720)
    listed = json.loads(subprocess.run(
        [BOARDSIM, "faults", "--json"], check=True, capture_output=True, text=True).stdout)["faults"]
    pairs = [(fault["fault"], part) for fault in listed if fault["on"] in ("bus", "part", "receiver")
             for part in fault["parts"] if part != "veml7700"]
    planned = []
    for minute in range(3, minutes):
        kind, part = chance.choice(pairs)
        start = 60 * minute + chance.uniform(1, 20)
        planned.append((kind, part, start, start + chance.uniform(1, 15)))
    words = [
        word for kind, part, start, end in planned
        for word in ("--fault", f"{kind} part={part} from={start:.3f} to={end:.3f}" + (
            f" clocks={chance.choice([4, 1000])}" if kind == "sda-low" else ""))
    ]
    cards = [work.folder / name for name in ("sound", "faulty")]
    began = time.monotonic()
    for card, more in zip(cards, ([], words)):
        subprocess.run(
            [BOARDSIM, "run", "--port", "0", "-q", "--speed", "max", "--boot", "cold", "--noise", "off",
             # A fault of the bus delays corrections, which a receiver that solves feels by some millimetres.
             "--receiver", "statistical",
             "--scenario", "standing", "--duration", str(60 * minutes), "--card", str(card),
             "--report", str(work.folder / "report.json"), *more],
            check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - began
    sound, faulty = (read_card(card) for card in cards)
    values = compare_cards(sound, faulty, planned)
    status = json.loads((work.folder / "report.json").read_text())
    ill = [name for name, sensor in status["sensors"].items() if sensor["state"] != "ok"]
    expect(not ill, f"{ill} did not recover")
    return f"{minutes} minutes, {len(planned)} faults, {values} values true; {seconds:.0f} s"


def compare_cards(sound, faulty, planned):
    """How many values were as without faults, outside of the time in which their part was ill."""
    compared = 0
    for part, columns in COLUMNS.items():
        windows = [(start - 1, end + 10) for kind, name, start, end in planned
                   if name == part or kind == "sda-low"]
        settling = SETTLING.get(part, 0)
        unseen = [(start - 1, end + 10 + settling) for kind, name, start, end in planned
                  if name == part and (settling or kind in UNSEEN) or kind == "sda-low" and settling]
        window = 0
        for moment, row in sorted(faulty.items()):
            while window < len(windows) and windows[window][1] < moment:
                window += 1
            is_ill = window < len(windows) and windows[window][0] <= moment
            if any(start <= moment <= end for start, end in unseen):
                continue
            for column, tolerance in columns.items():
                if moment not in sound or not sound[moment].get(column) or moment < 150:
                    continue
                if not row[column]:
                    expect(is_ill, f"{column} is empty at {moment} s")
                    continue
                # While its part is ill a value may be the last good one.
                since = windows[window][0] - 4 if is_ill else moment
                truths = [float(sound[t][column]) for t in range(round(since), moment + 1)
                          if t in sound and sound[t].get(column)]
                value = float(row[column])
                expect(min(truths) - tolerance <= value <= max(truths) + tolerance,
                       f"{column} is {value} at {moment} s, {truths[-1]} without faults")
                compared += 1
    return compared
