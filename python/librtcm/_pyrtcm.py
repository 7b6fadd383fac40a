# SPDX-License-Identifier: Apache-2.0
"""Messages as pyrtcm shows them: which attributes, what they are called, which of them are integers or text."""

from __future__ import annotations

import ctypes
import math
from typing import TYPE_CHECKING, Dict, List, Tuple, Union

from . import _library as _c
from ._fields import Field, RTCMError, name_of
from ._library import library as _library

if TYPE_CHECKING:
    from ._batch import Message

Attribute = Union[int, float, str]

_MASK = (1 << 64) - 1
# What pyrtcm adds to a satellite's number in an MSM of SBAS and of QZSS.
_FIRST_SATELLITE = {1101: 119, 1111: 192}


def attributes(message: "Message") -> Dict[str, Attribute]:
    """All attributes of a message."""
    if message.status:
        message.fields()
    layout, integers, values = message.layout, message.integers, message.values
    found: Dict[str, Attribute] = dict(zip(layout.names, values))
    found.update(zip(layout.whole, map(integers.__getitem__, layout.whole_at)))
    if math.isnan(sum(values)):
        for place, name, step in layout.scaled:
            if values[place] != values[place]:
                found[name] = integers[place] * step
    if 1071 <= message.type <= 1137 and "DF394" in found:
        _add_msm(found, message)
    if message._has_bytes:
        _add_texts(found, message.fields())
    if message.type == 1230:
        mask = int(found.pop("DF422"))
        found.update((f"DF422_{bit}", mask >> (4 - bit) & 1) for bit in range(1, 5))
    return found


def _add_msm(found: Dict[str, Attribute], message: "Message") -> None:
    masks = []
    for name, count in (("DF394", "NSat"), ("DF395", "NSig"), ("DF396", "NCell")):
        mask = found[name] = int(found[name]) & _MASK
        found[count] = bin(mask).count("1")
        masks.append(mask)
    key = (message.type // 10, *masks)
    own = _msm_names.get(key)
    if own is None:
        if len(_msm_names) >= 1000:
            _msm_names.clear()
        own = _msm_names[key] = _names_of_cells(message)
    found.update(own)


_msm_names: Dict[Tuple[int, ...], Dict[str, str]] = {}


def _names_of_cells(message: "Message") -> Dict[str, str]:
    """Which satellites and cells an MSM has, which its masks tell."""
    header, error = _c.MSMHeader(), _c.Error()
    satellites, cells = (_c.MSMSatellite * 64)(), (_c.MSMCell * 64)()
    payload = message.payload
    if _library.rtcm_read_msm(payload, len(payload), ctypes.byref(header), satellites, cells, ctypes.byref(error)):
        raise RTCMError(error)
    first = _FIRST_SATELLITE.get(message.type // 10 * 10 + 1, 0)
    names = {f"PRN_{row:02}": f"{first + satellites[row - 1].id:03}" for row in range(1, header.satellite_count + 1)}
    for row in range(1, header.cell_count + 1):
        cell = cells[row - 1]
        names[f"CELLPRN_{row:02}"] = f"{first + cell.satellite:03}"
        names[f"CELLSIG_{row:02}"] = cell.code.decode() or "N/A"
    return names


def _add_texts(found: Dict[str, Attribute], fields: List[Field]) -> None:
    for field in fields:
        if field.kind != _c.TEXT:
            continue
        if field.is_utf8:
            found[name_of(field)] = field.text
        else:
            name = name_of(field)
            found.update((f"{name}_{place:02}", chr(byte)) for place, byte in enumerate(field.data, 1))
