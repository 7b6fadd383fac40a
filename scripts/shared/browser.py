"""The control page in a browser: Debian's chromium, driven by playwright from .venv."""

import contextlib
import json
import shutil
import time

from playwright.sync_api import sync_playwright

from shared.answers import answer, told
from shared.findings import expect

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")


class ControlPort:
    """A board's control port, as a program outside the page uses it."""

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

    def __init__(self, context, url, is_open=True):
        self.url, self.requests, self.errors = url, [], []
        self.page = context.new_page()
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.errors.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        self.page.goto(url)
        if is_open:
            self.until(self.VALUES, "the values")

    def until(self, holds, what, seconds=15):
        """Waits until an expression of the page holds; the page itself may not evaluate texts."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(f"() => Boolean({holds})"):
            expect(time.monotonic() < end, f"{what} did not come within {seconds} s: {holds}")
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
