# SPDX-License-Identifier: Apache-2.0
"""Frames of values by the standard's names."""

from __future__ import annotations

import collections
import ctypes
import math
from typing import Counter, List, Mapping, Union

from . import _library as _c
from ._fields import RTCMError
from ._library import library as _library

Value = Union[None, int, float, str]


class _Required:
    """The default of who wants each field to be there."""


_REQUIRED = _Required()
# Reserved bits, which nobody has to give.
_RESERVED = 1


def make(values: Mapping[str, Value], default: Union[Value, _Required] = _REQUIRED) -> bytes:
    """A frame of a message's values, by the names of ``Message.names``; ``DF002`` is its type.

    Numbers are in their units, ``None`` is not available, texts are strings. Names that the message does not have are
    not looked at. Each field has to be there but the reserved DF001, unless ``default`` says what others are.
    RTCMError where a value does not fit its field or the type is not known, KeyError for what is left out.

    >>> make({"DF002": 1005, "DF003": 2003, "DF025": 1114104.5999, "DF026": -4850729.7108, "DF027": 3975521.4643},
    ...      default=0)
    """
    absent: List[str] = []
    items = (_c.Item * 8192)()
    kept = []
    frame = ctypes.create_string_buffer(_c.MAXIMUM_FRAME)
    length, error = ctypes.c_size_t(), _c.Error()
    seen: Counter[int] = collections.Counter()
    count = 0
    while _library.rtcm_encode(items, count, frame, len(frame), ctypes.byref(length), ctypes.byref(error)):
        # The library says which field comes next, until there is one for each.
        if error.status == _c.MISSING_ITEM and count < len(items):
            seen[error.field] += 1
            value = _value(values, error.field, seen[error.field], default, absent)
            item = items[count]
            count += 1
            if isinstance(value, int) and value >> 53:
                item.bits, item.from_ = value, _c.FROM_BITS
            elif not isinstance(value, str):
                item.value, item.from_ = math.nan if value is None else value, _c.FROM_VALUE
        elif error.status == _c.WRONG_ITEM and count and items[count - 1].kind == _c.NUMBER:
            value = _value(values, error.field, seen[error.field], default, [])
            item = items[count - 1]
            item.kind, item.is_utf8 = _c.TEXT, error.field == 140
            text = str(value or "").encode("utf-8" if item.is_utf8 else "latin-1")
            kept.append(ctypes.create_string_buffer(text, len(text)))
            item.bytes, item.byte_count = ctypes.addressof(kept[-1]), len(text)
        else:
            raise RTCMError(error)
    if absent:
        names = ", ".join(absent[:8]) + (f" and {len(absent) - 8} more" if len(absent) > 8 else "")
        raise KeyError(f"message {values.get('DF002')} needs {names} as well; give them, or default=0")
    return frame.raw[: length.value]


def _value(
    values: Mapping[str, Value], number: int, place: int, default: Union[Value, _Required], absent: List[str]
) -> Value:
    """The value of a field: the first, or the one of a group; notes one that is left out and may not be."""
    name = "ExtSatInfo" if number == 0 else f"IDF{number - 20000:03}" if number > 20000 else f"DF{number:03}"
    key = name if place == 1 and name in values else f"{name}_{place:02}"
    if key in values:
        return values[key]
    if not isinstance(default, _Required):
        return default
    if number > _RESERVED:
        absent.append(name if place == 1 else key)
    return 0
