"""A copy of the working tree that is built with all mutants in it."""

import os
import re
import shutil
import subprocess
import sys

from mutants.operators import operator_name
from mutants.progress import progress
from shared.repository import ENVIRONMENT, ROOT

COPY = ROOT / ".build" / "mutants"
VARIABLE = "BOARDSIM_MUTANT"
# A file that takes the numbers of the mutants whose places are come by.
REACHED = "BOARDSIM_MUTANTS_REACHED"
DECLARATION = re.compile(r"^\s*(?:[\w@()]+ )*(?:func|init|var|subscript)\b.*\{$")
ERROR = re.compile(r"^(\S+\.swift):(\d+):\d+: error: (.*)", re.MULTILINE)


HEADER = f"""#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

private let number = unsafe getenv("{VARIABLE}").flatMap {{ unsafe Int(String(cString: $0)) }} ?? 0
private let file = unsafe getenv("{REACHED}").map {{ unsafe open($0, O_WRONLY | O_APPEND | O_CREAT, 0o600) }}
// Two threads may write a number twice, which does no harm.
nonisolated(unsafe) private let isReached = UnsafeMutableBufferPointer<Bool>.allocate(capacity: 9999)
private let isWriting: Bool = {{
  unsafe isReached.initialize(repeating: false)
  return file != nil
}}()

@inline(never)
func isAlive(_ mutant: Int) -> Bool {{
  if isWriting, let file, unsafe !isReached[mutant] {{
    unsafe isReached[mutant] = true
    let line = Array("\\(mutant)\\n".utf8)
    _ = unsafe line.withUnsafeBufferPointer {{ unsafe write(file, $0.baseAddress, $0.count) }}
  }}
  return mutant == number
}}

"""


def build(mutants, log):
    """Builds the copy, leaving out what does not compile; returns the mutants that are in it."""
    modules = sorted({mutant.module for mutant in mutants})
    # The others' tests are not run.
    environment = dict(os.environ, BOARDSIM_TEST_MODULES=" ".join(modules))
    while True:
        write_copy(mutants)
        result = subprocess.run([ROOT / "scripts/build/as-tests", "build", "--product", "boardsimPackageTests"],
                                cwd=COPY, env=environment, capture_output=True, text=True)
        log.write_text(result.stdout + result.stderr)
        if result.returncode == 0:
            return mutants
        kept = without_errors(mutants, result.stdout + result.stderr)
        if len(kept) == len(mutants):
            sys.exit(f"mutate: the copy does not build, and not for a mutant's sake; see {log}")
        progress(f"{len(mutants) - len(kept)} that do not compile are left out")
        mutants = kept


def write_copy(mutants):
    """Brings the copy up to date with the working tree and writes the mutants into it."""
    COPY.mkdir(parents=True, exist_ok=True)
    if ENVIRONMENT.is_dir() and not (COPY / ".venv").exists():
        (COPY / ".venv").symlink_to(ENVIRONMENT)  # tests look beside themselves for what they compare with
    chosen = {}
    for mutant in mutants:
        chosen.setdefault(mutant.path, []).append(mutant)
    files = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.split("\n")
    wanted = {f for f in files if f and (ROOT / f).is_file()}
    texts = {f"Sources/{m.module}/Mutants.swift": "" for m in mutants}
    for module in {m.module for m in mutants}:
        texts[f"Sources/{module}/Mutants.swift"] = HEADER + "".join(
            filled(m.helper, m) for m in mutants if m.module == module)
    for path, those in chosen.items():
        texts[path] = mutated((ROOT / path).read_text(), those)
    for path in wanted | set(texts):
        put(COPY / path, texts[path].encode() if path in texts else (ROOT / path).read_bytes(), path)
    for path in COPY.rglob("*"):
        name = str(path.relative_to(COPY))
        if not name.startswith((".build", ".venv")) and path.is_file() and name not in wanted and name not in texts:
            path.unlink()


def put(target, content, path):
    if not target.exists() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        if (ROOT / path).exists():
            shutil.copymode(ROOT / path, target)


def filled(text, mutant):
    return text.format(n=mutant.number, op=operator_name(mutant.number)) if text else ""


def mutated(text, mutants):
    lines = text.split("\n")
    for number in {m.line for m in mutants}:
        edits = [(column, length, filled(new, m), order)
                 for order, m in enumerate(m for m in mutants if m.line == number)
                 for column, length, new in m.edits]
        line = lines[number - 1]
        # From the right, so that columns stay; at one column, what is put in goes before what is replaced.
        for column, length, new, _ in sorted(edits, key=lambda e: (-e[0], e[1] == 0, e[3])):
            line = line[:column] + new + line[column + length:]
        lines[number - 1] = line
    return "\n".join(lines)


def without_errors(mutants, output):
    bad = set()
    for path, line, _ in ERROR.findall(output):
        name = os.path.relpath(path, COPY)
        if name.endswith("/Mutants.swift"):
            bad |= {m.number for m in mutants if m.module == name.split("/")[1]}
            continue
        here = [m for m in mutants if m.path == name]
        # An error beside its cause: a property that an initialiser no longer sets, a path without a return.
        around = range(start_of_declaration((COPY / name).read_text().split("\n"), int(line)), int(line) + 1)
        guilty = ([m for m in here if m.line == int(line)] or [m for m in here if m.line in around]
                  or [m for m in here if m.kind == "assignment"] or here)
        bad |= {m.number for m in guilty}
    return [m for m in mutants if m.number not in bad]


def start_of_declaration(lines, line):
    """The number of the line where what holds `line` begins: a function, an initialiser or a property."""
    return next((n for n in range(line, 0, -1) if DECLARATION.match(lines[n - 1])), line)
