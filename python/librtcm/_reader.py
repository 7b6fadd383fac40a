# SPDX-License-Identifier: Apache-2.0
"""Messages of a file, a socket or a serial port, one after the other as they come."""

from __future__ import annotations

from typing import Any, Iterator, Tuple

from . import _library as _c
from ._batch import Batch, Message


class RTCMReader:
    """Reads a stream: a file that is open in binary mode, a socket, or a serial port of pyserial's.

    >>> for frame, message in librtcm.RTCMReader(open("base.rtcm3", "rb")):
    ...     print(message.type)

    As pyrtcm's reader it gives each frame with its message, and ends with the stream or with the time-out of its port.
    """

    def __init__(self, stream: Any) -> None:
        if not (hasattr(stream, "read") or hasattr(stream, "recv")):
            raise TypeError(
                f"RTCMReader() takes a file, a socket or a serial port, not {type(stream).__name__}; "
                "read() takes bytes")
        self._stream = stream
        self._rest = b""

    def __iter__(self) -> Iterator[Tuple[bytes, Message]]:
        while True:
            piece = self._piece()
            if isinstance(piece, str):
                raise TypeError("the stream gives text; open the file with 'rb'")
            batch = Batch(self._rest + piece)
            # A frame that is not whole yet is among the last bytes, unless the stream is over.
            end, size = 0, len(batch.data)
            for message in batch:
                frame = message.frame
                end = message.offset + len(frame)
                yield frame, message
            if not piece:
                return
            self._rest = batch.data[max(end, size - _c.MAXIMUM_FRAME + 1) :]

    def _piece(self) -> Any:
        """What has come; no bytes at the end."""
        stream = self._stream
        if hasattr(stream, "recv"):
            return stream.recv(4096)
        if hasattr(stream, "in_waiting"):
            return stream.read(max(1, min(stream.in_waiting, 4096)))
        if hasattr(stream, "read1"):
            return stream.read1(65536)
        return stream.read(65536)
