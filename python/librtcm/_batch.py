# SPDX-License-Identifier: Apache-2.0
"""All messages of some bytes, read at once."""

from __future__ import annotations

import ctypes
import math
import struct
from array import array
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _library as _c
from ._cells import Cell, cells, rows
from ._fields import Field, as_bytes, fields, name_of
from ._layout import Layout
from ._library import library as _library
from ._pyrtcm import Attribute, attributes, text_fields
from ._table import Column, Table, observations


class Message:
    """A message of a batch. What it holds is looked up when it is asked for.

    It has pyrtcm's attributes as well: ``message.DF003``, ``message.DF405_01``, ``message.NSat``.
    """

    __slots__ = ("_batch", "offset", "_begin", "_layout", "_first", "_count", "_length", "type", "status", "_has_bytes")

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
        self._begin = self.offset

    def _place(self, offset: int) -> None:
        """Says where the frame stood in other bytes than those of the batch."""
        self.offset = offset

    @property
    def frame(self) -> bytes:
        """Its frame, from 0xD3 to the last byte of the CRC."""
        return self._batch.data[self._begin : self._begin + self._length]

    @property
    def payload(self) -> bytes:
        """What lies between the length and the CRC."""
        return self._batch.data[self._begin + 3 : self._begin + self._length - 3]

    @property
    def span(self) -> slice:
        """Where its numbers are in the batch's ``values`` and ``integers``."""
        return slice(self._first, self._first + self._count)

    @property
    def values(self) -> List[float]:
        """Its numbers in their units, in the order of ``names``; NaN where they are not available."""
        # To mypy every memoryview is one of integers.
        return self._batch.values[self._first : self._first + self._count].tolist()  # type: ignore[return-value]

    @property
    def integers(self) -> List[int]:
        """Its numbers in steps, in the order of ``names``. A mask of 64 bits may be negative."""
        return self._batch.integers[self._first : self._first + self._count].tolist()

    def _integer(self, place: int) -> int:
        return self._batch.integers[self._first + place]

    @property
    def layout(self) -> Layout:
        """What its numbers are; messages with as many satellites and cells share it."""
        key = (self.type, self._layout, self._count)
        layout = _layouts.get(key)
        if layout is None:
            if len(_layouts) >= 10_000:
                _layouts.clear()
            layout = Layout(() if self.status else self.fields())
            # The library writes as many numbers as a message has into memory for its names.
            if len(layout.names) != self._count:
                raise RuntimeError(f"message {self.type} has {self._count} numbers and {len(layout.names)} names")
            _layouts[key] = layout
        return layout

    @property
    def names(self) -> Tuple[str, ...]:
        """The names of its numbers: ``DF003``, or ``DF405_01`` for the first of a group; none where it cannot be read."""
        return self.layout.names

    def as_dict(self) -> Dict[str, float]:
        """Its numbers in their units, by ``names``."""
        return dict(zip(self.layout.names, self.values))

    def attributes(self) -> Dict[str, Attribute]:
        """What pyrtcm has as attributes of the message, by their names; RTCMError where it cannot be read.

        As with pyrtcm, numbers without a resolution are integers, and what is not available is the number that its
        bits make. Units are those of ``fields()``.
        """
        return attributes(self)

    def __getattr__(self, name: str) -> Attribute:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return attributes(self)[name]
        except KeyError:
            raise AttributeError(f"message {self.type} has no {name}") from None

    def fields(self) -> List[Field]:
        """Everything that it says, field by field; RTCMError where it cannot be read."""
        return fields(self.payload)

    def texts(self) -> Dict[str, str]:
        """Its texts by the standard's numbers, such as ``DF030``; RTCMError where it cannot be read."""
        return {name_of(field): field.text for field in text_fields(self)}

    @property
    def identity(self) -> str:
        """Its type as text, as pyrtcm has it: ``1077``, and with the subtype of IGS SSR ``4076_201``."""
        if self.type == 4076 and not self.status:
            return f"4076_{int(attributes(self)['IDF002']):03}"
        return str(self.type)

    def cells(self) -> List[Cell]:
        """The rows of an MSM's table, a cell each; none of another message."""
        return list(cells(self))

    def __eq__(self, other: object) -> bool:
        """Whether another message has the same frame, wherever that stands."""
        return self.frame == other.frame if isinstance(other, Message) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.frame)

    def __reduce__(self) -> Tuple[Any, ...]:
        """What pickle and copy keep: the frame, and the place where it stood."""
        return _again, (self.frame, self.offset)

    def __repr__(self) -> str:
        return f"<RTCM {self.type} at byte {self.offset}>"


def _again(frame: bytes, offset: int) -> Message:
    message = Batch(frame)[0]
    message._place(offset)
    return message


_layouts: Dict[Tuple[int, int, int], Layout] = {}

# As rtcm_batch_message has them.
_entry = struct.Struct("=QQIIHHBBxx")


class _Rows(NamedTuple):
    """The messages of one type that can be read."""

    offsets: "array[int]"
    layouts: Dict[Tuple[int, int], int]
    """The first message of each layout, by what the library calls it and its count of numbers."""
    with_text: List[Tuple[int, int]]
    """Rows and messages that have texts."""


class Batch(Sequence[Message]):
    """All messages of some bytes; what is no frame was skipped."""

    data: bytes
    """The bytes."""
    values: memoryview[float]
    """All numbers of all messages in their units, as doubles; NaN where not available."""
    integers: memoryview[int]
    """The same numbers in steps, as 64-bit integers."""

    def __init__(self, data: bytes) -> None:
        self.data = as_bytes(data, "read()")
        memory = self._memory = _c.Memory(
            _library.rtcm_batch_create(self.data, len(self.data)), _library.rtcm_batch_destroy)
        seen = memory.made.contents
        count = seen.item_count
        self._count: int = seen.message_count
        self._rows: Optional[Dict[int, _Rows]] = None
        self._values_at: int = seen.values
        self._integers_at: int = seen.integers
        self._entries = memory.view(ctypes.c_char, seen.messages, _entry.size * seen.message_count)
        doubles = memoryview(memory.view(ctypes.c_double, seen.values, count))
        integers = memoryview(memory.view(ctypes.c_int64, seen.integers, count))
        self.values = doubles.cast("B").cast("d").toreadonly()
        self.integers = integers.cast("B").cast("q").toreadonly()

    def column(self, type: int, name: str) -> "array[float]":
        """A field's values in all messages of a type that can be read, one after the other.

        ``name`` is one of a message's ``names``, or that of a field of a group without the numbers behind it: all of
        ``DF405`` are those of each cell.
        """
        column = array("d")
        values = self.values
        for message in self:
            if message.type == type and not message.status:
                for part in message.layout.parts(name):
                    first, last = message._first + part.start, message._first + part.stop
                    column.frombytes(values[first : last : part.step].tobytes())
        return column

    def columns(self, type: int) -> Table:
        """All messages of a type that can be read, as a table: a row for each, and a column for each of their ``names``.

        The first column is the ``offset``. Numbers are in their units, and NaN where they are not available and where a
        message has no such field. The columns of texts have whole texts.
        """
        table = Table()
        offsets, layouts, with_text = self._rows_by_type().get(type) or _Rows(array("Q"), {}, [])
        table["offset"] = Column(memoryview(offsets).toreadonly())
        numbers: Dict[str, int] = {}
        places = {
            key: array("I", [numbers.setdefault(name, len(numbers)) for name in self[message].names])
            for key, message in layouts.items()}
        count = len(offsets)
        values = array("d", [math.nan]) * (count * len(numbers))
        for (layout, size), own in places.items():
            _library.rtcm_batch_columns(
                self._memory.made, type, layout, size, own.buffer_info()[0], values.buffer_info()[0], count)
        view = memoryview(values).toreadonly()
        for name, number in numbers.items():
            table[name] = Column(view[number * count : (number + 1) * count])
        texts: Dict[str, List[str]] = {}
        for row, message in with_text:
            for name, text in self[message].texts().items():
                texts.setdefault(name, [""] * count)[row] = text
        table.update((name, Column.of_texts(column)) for name, column in texts.items())
        return table

    @property
    def types(self) -> Tuple[int, ...]:
        """The types of the messages that can be read, each once, by number."""
        return tuple(sorted(self._rows_by_type()))

    def _rows_by_type(self) -> Dict[int, "_Rows"]:
        if self._rows is None:
            found: Dict[int, _Rows] = {}
            for place, (offset, layout, _, count, _, type, status, has_bytes) in enumerate(
                    _entry.iter_unpack(self._entries)):
                if status:
                    continue
                own = found.get(type)
                if own is None:
                    own = found[type] = _Rows(array("Q"), {}, [])
                if has_bytes & _c.HAS_TEXT:
                    own.with_text.append((len(own.offsets), place))
                own.offsets.append(offset)
                own.layouts.setdefault((layout, count), place)
            self._rows = found
        return self._rows

    def observations(self, leap_seconds: int = 18) -> Table:
        """The observations of all MSM and of 1001 to 1004 and 1009 to 1012, as ``librtcm.observations`` has them."""
        return observations(self.data, leap_seconds)

    def table(self) -> List[Cell]:
        """The observations of all MSM that can be read, a row for each cell: ``pandas.DataFrame(batch.table())``."""
        return list(rows(self.observations()))

    def __eq__(self, other: object) -> bool:
        """Whether another batch is one of the same bytes."""
        return self.data == other.data if isinstance(other, Batch) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.data)

    def __reduce__(self) -> Tuple[Any, ...]:
        """What pickle and copy keep: the bytes, which are read again."""
        return Batch, (self.data,)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Message: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Message, Sequence[Message]]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError("there is no such message")
        return Message(self, _entry.unpack_from(self._entries, place * _entry.size))

    def __iter__(self) -> Iterator[Message]:
        for entry in _entry.iter_unpack(self._entries):
            yield Message(self, entry)


def read(data: bytes) -> Batch:
    """Finds and reads all messages of some bytes, which may hold anything else as well."""
    return Batch(data)
