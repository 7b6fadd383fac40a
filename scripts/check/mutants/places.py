"""Where logic can be changed, and how."""

import re
from dataclasses import dataclass, field

from mutants.operators import ARITHMETIC, ASSIGNMENTS, BINARY, COMPARISONS, LOGIC, WRAPPING, operator_helper
from mutants.swift import inactive, masked, parts_of_list
from shared.repository import ROOT

NUMBER = re.compile(
    r"(?<![\w.$<])(0x[0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)(?![\w]|\.\w)")
TRUTH = re.compile(r"(?<![\w.])(?<!while )(true|false)(?!\w)")  # what follows `while true` needs no return
CONDITION = re.compile(r"^\s*(?:\} else )?(if|guard) (.+?) (?:\{.*|else \{.*)$")
CALL = re.compile(r"^\s*(?!return|case|let|var|if|guard|self\.init|super\.|throw|default|init|precondition)"
                  r"(?:try |unsafe )*[A-Za-z_][\w.\[\]?]*\(.*\)$")
ASSIGNMENT = re.compile(r"^\s*[A-Za-z_][\w.\[\]]* = [^{]+$")
INITIALISER = re.compile(r"^(\s*)(?:\w+ )*init[?(<]")
# Names that must be set before they are read: `let` anywhere, `var` in initialisers.
UNSET = re.compile(r"^\s*(?:[\w()]+ )*(let|var) ((?:\w+, )*\w+): ([^={]+)$")
DEFAULT_ARGUMENT = re.compile(r"\w+: [A-Z\[][\w.\[\]]*\?? = $")
# Lines without logic: declarations, and hints that change speed only.
DULL = re.compile(r"^\s*(@|import|#|case \w+ = |typealias)|\b(reserveCapacity|removeAll\(keepingCapacity)\b")


@dataclass
class Mutant:
    """A place, what is done to it, and the text that does it when the mutant is alive."""

    kind: str
    module: str
    path: str  # from the package's root
    line: int  # from 1
    source: str  # the line as it stands
    what: str  # for people: "'<' to '<='"
    edits: list = field(default_factory=list)  # (column, length, text), with {n} for the number
    helper: str = ""  # a declaration in the module, with {n} and {op}
    number: int = 0

    @property
    def key(self):
        return (self.path, self.source.strip(), self.what)


def places(module, path):
    """Every place in a file where logic can be changed."""
    text = path.read_text()
    name = str(path.relative_to(ROOT))
    lines, codes = text.split("\n"), masked(text).split("\n")
    found, previous, left_out, unset = [], "", inactive(lines), names_to_set(codes)
    for number, (line, code) in enumerate(zip(lines, codes), start=1):
        if code.strip() and not DULL.search(code) and number - 1 not in left_out:
            new = lambda kind, what, edits, helper="": found.append(
                Mutant(kind, module, name, number, line, what, edits, helper))
            following = next((c.strip() for c in codes[number:] if c.strip()), "")
            operators(code, line, new)
            constants(code, new)
            conditions(code, new)
            statements(code, previous, following, unset[number - 1], new)
        if code.strip():
            previous = code.strip()
    return found


def names_to_set(codes):
    """For each line the names whose assignments cannot be left out: the compiler wants them done."""
    declared = {}
    for match in filter(None, map(UNSET.match, codes)):
        if match.group(1) == "let" or not match.group(3).strip().endswith("?"):
            for name in match.group(2).split(", "):
                declared.setdefault(name, set()).add(match.group(1))
    constants = {name for name, kinds in declared.items() if "let" in kinds}
    sets, end = [], None
    for code in codes:
        start = INITIALISER.match(code)
        if end is None and start and not code.rstrip().endswith("}"):
            end = start.group(1) + "}"
        sets.append(constants if end is None else set(declared))
        if end is not None and code.rstrip() == end:
            end = None
    return sets


def operators(code, line, new):
    for match in BINARY.finditer(code):
        old = match.group()
        before, behind = line[:match.start()], line[match.end():]
        if old == "+" and (before.endswith(('" ', '"# ')) or behind.startswith((' "', ' #"'))):
            continue  # a text in two pieces
        edit = [(match.start(), len(old), "{op}")]
        for kind, table in (("comparison", COMPARISONS), ("arithmetic", ARITHMETIC), ("arithmetic", WRAPPING),
                            ("arithmetic", ASSIGNMENTS), ("logic", LOGIC)):
            if old in table:
                new(kind, f"'{old}' to '{table[old]}'", edit, operator_helper(old, table[old]))


def constants(code, new):
    for match in NUMBER.finditer(code):
        if is_default_argument(code, match):
            continue
        is_whole = not re.search(r"\.|[eE]", match.group()) or match.group().startswith("0x")
        change = "and 1 more" if is_whole else "and half as much again"
        helper = ("func mutant{n}<T: ExpressibleByIntegerLiteral & AdditiveArithmetic>(_ v: T) -> T "
                  "{{ isAlive({n}) ? v + 1 : v }}\n") if is_whole else (
                  "func mutant{n}<T: ExpressibleByFloatLiteral & FloatingPoint>(_ v: T) -> T "
                  "{{ isAlive({n}) ? (v == 0 ? 1 : v * 3 / 2) : v }}\n")
        new("constant", f"{match.group()} {change}",
            [(match.start(), len(match.group()), f"mutant{{n}}({match.group()})")], helper)
    for match in TRUTH.finditer(code):
        if is_default_argument(code, match):
            continue
        new("constant", f"not {match.group()}",
            [(match.start(), len(match.group()), f"mutant{{n}}({match.group()})")],
            "func mutant{n}(_ v: Bool) -> Bool {{ isAlive({n}) ? !v : v }}\n")


def is_default_argument(code, match):
    """Whether this is the default of a parameter, which may not call anything internal in a public one."""
    declares = re.match(r"\s*(?:[\w()@]+ )*(?:let|var) ", code)
    return not declares and DEFAULT_ARGUMENT.search(code[: match.start()])


def conditions(code, new):
    match = CONDITION.match(code)
    if not match:
        return
    start = match.start(2)
    for offset, part in parts_of_list(match.group(2)):
        text = part.strip()
        if re.match(r"(let|var|case|#available|unsafe)\b", text) or "{" in text or not text:
            continue
        first = start + offset + part.index(text[0])
        end = "condition always holds" if match.group(1) == "guard" else "condition always true"
        new("condition", f"'{text}': {end}",
            [(first, 0, "("), (first + len(text), 0, ") || isAlive({n})")])


def statements(code, previous, following, unset, new):
    """Calls and assignments that are a whole line and stand after the end of another statement."""
    target = re.match(r"\s*(?:self\.)?(\w+) = ", code)
    if target and target.group(1) in unset:
        return
    if following == "}" and re.search(r"->|\bvar \w+: |^get\b", previous) and previous.endswith("{"):
        return  # a result, not a statement
    if not previous or previous[-1] in ",([=+-*/&|?:" and not previous.endswith(("{", ":")):
        return
    for kind, pattern in (("call", CALL), ("assignment", ASSIGNMENT)):
        text = code.strip()
        if pattern.match(code) and text.count("(") == text.count(")"):
            start = code.index(text)
            new(kind, "not done", [(start, 0, "if !isAlive({n}) {{ "), (start + len(text), 0, " }}")])
