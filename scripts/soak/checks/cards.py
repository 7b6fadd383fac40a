"""What is on a card, and whether it is whole."""

import shutil
import subprocess

from shared.findings import expect

CARD_COLUMNS = 17


def card_lines(folder):
    """The lines of a card without headers, each of which is whole."""
    lines = []
    for path in sorted(folder.glob("[0-9]*.CSV")):
        text = path.read_text()
        expect(text.endswith("\n"), f"{path.name} ends within a line")
        file = text.splitlines()
        torn = [line for line in file if line.count(",") != CARD_COLUMNS - 1]
        expect(not torn, f"{path.name} has a line of other than {CARD_COLUMNS} columns: {torn[:1]}")
        headers = [number for number, line in enumerate(file) if line.startswith("board_time,")]
        expect(headers == [0], f"{path.name} has its header in lines {headers}")
        lines += file[1:]
    return lines


def read_card(folder):
    """Lines by board time, each a dictionary of its columns."""
    rows = {}
    for path in sorted(folder.glob("[0-9]*.CSV")):
        header, *lines = path.read_text().splitlines()
        for line in lines:
            row = dict(zip(header.split(","), line.split(",")))
            rows[round(float(row["board_time"]))] = row
    return rows


def mend(image):
    """Whether `fsck.fat -a` found something to mend."""
    checker = shutil.which("fsck.fat") or "/usr/sbin/fsck.fat"
    run = subprocess.run([checker, "-a", image], capture_output=True, text=True)
    expect(run.returncode in (0, 1), f"fsck.fat: {run.stdout}")
    again = subprocess.run([checker, "-n", image], capture_output=True, text=True)
    expect(again.returncode == 0, f"fsck.fat after fsck.fat -a: {again.stdout}")
    return run.returncode


def image_lines(image, folder):
    """The lines of an image's card, read by mtools."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    subprocess.run(["mcopy", "-i", image, "::*.CSV", folder], check=True, stderr=subprocess.DEVNULL)
    return card_lines(folder)
