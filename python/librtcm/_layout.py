# SPDX-License-Identifier: Apache-2.0
"""What the numbers of a message are, as far as messages of like form share it."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from . import _library as _c
from ._fields import Field, name_of


class Layout:
    """The names of a message's numbers, in the order in which it has them."""

    __slots__ = ("names", "whole", "whole_at", "scaled", "_at", "_parts")

    names: Tuple[str, ...]
    """``DF003``, or ``DF405_01`` for the first of a group."""
    whole: Tuple[str, ...]
    """Those that are counted in ones of their unit."""
    whole_at: Tuple[int, ...]
    """The places of these."""
    scaled: Tuple[Tuple[int, str, float], ...]
    """Places, names and steps of the others."""

    def __init__(self, fields: Sequence[Field]) -> None:
        numbers = [field for field in fields if field.kind == _c.NUMBER]
        self.names = tuple(name_of(field) for field in numbers)
        steps = [field.step_multiple / field.steps_per_unit for field in numbers]
        self.whole_at = tuple(place for place, step in enumerate(steps) if step == 1)
        self.whole = tuple(self.names[place] for place in self.whole_at)
        self.scaled = tuple(
            (place, self.names[place], step) for place, step in enumerate(steps) if step != 1)
        self._at = {name: place for place, name in enumerate(self.names)}
        self._parts: Dict[str, Tuple[slice, ...]] = {}

    def parts(self, name: str) -> Tuple[slice, ...]:
        """Where the numbers of a field are, in as few pieces as they lie at even distances."""
        parts = self._parts.get(name)
        if parts is None:
            places = [self._at[name]] if name in self._at else [
                place for place, other in enumerate(self.names) if other.partition("_")[0] == name]
            parts = self._parts[name] = tuple(_slices(places))
        return parts


def _slices(places: Sequence[int]) -> List[slice]:
    slices: List[slice] = []
    for place in places:
        last = slices[-1] if slices else None
        if last is None:
            slices.append(slice(place, place + 1, 1))
        elif last.stop == last.start + 1:
            slices[-1] = slice(last.start, place + 1, place - last.start)
        elif place == last.stop - 1 + last.step:
            slices[-1] = slice(last.start, place + 1, last.step)
        else:
            slices.append(slice(place, place + 1, 1))
    return slices
