"""The command built with a sanitizer."""

import os
import subprocess

from checks.trouble import trouble
from shared.findings import expect
from shared.processes import run
from shared.repository import CAPTURE, ROOT


def threads(work):
    """Three boards with the apps' server, a caster with readers and a source, pollers, orders and faults, all at once
    under ThreadSanitizer: no report."""
    return sanitized(work, "thread", lambda program, environment: trouble(work, program, environment))


def addresses(work):
    """Crafted requests, connections that flood a caster and damaged captures under AddressSanitizer: no report."""
    return sanitized(work, "address", lambda program, environment: hostility(work, program, environment))


def sanitized(work, kind, use):
    """What `use` says of the command built with a sanitizer, without a report. Building takes minutes, which a tenth
    does not have."""
    if work.share < 1:
        return f"left to the whole, since it is built with a sanitizer; 'make {kind[0]}san' does it now"
    program = run(["scripts/build/sanitized", kind]).splitlines()[-1]
    reports = work.folder / "report"
    # AddressSanitizer keeps what was given back for a while, 256 MB of it, where memory must not grow.
    options = f"log_path={reports}:exitcode=66:detect_leaks=0" + (":quarantine_size_mb=8" if kind == "address" else "")
    figure = use(program, {f"{'TSAN' if kind == 'thread' else 'ASAN'}_OPTIONS": options, "SWIFT_BACKTRACE": "enable=no"})
    said = [path.read_text() for path in sorted(work.folder.glob("report.*"))]
    expect(not said, f"{len(said)} programs reported:\n{''.join(said)[:4000]}")
    return f"{figure}, no report"


READERS_OF_FILES = [
    ("rtcm", "stats"), ("rtcm", "decode", "--json", "--observations"), ("rtcm", "decode", "--brief"),
    ("rtcm", "convert", "-o", "out.obs", "--date", "2026-06-01"),
    ("rtcm", "convert", "--to", "csv", "-o", "out.csv", "--date", "2026-06-01"), ("capture", "info"),
]


def hostility(work, program, environment):
    """The checks of hostile bytes, a part of each, on the program with a sanitizer; and captures that are damaged, by
    the commands that read them."""
    environment = environment | {"BOARDSIM": program}
    checks = ["crafted", "drips", "caster"]
    out = run([ROOT / "scripts/soak/soak", "--share", work.share / 200, "--seed", work.seed, *checks], **environment)
    chance, count = work.chance("addresses"), work.count(200)
    whole = CAPTURE.read_bytes()
    file = work.folder / "damaged.rtcm3"
    for _ in range(count):
        start = chance.randrange(len(whole))
        bytes_ = bytearray(whole[start : start + chance.randrange(60_000)])
        for _ in range(chance.randrange(1, 200)):
            if bytes_:
                bytes_[chance.randrange(len(bytes_))] = chance.randrange(256)
        file.write_bytes(bytes_)
        words = chance.choice(READERS_OF_FILES)
        done = subprocess.run(
            [program, *words[:2], file, *words[2:]], cwd=work.folder, env=os.environ | environment, capture_output=True)
        expect(done.returncode in (0, 1), f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-2000:]}")
    return f"{'; '.join(out.splitlines())}; {count} damaged captures"
