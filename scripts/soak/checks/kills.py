"""A board that is killed while it writes its card."""

import signal
import time

from checks.cards import card_lines, image_lines, mend
from shared.answers import told
from shared.findings import expect
from shared.processes import Server


def kills(work):
    """SIGKILLs of a board that writes its card, again and again the same, half of them of a folder and half of an
    image: only whole lines, and none lost that the last status before had counted."""
    chance, count = work.chance("kills"), work.count(200)
    folder, image = work.folder / "card", work.folder / "card.img"
    figures = []
    for words, lines in ((("--card", folder), lambda: card_lines(folder)),
                         (("--card-image", image), lambda: image_lines(image, work.folder / "mounted"))):
        before = mended = 0
        for _ in range(max(1, count // 2)):
            board = Server("run", "--port", 0, "-q", "--speed", 500, *words)
            counted, end = 0, time.monotonic() + chance.uniform(0, 0.2)
            while time.monotonic() < end:
                counted = lines_told(board)
            board.end(signal.SIGKILL)
            if words[1] == image:
                mended += mend(image)
            after = len(lines())
            expect(after >= before + counted, f"{words[0]}: {before} lines before, {counted} more told, {after} after")
            before = after
        figures.append(f"{words[0]} {before} whole lines" + (f", mended {mended} times" if words[1] == image else ""))
    return f"{2 * max(1, count // 2)} kills, {'; '.join(figures)}"


def lines_told(board):
    return told(board.url + "api/v1/status")["card"]["lines"]
