"""Which mutants a seed tries, and which are kept in files."""

import hashlib
import json

from shared.repository import ROOT

EQUIVALENTS = ROOT / "Tests" / "equivalent-mutants.json"
SURVIVORS = ROOT / ".build" / "mutants.json"


def choose(candidates, shares, seed):
    """More than are wanted of each module, since some will not compile: kinds take turns.

    A place has its rank from the seed and its own text, so that a seed tries the same places after a change elsewhere.
    """
    def rank(*words):
        return hashlib.sha256(" ".join(map(str, (seed, *words))).encode()).digest()

    chosen = []
    for module in sorted(candidates):
        kinds = {}
        for mutant in candidates[module]:
            kinds.setdefault(mutant.kind, []).append(mutant)
        for those in kinds.values():
            those.sort(key=lambda mutant: rank(*mutant.key), reverse=True)
        turns = [kinds[name] for name in sorted(kinds, key=lambda name: rank(module, name))]
        order = []
        while any(turns):
            order += [those.pop() for those in turns if those]
        chosen += order[: shares[module] + shares[module] // 2 + 2]
    return chosen


def shares_of(candidates, options):
    """How many mutants of each module a seed tries: as many of each, or by size with at least three."""
    total = sum(len(c) for c in candidates.values())
    return {module: min(len(those), options.each or max(3, round(options.count * len(those) / total)))
            for module, those in candidates.items()}


def tried_of(choice, shares, built, suites):
    """The mutants of a seed's choice that are tried: those that compiled, as many of a module as are wanted."""
    return [mutant for module in shares if module in suites
            for mutant in [m for m in choice if m.module == module and m.number in built][: shares[module]]]


def keys_in(path):
    """What makes out the mutants that a file lists; none where there is no such file."""
    listed = json.loads(path.read_text()) if path.exists() else []
    return {(e["path"], e["line"], e["mutation"]) for e in listed}


def remember(survivors, modules):
    """Keeps what survived for --again, in place of what did in these modules before."""
    others = {key for key in keys_in(SURVIVORS) if key[0].split("/")[1] not in modules}
    every = sorted(others | {mutant.key for mutant in survivors})
    SURVIVORS.write_text(json.dumps(
        [{"path": path, "line": line, "mutation": what} for path, line, what in every], indent=2))
