# SPDX-License-Identifier: Apache-2.0
"""Reads and makes RTCM 3 messages.

>>> import librtcm
>>> for message in librtcm.read(open("base.rtcm3", "rb").read()):
...     print(message.offset, message.type, message.fields())
"""

from importlib import metadata as _metadata

from ._batch import Batch, Message, read
from ._cells import Cell
from ._fields import Field, RTCMError, encode, fields, frame
from ._layout import Layout
from ._make import make
from ._reader import RTCMReader
from ._table import Column, Table, observations

try:
    __version__ = _metadata.version("librtcm")
except _metadata.PackageNotFoundError:  # beside its sources, not installed
    __version__ = "0+unknown"

__all__ = [
    "Batch", "Cell", "Column", "Field", "Layout", "Message", "RTCMError", "RTCMReader", "Table", "__version__", "encode",
    "fields", "frame", "make", "observations", "read",
]
