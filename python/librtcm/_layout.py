# SPDX-License-Identifier: Apache-2.0
"""What the numbers of a message are, as far as messages of like form share it."""

from __future__ import annotations

import sys
from typing import Dict, List, Sequence, Tuple

from . import _library as _c
from ._fields import Field, name_of

_MASKS = ("DF394", "DF395", "DF396", "DF422")


class Layout:
    """The names of a message's numbers, in the order in which it has them."""

    __slots__ = ("names", "steps", "_at", "_parts", "marks")

    names: Tuple[str, ...]
    """``DF003``, or ``DF405_01`` for the first of a group."""
    steps: Tuple[float, ...]
    """The resolution of each number in its unit."""
    marks: Tuple[int, ...]
    """The places of the masks that tell which attributes a message has."""

    def __init__(self, fields: Sequence[Field]) -> None:
        numbers = [field for field in fields if field.kind == _c.NUMBER]
        # Layouts share the strings of their names.
        self.names = tuple(sys.intern(name_of(field)) for field in numbers)
        self.steps = tuple(field.step_multiple / field.steps_per_unit for field in numbers)
        self.marks = tuple(place for place, name in enumerate(self.names) if name in _MASKS)
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
