# SPDX-License-Identifier: Apache-2.0
"""The observations of MSM messages as a long table: a row for each cell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Iterator, NamedTuple, Optional

from ._table import Table, observations

if TYPE_CHECKING:
    from ._batch import Message

_FIRST_TYPE = 1071


class Cell(NamedTuple):
    """A satellite's signal in an MSM, as RINEX names them; numbers are NaN where they are not available."""

    offset: int
    """Where the message's frame begins."""
    type: int
    """DF002."""
    station: int
    """DF003."""
    epoch: int
    """The epoch as the message has it: milliseconds of the week; of GLONASS DF034, milliseconds of the day."""
    satellite: str
    """``G05``."""
    signal: str
    """``1C``; the number of the signal's bit where RINEX has no code for it."""
    pseudorange: float
    """Metres."""
    phaserange: float
    """Metres."""
    phaserange_rate: float
    """Metres per second."""
    cnr: float
    """dB-Hz."""
    lock_time: int
    """Milliseconds at least, -1 where it is not available."""
    half_cycle: bool
    """Whether half a cycle of the phase is open."""


def cells(message: "Message") -> Iterator[Cell]:
    """The cells of an MSM in its order; none of another message, RTCMError where it cannot be read."""
    if message.status and _FIRST_TYPE <= message.type <= 1137:
        message.fields()
    return rows(observations(message.frame), message.offset)


def rows(table: Table, offset: Optional[int] = None) -> Iterator[Cell]:
    """The cells in a table of observations, which may be those of one message at an offset."""
    names = [name for name in Cell._fields if name not in ("offset", "lock_time")]
    for own, lock, *values in zip(table["offset"], table["lock_time"], *(table[name] for name in names)):
        cell = Cell._make(
            [own if offset is None else offset, *values[:-1], -1 if math.isnan(lock) else int(lock), values[-1]])
        if cell.type >= _FIRST_TYPE:
            yield cell
