# SPDX-License-Identifier: Apache-2.0
"""Messages as pyrtcm shows them: which attributes, what they are called, which of them are integers or text."""

from __future__ import annotations

import ctypes
from array import array
from typing import TYPE_CHECKING, Any, Dict, Tuple, Union

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
    shape = _shapes.get((message.type, message._layout, message._count)) or _shape(message)
    found = shape.template.copy()
    batch, first = message._batch, message._first * 8
    if not _c.set_objects(shape.plan, found, batch._values_at + first, batch._integers_at + first):
        raise MemoryError("there is no memory for a message's attributes")
    if message._has_bytes & _c.HAS_TEXT:
        found.update(_characters(message))
    return found


class _Shape:
    """The attributes that messages of one layout with the same masks share.

    Of messages behind each other most numbers are the same. The template has the objects of the first message, and the
    plan says which of its numbers they are, so that only others are made again.
    """

    __slots__ = ("template", "plan", "_kept")

    template: Dict[str, Attribute]
    """The attributes of the first message, without its texts."""
    plan: int
    """The address of the library's plan for the numbers."""

    def __init__(self, message: "Message") -> None:
        layout = message.layout
        names, steps = layout.names, array("d", layout.steps)
        self.template = dict.fromkeys(names, 0)
        masks = {names[place]: message._integer(place) & _MASK for place in layout.marks}
        for place in layout.marks:
            steps[place] = 0  # the same in all messages of the shape
        if 1071 <= message.type <= 1137 and masks:
            self.template.update(masks)
            self.template.update(zip(("NSat", "NSig", "NCell"), (bin(mask).count("1") for mask in masks.values())))
            self.template.update(_names_of_cells(message))
        elif masks:
            mask = masks["DF422"]
            del self.template["DF422"]
            self.template.update((f"DF422_{bit}", mask >> (4 - bit) & 1) for bit in range(1, 5))
        batch, count = message._batch, len(names)
        values, integers = array("d", batch.values[message.span]), array("q", batch.integers[message.span])
        kind: Any = ctypes.py_object * count
        keys = kind(*names)
        plan = _c.ObjectPlan(
            ctypes.pointer(_c.object_functions), ctypes.addressof(keys), steps.buffer_info()[0], None, None, count)
        self.plan = ctypes.addressof(plan)
        self._kept: Tuple[Any, ...] = (plan, keys, steps, values, integers)
        addresses = values.buffer_info()[0], integers.buffer_info()[0]
        _c.set_objects(self.plan, self.template, *addresses)
        plan.values, plan.integers = addresses


_shapes: Dict[Tuple[int, ...], _Shape] = {}


def _shape(message: "Message") -> _Shape:
    marks = message.layout.marks
    key = (message.type, message._layout, message._count, *map(message._integer, marks))
    shape = _shapes.get(key)
    if shape is None:
        if len(_shapes) >= 1000:
            _shapes.clear()
        shape = _shapes[key] = _Shape(message)
    return shape


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


def text_fields(message: "Message") -> Tuple[Field, ...]:
    """The fields of a message's texts, which a station sends unchanged for days."""
    if not message.status and not message._has_bytes & _c.HAS_TEXT:
        return ()
    payload = message.payload
    texts = _texts.get(payload)
    if texts is None:
        if len(_texts) >= 1000:
            _texts.clear()
        texts = _texts[payload] = tuple(field for field in message.fields() if field.kind == _c.TEXT)
    return texts


_texts: Dict[bytes, Tuple[Field, ...]] = {}


def _characters(message: "Message") -> Dict[str, str]:
    found: Dict[str, str] = {}
    for field in text_fields(message):
        name = name_of(field)
        if field.is_utf8:
            found[name] = field.text
        else:
            found.update((f"{name}_{place:02}", chr(byte)) for place, byte in enumerate(field.data, 1))
    return found
