# SPDX-License-Identifier: Apache-2.0
"""Messages field by field, and frames made of fields."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, replace
from typing import List, Optional, Sequence, Tuple

from . import _library as _c
from ._library import library as _library


def as_bytes(data: object, function: str) -> bytes:
    """Bytes of what holds bytes; TypeError, which says what to do, for anything else."""
    if isinstance(data, bytes):
        return data
    if isinstance(data, (bytearray, memoryview)) or (hasattr(data, "tobytes") and not isinstance(data, str)):
        return memoryview(data).cast("B").tobytes()  # type: ignore[arg-type]
    remedy = (
        "open the file with 'rb', or encode the text" if isinstance(data, str)
        else "pass file.read(), or use RTCMReader(file)" if hasattr(data, "read") or hasattr(data, "recv")
        else "pass the bytes of a stream")
    raise TypeError(f"{function} takes bytes, not {type(data).__name__}; {remedy}")


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

    def __reduce__(self) -> Tuple[object, ...]:
        return _error_again, (str(self), self.status, self.message_type, self.field, self.bit_offset)


def _error_again(text: str, status: int, message_type: int, field: int, bit_offset: int) -> RTCMError:
    return RTCMError(_c.Error(status, message_type, field, bit_offset, text.encode()))


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
    payload = as_bytes(payload, "fields()")
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
        if not 0 <= field.bits < 1 << 64 or not 0 <= field.number < 1 << 16:
            raise ValueError(f"{field.name}: bits are 0 to 2**64 - 1 and a number 0 to 65535; give such")
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


def frame(payload: bytes) -> bytes:
    """A payload, at most 1023 bytes, with preamble, length and CRC around it."""
    payload = as_bytes(payload, "frame()")
    made = ctypes.create_string_buffer(_c.MAXIMUM_FRAME)
    count, error = ctypes.c_size_t(), _c.Error()
    if _library.rtcm_frame_payload(
            payload, len(payload), made, len(made), ctypes.byref(count), ctypes.byref(error)):
        raise RTCMError(error)
    return made.raw[: count.value]


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
