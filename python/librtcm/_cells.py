# SPDX-License-Identifier: Apache-2.0
"""The observations of MSM messages as a long table: a row for each cell."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Iterator, NamedTuple

from . import _library as _c
from ._fields import RTCMError
from ._library import library as _library

if TYPE_CHECKING:
    from ._batch import Message

# By the number of the system in rtcm.h: its letter in RINEX, and what is added to a satellite's number there.
_SYSTEMS = (("G", 0), ("R", 0), ("E", 0), ("S", 19), ("J", 0), ("C", 0), ("I", 0))
_NOT_AVAILABLE = -(1 << 31)


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
    if not 1071 <= message.type <= 1137:
        return
    header, satellites, found = _c.MSMHeader(), (_c.MSMSatellite * 64)(), (_c.MSMCell * 64)()
    error, payload = _c.Error(), message.payload
    if _library.rtcm_read_msm(
            payload, len(payload), ctypes.byref(header), satellites, found, ctypes.byref(error)):
        raise RTCMError(error)
    letter, added = _SYSTEMS[header.system]
    for cell in found[: header.cell_count]:
        yield Cell(
            message.offset, message.type, header.station_id, header.epoch, f"{letter}{cell.satellite + added:02}",
            cell.code.decode() or str(cell.signal), cell.pseudorange, cell.phaserange, cell.phaserange_rate,
            cell.cnr, -1 if cell.lock_time == _NOT_AVAILABLE else max(cell.lock_time, -1),
            bool(cell.has_half_cycle_ambiguity))
