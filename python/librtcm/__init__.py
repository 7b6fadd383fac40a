# SPDX-License-Identifier: Apache-2.0
"""Reads and makes RTCM 3 messages.

>>> import librtcm
>>> for message in librtcm.read(open("base.rtcm3", "rb").read()):
...     print(message.offset, message.type, message.fields())
"""

from __future__ import annotations

import ctypes
import math
import struct
from dataclasses import dataclass, replace
from typing import Dict, Iterator, List, Optional, Sequence, Tuple, Union, overload

from . import _library as _c
from ._library import library as _library

__all__ = ["Batch", "Field", "Message", "RTCMError", "encode", "fields", "read"]


class RTCMError(ValueError):
    """Why a message could not be read or made.

    ``status`` is one of rtcm.h's, ``field`` 25 for DF025 or 0, ``bit_offset`` counts from the payload's start.
    """

    def __init__(self, error: _c.Error) -> None:
        super().__init__(error.text.decode())
        self.status: int = error.status
        self.message_type: int = error.message_type
        self.field: int = error.field
        self.bit_offset: int = error.bit_offset


@dataclass(frozen=True)
class Field:
    """One field of a message, in the order of the wire.

    ``bits`` are those of the wire, ``integer`` the number in steps, ``value`` the same in ``unit``, ``None`` where it
    is not available. Text, trailing bits and an undecoded payload have ``data`` instead. ``index`` tells which of
    ``group`` it belongs to, from 1, then which of a group in that; 0 is none.
    """

    name: str
    number: int = 0
    bits: int = 0
    integer: int = 0
    value: Optional[float] = None
    unit: str = ""
    bit_count: int = 0
    group: Optional[str] = None
    index: Tuple[int, int] = (0, 0)
    satellite: int = 0
    signal: int = 0
    kind: int = _c.NUMBER
    data: bytes = b""
    is_utf8: bool = False
    steps_per_unit: float = 1
    step_multiple: float = 1

    @property
    def text(self) -> str:
        """The characters of a text."""
        return self.data.decode("utf-8" if self.is_utf8 else "latin-1", "replace")

    def with_bits(self, bits: int) -> "Field":
        """The same field with other bits."""
        return replace(self, bits=bits)


def _field(item: _c.Item) -> Field:
    return Field(
        item.name.decode(), item.number, item.bits, item.integer,
        item.value if item.is_available and item.kind == _c.NUMBER else None, item.unit.decode(), item.bit_count,
        item.group.decode() if item.group else None, (item.index[0], item.index[1]), item.satellite, item.signal,
        item.kind, ctypes.string_at(item.bytes, item.byte_count) if item.byte_count else b"", bool(item.is_utf8),
        item.steps_per_unit, item.step_multiple)


def fields(payload: bytes) -> List[Field]:
    """Every field of a message, whose payload runs from DF002 up to the CRC; RTCMError where it ends early."""
    found: List[Field] = []

    def show(_: object, item: "ctypes._Pointer[_c.Item]") -> bool:
        found.append(_field(item.contents))
        return True

    error = _c.Error()
    if _library.rtcm_visit(payload, len(payload), _c.Visitor(show), None, ctypes.byref(error)):
        raise RTCMError(error)
    return found


def encode(items: Sequence[Field]) -> bytes:
    """The frame of a message's fields, as ``fields`` gives them; their ``bits`` and ``data`` count."""
    array = (_c.Item * len(items))()
    kept = []
    for item, field in zip(array, items):
        item.bits, item.number, item.kind, item.bit_count = field.bits, field.number, field.kind, field.bit_count
        item.is_utf8 = field.is_utf8
        if field.data:
            buffer = ctypes.create_string_buffer(field.data, len(field.data))
            kept.append(buffer)
            item.bytes, item.byte_count = ctypes.addressof(buffer), len(field.data)
    frame = ctypes.create_string_buffer(_c.MAXIMUM_FRAME)
    count, error = ctypes.c_size_t(), _c.Error()
    if _library.rtcm_encode(array, len(items), frame, len(frame), ctypes.byref(count), ctypes.byref(error)):
        raise RTCMError(error)
    return frame.raw[: count.value]


class Message:
    """A message of a batch. What it holds is looked up when it is asked for."""

    __slots__ = ("_batch", "offset", "_layout", "_first", "_count", "_length", "type", "status", "_has_bytes")

    offset: int
    """Where its frame begins in the bytes that were read."""
    type: int
    """DF002."""
    status: int
    """0, or why it could not be read; ``fields()`` raises the whole error."""

    def __init__(self, batch: "Batch", entry: Tuple[int, ...]) -> None:
        self._batch = batch
        (self.offset, self._layout, self._first, self._count, self._length, self.type, self.status,
         self._has_bytes) = entry

    @property
    def frame(self) -> bytes:
        """Its frame, from 0xD3 to the last byte of the CRC."""
        return self._batch.data[self.offset : self.offset + self._length]

    @property
    def payload(self) -> bytes:
        """What lies between the length and the CRC."""
        return self._batch.data[self.offset + 3 : self.offset + self._length - 3]

    @property
    def values(self) -> List[float]:
        """Its numbers in their units, in the order of ``names``; NaN where they are not available."""
        return self._batch._values[self._first : self._first + self._count].tolist()

    @property
    def integers(self) -> List[int]:
        """Its numbers in steps, in the order of ``names``. A mask of 64 bits may be negative."""
        return self._batch._integers[self._first : self._first + self._count].tolist()

    @property
    def names(self) -> Tuple[str, ...]:
        """The names of its numbers: ``DF003``, or ``DF405_01`` for the first of a group; none where it cannot be read.

        Messages with the same satellites and cells share them.
        """
        if self.status:
            return ()
        key = (self.type, self._layout, self._count)
        names = _names.get(key)
        if names is None:
            names = tuple(name_of(field) for field in self.fields() if field.kind == _c.NUMBER)
            _names[key] = names
        return names

    def as_dict(self) -> Dict[str, float]:
        """Its numbers in their units, by ``names``."""
        return dict(zip(self.names, self.values))

    def fields(self) -> List[Field]:
        """Everything that it says, field by field; RTCMError where it cannot be read."""
        return fields(self.payload)

    def __repr__(self) -> str:
        return f"<RTCM {self.type} at byte {self.offset}>"


_names: Dict[Tuple[int, int, int], Tuple[str, ...]] = {}


def name_of(field: Field) -> str:
    """The standard's number of a field and which of its group it is; its name where it has no number."""
    number = field.number
    if number == 0:
        label = "ExtSatInfo" if field.name == "extended_satellite_information" else field.name
    elif number == 1:
        label = f"DF001_{field.bit_count}"
    else:
        label = f"IDF{number - 20000:03}" if number > 20000 else f"DF{number:03}"
    return label + "".join(f"_{index:02}" for index in field.index if index)


_entry = struct.Struct("=QQIIHHBBxx")


class Batch(Sequence[Message]):
    """All messages of some bytes; what is no frame was skipped."""

    def __init__(self, data: bytes) -> None:
        self.data = bytes(data)
        self._batch = _library.rtcm_batch_create(self.data, len(self.data))
        if not self._batch:
            raise MemoryError("the bytes are more than 4 GB; read them in pieces")
        seen = self._batch.contents
        self._entries = (ctypes.c_char * (_entry.size * seen.message_count)).from_address(seen.messages)
        self._count = seen.message_count
        count = seen.item_count
        self._values = memoryview((ctypes.c_double * count).from_address(seen.values)).cast("B").cast("d")
        self._integers = memoryview((ctypes.c_int64 * count).from_address(seen.integers)).cast("B").cast("q")

    def __del__(self) -> None:
        if getattr(self, "_batch", None):
            _library.rtcm_batch_destroy(self._batch)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Message, Sequence[Message]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("there is no such message")
        return Message(self, _entry.unpack_from(self._entries, index * _entry.size))

    def __iter__(self) -> Iterator[Message]:
        for entry in _entry.iter_unpack(self._entries):
            yield Message(self, entry)


def read(data: bytes) -> Batch:
    """Finds and reads all messages of some bytes, which may hold anything else as well."""
    return Batch(data)
