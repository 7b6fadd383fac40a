# SPDX-License-Identifier: Apache-2.0
"""Frames of values by the standard's names."""

from __future__ import annotations

import collections
import ctypes
import math
from typing import Counter, Mapping, Union

from . import _library as _c
from ._fields import RTCMError
from ._library import library as _library

Value = Union[None, int, float, str]


def make(values: Mapping[str, Value]) -> bytes:
    """A frame of a message's values, by the names of ``Message.names``; ``DF002`` is its type.

    Numbers are in their units, ``None`` is not available, texts are strings. What is left out is 0, and names that the
    message does not have are not looked at. RTCMError where a value does not fit its field or the type is not known.

    >>> make({"DF002": 1005, "DF003": 2003, "DF025": 1114104.5999, "DF026": -4850729.7108, "DF027": 3975521.4643})
    """
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
            value = _value(values, error.field, seen[error.field])
            item = items[count]
            count += 1
            if isinstance(value, int) and value >> 53:
                item.bits, item.from_ = value, _c.FROM_BITS
            elif not isinstance(value, str):
                item.value, item.from_ = math.nan if value is None else value, _c.FROM_VALUE
        elif error.status == _c.WRONG_ITEM and count and items[count - 1].kind == _c.NUMBER:
            item, value = items[count - 1], _value(values, error.field, seen[error.field])
            item.kind, item.is_utf8 = _c.TEXT, error.field == 140
            text = str(value or "").encode("utf-8" if item.is_utf8 else "latin-1")
            kept.append(ctypes.create_string_buffer(text, len(text)))
            item.bytes, item.byte_count = ctypes.addressof(kept[-1]), len(text)
        else:
            raise RTCMError(error)
    return frame.raw[: length.value]


def _value(values: Mapping[str, Value], number: int, place: int) -> Value:
    """The value of a field: the first, or the one of a group."""
    name = "ExtSatInfo" if number == 0 else f"IDF{number - 20000:03}" if number > 20000 else f"DF{number:03}"
    return values.get(name if place == 1 and name in values else f"{name}_{place:02}", 0)
