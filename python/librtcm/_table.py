# SPDX-License-Identifier: Apache-2.0
"""Tables of columns, for numpy and pandas: the memory is the library's, and neither of them is needed."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union, overload

from . import _library as _c
from ._fields import as_bytes
from ._library import library as _library

Value = Union[int, float, bool, str]

_UTF32 = "utf-32-le" if sys.byteorder == "little" else "utf-32-be"


class Column(Sequence[Value]):
    """A column of a table: numbers, or short texts. It cannot be changed.

    ``numpy.asarray(column)`` is an array on the same memory. Texts become an array of numpy's ``U`` kind.
    """

    __slots__ = ("view", "width")

    view: "memoryview[Any]"
    """The memory; of a text ``width`` characters a row, in UTF-32, filled up with zeros."""
    width: int
    """The most characters of a text; 0 for a column of numbers."""

    def __init__(self, view: "memoryview[Any]", width: int = 0) -> None:
        self.view = view
        self.width = width

    @classmethod
    def of_texts(cls, texts: Sequence[str]) -> "Column":
        """A column of texts."""
        width = max(map(len, texts), default=0) or 1
        data = "".join(text.ljust(width, "\0") for text in texts).encode(_UTF32)
        return cls(memoryview(data).cast("I") if data else memoryview(bytearray(0)), width)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy  # type: ignore[import-not-found, unused-ignore]

        array = numpy.asarray(self.view)
        if self.width:
            array = numpy.ndarray((len(self),), f"U{self.width}", array)
        if dtype is not None and dtype != array.dtype:
            return array.astype(dtype)
        return array.copy() if copy else array

    def _categories(self) -> Any:
        """The texts as a Categorical of pandas, its categories in alphabetical order."""
        import numpy  # type: ignore[import-not-found, unused-ignore]
        import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

        if self.width > 3:
            return pandas.Categorical(self.tolist())
        # A character has at most 21 bits, and integers are told apart much faster than texts.
        characters = numpy.asarray(self.view).reshape(-1, self.width)
        keys = characters[:, 0].astype("u8")
        for place in range(1, self.width):
            keys <<= numpy.uint64(21)
            keys |= characters[:, place]
        codes, first = pandas.factorize(keys, sort=True)
        texts = [
            "".join(chr(int(key) >> 21 * place & 0x1FFFFF) for place in reversed(range(self.width))).rstrip("\0")
            for key in first]
        return pandas.Categorical.from_codes(codes, texts)

    def tolist(self) -> List[Any]:
        """Its values as Python's integers, floats, truths or strings."""
        if not self.width:
            return self.view.tolist()
        text, width = self.view.tobytes().decode(_UTF32), self.width
        return [text[at : at + width].rstrip("\0") for at in range(0, len(text), width)]

    def __len__(self) -> int:
        return len(self.view) // self.width if self.width else len(self.view)

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> List[Value]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Value, List[Value]]:
        if isinstance(index, slice):
            return self.tolist()[index]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError("there is no such row")
        if not self.width:
            value: Value = self.view[place]
            return value
        return self.view[place * self.width : (place + 1) * self.width].tobytes().decode(_UTF32).rstrip("\0")

    def __iter__(self) -> Iterator[Value]:
        return iter(self.tolist())

    def __repr__(self) -> str:
        return f"<column of {len(self)} rows>"


class Table(Dict[str, Column]):
    """Columns of equal length by name: ``pandas.DataFrame(table)``, ``numpy.asarray(table["cnr"])``."""

    def numpy(self) -> Dict[str, Any]:
        """The columns as arrays of numpy."""
        return {name: column.__array__() for name, column in self.items()}

    def pandas(self) -> Any:
        """A DataFrame on the table's memory, which cannot be written to, with texts as categories.

        ``pandas.DataFrame(table)`` is a copy, with texts as strings, and takes three times as long.
        """
        import pandas  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return pandas.DataFrame(
            {name: column._categories() if column.width else column.__array__() for name, column in self.items()},
            copy=False)

    def __repr__(self) -> str:
        rows = len(next(iter(self.values()), ()))
        return f"<table of {rows} rows: {', '.join(self)}>"


_COLUMNS: Tuple[Tuple[str, Any, Any, int], ...] = (
    ("offset", ctypes.c_uint64, "Q", 0), ("type", ctypes.c_uint16, "H", 0), ("station", ctypes.c_uint16, "H", 0),
    ("epoch", ctypes.c_uint32, "I", 0), ("time", ctypes.c_double, "d", 0), ("satellite", ctypes.c_uint32, "I", 3),
    ("signal", ctypes.c_uint32, "I", 2),
    *((name, ctypes.c_double, "d", 0) for name in (
        "pseudorange", "phaserange", "phaserange_rate", "phase", "doppler", "cnr", "carrier_frequency", "lock_time")),
    ("half_cycle", ctypes.c_bool, "?", 0))


def observations(data: bytes, leap_seconds: int = 18) -> Table:
    """The observations of some bytes: a row for each signal of a satellite in each MSM and each of 1001 to 1004 and
    1009 to 1012 that can be read, in the order of the stream.

    ``offset`` is the place of the frame, ``type`` DF002, ``station`` DF003, ``epoch`` the message's own, ``time`` the GPS
    time of week in seconds, ``satellite`` and ``signal`` RINEX names such as ``G05`` and ``1C`` (the number of the signal's
    bit where there is no code). ``pseudorange`` and ``phaserange`` are in metres, ``phaserange_rate`` in metres per second,
    ``phase`` in cycles, ``doppler`` and ``carrier_frequency`` in hertz, ``cnr`` in dB-Hz, ``lock_time`` in milliseconds at
    least, and ``half_cycle`` tells whether half a cycle of the phase is open. What is not available is NaN.

    ``leap_seconds`` is GPS time less UTC, 18 since 2017, which the time of GLONASS needs.
    """
    data = as_bytes(data, "observations()")
    memory = _c.Memory(
        _library.rtcm_observations_create(data, len(data), leap_seconds), _library.rtcm_observations_destroy)
    made = memory.made.contents
    table = Table()
    for name, kind, format, width in _COLUMNS:
        values = memoryview(memory.view(kind, getattr(made, name), made.row_count * (width or 1)))
        table[name] = Column(values.cast("B").cast(format).toreadonly(), width)
    return table
