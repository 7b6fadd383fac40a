"""What is kept on a disk, and what has to hold of each after a fault."""

import json
import re
import subprocess
import time
from pathlib import Path

from checks.cards import mend
from disks.disk import Serving, sound
from shared.answers import EMAIL, PASSWORD, answer
from shared.findings import expect
from shared.repository import BOARDSIM, CAPTURE

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


@case
def store(disk):
    """Rows that were acknowledged are there, and every seal holds."""
    rows = disk.folder / "rows.sqlite"
    words = ("server", "--port", 0, "--json", "-q", "--history", "none", "--limits", "off", "--store", rows)
    acknowledged = []
    with Serving(disk, *words) as server:
        if server.ready:
            token = log_in(server.ready["url"])
            for number in range(6):
                row = f"{number};28;102700;122;107;31;2;2;5;8;10;45.47;9.23"
                status, _ = ask(f"{server.ready['url']}api/data", "POST", {"data": row}, Authorization=f"Bearer {token}")
                if status in (200, 201):
                    acknowledged.append(number)
    with Serving(None, *words) as server:
        expect(server.ready, "the server does not start on a disk that is well again")
        token = log_in(server.ready["url"])
        expect(token, "nobody can log in afterwards")
        found = stored(server.ready["url"], token)
    missing = [number for number in acknowledged if number not in found]
    expect(not missing, f"rows {missing} were acknowledged and are not there")
    sound("server", "verify", "--store", rows)
    return f"{len(acknowledged)} rows"


@case
def accounts(disk):
    """An account that was told as made can log in; one that was not leaves a store that works."""
    rows, password = disk.folder / "rows.sqlite", disk.folder.parent / "password"
    password.write_text("a long password\n")
    code, out, _ = disk.run("server", "user", "add", "mario@example.org", "--password-file", password, "--store", rows)
    told = code == 0 and "account" in out
    if rows.exists():
        listed = sound("server", "user", "list", "--store", rows, "--json").stdout
        expect(not told or "mario@example.org" in listed, "an account that was told is not there")
    else:
        expect(not told, "an account was told, and there is no store")
    return "made" if told else "not made"


@case
def card(disk):
    """Lines that were counted are on the card, whole, and chained as they were written."""
    folder = disk.folder / "card"
    counted, lost = card_run(disk, "--card", folder, "--card-chain")
    lines = sum(len(file.read_text().splitlines()[1:]) for file in folder.glob("2*.CSV")) if folder.exists() else 0
    expect(lines >= counted, f"{counted} lines were counted, {lines} are there")
    if lines:
        verdict = sound("card", "verify", folder, allowed=(0, 1)).stdout
        wrong = [line for line in verdict.splitlines() if re.search(r":\d+: *(changed|removed|inserted|reordered)", line)]
        expect(not wrong, f"card verify: {wrong[:2]}")
    return f"{counted} lines, {lost} lost"


@case
def image(disk):
    """An image is one that fsck.fat mends at the most, with all lines that were counted."""
    file = disk.folder / "card.img"
    counted, lost = card_run(disk, "--card-image", file, "--card-size", "8M")
    if not file.exists() or not file.stat().st_size:
        expect(not counted, f"{counted} lines were counted, and there is no image")
        return "no image"
    if counted:
        mend(file)
        text = subprocess.run(["mtype", "-i", file, "::*.CSV"], capture_output=True, text=True).stdout
        lines = len([line for line in text.splitlines() if line[:1].isdigit()])
        expect(lines >= counted, f"{counted} lines were counted, {lines} are there")
    # A board goes on with what it finds, or says why not.
    done = sound("run", "--port", 0, "-q", "--speed", "max", "--duration", 10, "--card-image", file, allowed=(0, 1))
    expect(done.returncode == 0 or "card" in done.stderr, f"the image is refused without a reason: {done.stderr}")
    return f"{counted} lines, {lost} lost"


@case
def recording(disk):
    """A recording holds a piece of the stream, and its times belong to its bytes."""
    file = disk.folder / "base.rtcm3"
    with subprocess.Popen(
            [BOARDSIM, "caster", "--port", "0", "--mount", f"BASE={CAPTURE}", "--speed", "50", "-q", "--json"],
            stdout=subprocess.PIPE, text=True) as caster:
        try:
            url = json.loads(caster.stdout.readline())["mounts"][0]
            code, _, errors = disk.run("capture", "record", url, "-o", file, "--duration", 1, "-q")
        finally:
            caster.terminate()
    expect(code != 1 or errors.strip(), "it failed without a word")
    kept = file.read_bytes() if file.exists() else b""
    expect(code or kept, "it succeeded and left nothing")
    expect(kept in CAPTURE.read_bytes() * 2, "what was recorded is no piece of the stream")
    times = Path(f"{file}.timing")
    if times.exists():
        lines = times.read_text().split("\n")
        told = sum(json.loads(line)["n"] for line in lines[:-1])
        expect(told <= len(kept), f"times of {told} bytes beside {len(kept)} bytes")
        expect(code or told == len(kept), f"it succeeded with times of {told} bytes beside {len(kept)}")
    return f"{len(kept)} bytes"


@case
def settings(disk):
    """Settings that were taken are there after a restart; of those that the board says it could not save yet either."""
    words = ("run", "--port", 0, "--json", "-q", "--card", disk.folder / "card")
    taken, unsaved = [], []
    with Serving(disk, *words) as board:
        for interval in (5, 7):
            if board.ready and ask(
                    f"{board.ready['control']}api/v1/settings", "PUT", {"sample_interval": interval})[0] == 200:
                taken.append(interval)
            time.sleep(0.2)
            if board.ready and (ask(f"{board.ready['control']}api/v1/settings")[1] or {}).get("error"):
                unsaved.append(interval)
    with Serving(None, *words) as board:
        expect(board.ready, "the board does not start on a disk that is well again")
        _, answer = ask(f"{board.ready['control']}api/v1/settings")
    found = answer["sample_interval"]
    saved = [interval for interval in taken if interval not in unsaved]
    # What was told to be unsaved was saved, or what was there before it.
    allowed = [(saved or [2])[-1], *(interval for interval in unsaved if not saved or interval > saved[-1])]
    expect(found in allowed, f"the interval is {found} s, after {taken} were taken, {unsaved} of them told to be unsaved")
    return f"{taken} taken, {found} found"


@case
def archive(disk):
    """Files of periods are, after a run that goes on with what the fault has left, those of one run on a sound disk."""
    expected, part = disk.folder.parent / "expected", disk.folder.parent / "part.rtcm3"
    content = CAPTURE.read_bytes()
    part.write_bytes(content[:len(content) * 3 // 5])
    expected.mkdir()
    words = ("--long-name", "MILA00ITA", "--period", "5M", "--hatanaka", "--append", "-q", "-o")
    code, _, errors = disk.run("rtcm", "convert", part, *words, disk.folder)
    expect(code != 1 or errors.strip(), "it failed without a word")
    sound("rtcm", "convert", CAPTURE, *words, disk.folder)
    sound("rtcm", "convert", CAPTURE, *words, expected)
    found, wanted = (
        {file.name: file.read_bytes() for file in folder.iterdir()} for folder in (disk.folder, expected))
    expect(sorted(found) == sorted(wanted), f"there are {sorted(found)}, not {sorted(wanted)}")
    wrong = [name for name in wanted if not name.startswith(".") and found[name] != wanted[name]]
    expect(not wrong, f"{', '.join(wrong)} are not those of one run")
    return f"{len(wanted)} files"


def card_run(disk, *words):
    """A minute of a board with a card; what its report counts as written, which is nothing where it was killed."""
    report = disk.folder.parent / "report.json"
    code, _, errors = disk.run(
        "run", "--port", 0, "-q", "--speed", "max", "--boot", "cold", "--duration", 60, "--report", report, *words)
    expect(code != 1 or errors.strip(), "it failed without a word")
    card = json.loads(report.read_text())["card"] if report.exists() and report.stat().st_size else {}
    return card.get("lines") or 0, card.get("lost_lines") or 0


def stored(url, token):
    """The temperatures of all rows, which are their numbers here."""
    status, answer = ask(f"{url}api/data?offset=0&limit=100", Authorization=f"Bearer {token}")
    expect(status == 200, f"rows cannot be read: {status}")
    return {round(row["temperature"]) for row in answer}


def log_in(url):
    status, answer = ask(f"{url}api/user/login", "POST", {"email": EMAIL, "password": PASSWORD})
    return answer["token"] if status == 200 else None


def ask(url, method="GET", body=None, **fields):
    """The status and the JSON of an answer; (0, None) where none comes."""
    try:
        status, content = answer(url, method, body, **fields)
    except OSError:
        return 0, None
    return status, json.loads(content or b"null") if status < 400 else None
