"""Suites of tests: what they come by, and whether they notice a mutant."""

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass

from mutants.building import COPY, REACHED, VARIABLE
from mutants.progress import progress
from shared.repository import ENVIRONMENT, SHARED

# The shortest time that a run of the tests is given, in seconds.
SHORTEST_TIMEOUT = 60
# A suite that takes less is run with others, in seconds.
QUICK = 3


@dataclass
class Suite:
    """A suite of tests, how long it takes without a mutant, and the numbers of the mutants that it comes by."""

    name: str
    seconds: float
    reached: set


def look_at(module):
    """A module's suites, the quickest first; nothing where one of them fails without a mutant."""
    suites, file = [], COPY / ".build" / "reached"
    for name in suites_of(module):
        file.unlink(missing_ok=True)
        passed, seconds, text = run_tests([name], 0, 600, reached=file)
        if not passed:
            progress(f"{name} fails without a mutant, so its module is left out:\n{text[-1500:]}")
            return []
        numbers = file.read_text().split() if file.exists() else []
        suites.append(Suite(name, seconds, set(map(int, numbers))))
    progress(f"{len(suites)} suites of {module} take {sum(s.seconds for s in suites):.0f} s, one after the other")
    return sorted(suites, key=lambda suite: suite.seconds)


def survives(mutant, suites):
    """Whether no suite notices a mutant, and how long that took; those that are done at once go first, together."""
    # What only a process of its own comes by, as of a test that exits, is seen in none: all suites try it.
    concerned = [suite for suite in suites if mutant.number in suite.reached] or suites
    quick = [suite for suite in concerned if suite.seconds < QUICK]
    spent = 0
    for batch in [quick] + [[suite] for suite in concerned[len(quick):]]:
        if not batch:
            continue
        timeout = max(SHORTEST_TIMEOUT, round(5 * sum(suite.seconds for suite in batch)))
        passed, seconds, _ = run_tests([suite.name for suite in batch], mutant.number, timeout)
        spent += seconds
        if not passed:
            return False, spent
    return True, spent


def test_program():
    folder = COPY / ".build" / "debug"
    program = next(iter(folder.glob("*.xctest")), None)
    return program if program and program.is_file() else next(program.glob("Contents/MacOS/*"))


def suites_of(module):
    """The names of a module's suites, as the tests' program lists them."""
    listed = subprocess.run([test_program(), "--testing-library", "swift-testing", "--list-tests"],
                            cwd=COPY, check=True, capture_output=True, text=True).stdout.split("\n")
    names = {re.split(r"[/(]", name, maxsplit=1)[0] for name in listed}
    return sorted(name for name in names if name.startswith(f"{module}Tests."))


def run_tests(suites, number, timeout, reached=None):
    """Whether suites pass with this mutant alive, how long they took, and the end of what they printed."""
    environment = dict(os.environ)
    environment[VARIABLE] = str(number)
    if reached:
        environment[REACHED] = str(reached)
    environment["PATH"] = f"{ENVIRONMENT}/bin:" + environment["PATH"]
    environment["BOARDSIM_SHARED"] = str(SHARED)
    environment.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "8")  # as scripts/build/test has it
    environment["SWIFT_BACKTRACE"] = "enable=no"
    start = time.monotonic()
    process = subprocess.Popen(
        [test_program(), "--testing-library", "swift-testing",
         "--filter", f"^({'|'.join(map(re.escape, suites))})([/(]|$)"],
        cwd=COPY, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
    watchdog = subprocess.Popen(  # a mutant may hang
        ["sh", "-c", f"sleep {timeout}; kill -KILL {process.pid}"], start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text, failed = "", False
    for line in process.stdout:
        text = (text + line)[-4000:]
        if " recorded an issue" in line:
            failed = True
            break
    end_sessions(process.pid, watchdog.pid)
    watchdog.wait()
    status = process.wait()
    passed = not failed and status in (0, -signal.SIGKILL) and re.search(r"Test run with .* passed", text)
    return bool(passed), time.monotonic() - start, text


def end_sessions(*leaders):
    """Ends processes and all that they started: the tests start programs, each in a group of its own."""
    listed = subprocess.run(["ps", "-A", "-o", "pid="], capture_output=True, text=True).stdout.split()
    for pid in [*leaders, *map(int, listed)]:
        try:
            if pid in leaders or os.getsid(pid) in leaders:
                os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
