"""Our pages in a browser: Debian's chromium, driven by playwright from .venv."""

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from shared.answers import answer, told
from shared.findings import Finding, expect
from shared.limits import limit
from shared.work import Work

WIDTHS = (360, 768, 1280)
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


class ControlPort:
    """A board's control port or a caster's admin port, as a program outside the page uses it."""

    def __init__(self, url, path="/"):
        self.base = url.rstrip("/") + path

    def read(self, path):
        return told(f"{self.base}api/v1/{path}")

    def order(self, method, path, body=None):
        status, text = answer(f"{self.base}api/v1/{path}", method, body)
        expect(status < 300, f"{method} {path}: {status} {text}")
        return json.loads(text)

    def advance(self, seconds):
        return self.order("POST", "clock/advance", {"seconds": seconds})["board_time"]


class Watched:
    """A page whose requests, errors and refusals are kept."""

    VALUES = "document.querySelectorAll('#values tbody tr').length >= 13"

    def __init__(self, context, url, is_open=True, opened=VALUES):
        self.url, self.requests, self.errors = url, [], []
        self.page = context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.errors.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        self.page.goto(url)
        if is_open:
            self.until(opened, "the values")

    def until(self, holds, what, seconds=15):
        """Waits until an expression of the page holds; the page itself may not evaluate texts."""
        seconds = limit(seconds)
        end = time.monotonic() + seconds
        while not self.page.evaluate(f"() => Boolean({holds})"):
            expect(time.monotonic() < end, f"{what} did not come within {seconds:g} s: {holds}")
            self.page.wait_for_timeout(50)

    def text(self, selector):
        return self.page.locator(selector).first.inner_text()

    def check(self):
        """That nothing went wrong in the page, and that it asked its own port only."""
        own = self.url if self.url.startswith("file:") else "/".join(self.url.split("/")[:3]) + "/"
        foreign = [url for url in self.requests if not url.startswith((own, "blob:", "data:"))]
        expect(not foreign, f"the page asked {foreign[:3]}")
        expect(not self.errors, f"the page at {self.url} has errors: {self.errors[:3]}")


@contextlib.contextmanager
def browser():
    """A browser; a finding where there is none."""
    expect(CHROMIUM, "there is no chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


def reach(page, holds):
    """Moves the keyboard on until something holds."""
    for _ in range(200):
        if holds():
            return
        page.page.keyboard.press("Tab")
    expect(False, "the keyboard does not get there")


def examine(page, view):
    """What axe has to say of a page, by WCAG 2.2 AA."""
    found = Axe().run(page.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    expect(found.violations_count == 0, f"axe at {view}: {found.generate_report()[:3000]}")


def main(documentation, checks, pictures):
    """The command of a file of checks: each takes a browser and how much to do, and returns its figure."""
    parser = argparse.ArgumentParser(description=documentation, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1, help="less of what takes long")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="write pictures of the panels")
    parser.add_argument("checks", nargs="*", metavar="CHECK", help=", ".join(checks))
    options = parser.parse_args()
    if options.pictures:
        return pictures(options.pictures)
    unknown = [name for name in options.checks if name not in checks]
    if unknown:
        parser.error(f"no check '{unknown[0]}'; there are {', '.join(checks)}")
    failed = False
    with browser() as chromium:
        for name in options.checks or checks:
            began = time.monotonic()
            with tempfile.TemporaryDirectory() as folder:
                try:
                    figure = checks[name](chromium, Work(options.share, 1, Path(folder)))
                    print(f"{name:<10} {figure} ({time.monotonic() - began:.0f} s)", flush=True)
                except Finding as finding:
                    failed = True
                    print(f"{name:<10} FINDING: {finding}", flush=True)
    sys.exit(failed)
