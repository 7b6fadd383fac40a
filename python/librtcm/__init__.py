# SPDX-License-Identifier: Apache-2.0
"""Reads and makes RTCM 3 messages.

>>> import librtcm
>>> for message in librtcm.read(open("base.rtcm3", "rb").read()):
...     print(message.offset, message.type, message.fields())
"""

from ._batch import Batch, Message, read
from ._fields import Field, RTCMError, encode, fields, frame
from ._layout import Layout
from ._make import make

__all__ = ["Batch", "Field", "Layout", "Message", "RTCMError", "encode", "fields", "frame", "make", "read"]
