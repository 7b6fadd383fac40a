# SPDX-License-Identifier: Apache-2.0
"""The library's functions and structs, as rtcm.h has them."""

from __future__ import annotations

import ctypes
import pathlib
import sys
from typing import Any, Callable
from ctypes import POINTER, c_char, c_char_p, c_double, c_int16, c_int32, c_int64, c_size_t, c_uint8
from ctypes import c_bool, c_uint16, c_uint32, c_uint64, c_void_p, py_object

ABI_VERSION = 2
NUMBER, TEXT, TRAILING, PAYLOAD = range(4)
FROM_BITS, FROM_INTEGER, FROM_VALUE = range(3)
WRONG_ITEM, MISSING_ITEM = 5, 6
HAS_TEXT = 2
MAXIMUM_FRAME = 1029


class Error(ctypes.Structure):
    _fields_ = [("status", c_int32), ("message_type", c_uint16), ("field", c_uint16),
                ("bit_offset", c_uint32), ("text", c_char * 244)]


class Item(ctypes.Structure):
    _fields_ = [("bits", c_uint64), ("integer", c_int64), ("value", c_double),
                ("steps_per_unit", c_double), ("step_multiple", c_double), ("name", c_char_p),
                ("unit", c_char_p), ("group", c_char_p), ("bytes", c_void_p), ("byte_count", c_uint32),
                ("number", c_uint16), ("index", c_uint16 * 2), ("satellite", c_uint8),
                ("signal", c_uint8), ("kind", c_uint8), ("bit_count", c_uint8),
                ("is_available", c_uint8), ("is_utf8", c_uint8), ("from_", c_uint8)]


class MSMHeader(ctypes.Structure):
    _fields_ = [("satellite_mask", c_uint64), ("cell_mask", c_uint64), ("signal_mask", c_uint32),
                ("epoch", c_uint32), ("type", c_uint16), ("station_id", c_uint16)] + [
        (name, c_uint8) for name in (
            "system", "kind", "glonass_day_of_week", "is_more_to_follow", "iods", "clock_steering",
            "external_clock", "has_divergence_free_smoothing", "smoothing_interval",
            "satellite_count", "cell_count", "reserved")]


class MSMSatellite(ctypes.Structure):
    _fields_ = [("rough_range", c_double), ("rough_range_milliseconds", c_int16),
                ("rough_range_modulo", c_int16), ("rough_phaserange_rate", c_int16),
                ("id", c_uint8), ("extended_information", c_uint8)]


class MSMCell(ctypes.Structure):
    _fields_ = [("pseudorange", c_double), ("phaserange", c_double), ("phaserange_rate", c_double),
                ("cnr", c_double), ("lock_time", c_int32), ("fine_pseudorange", c_int32),
                ("fine_phaserange", c_int32), ("fine_phaserange_rate", c_int16),
                ("raw_cnr", c_int16), ("lock_time_indicator", c_uint16), ("satellite", c_uint8),
                ("signal", c_uint8), ("has_half_cycle_ambiguity", c_uint8), ("code", c_char * 3)]


class BatchStruct(ctypes.Structure):
    _fields_ = [("messages", c_void_p), ("values", c_void_p), ("integers", c_void_p),
                ("message_count", c_size_t), ("item_count", c_size_t)]


class Observations(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in (
        "offset", "time", "epoch", "type", "station", "satellite", "signal", "pseudorange", "phaserange",
        "phaserange_rate", "phase", "doppler", "cnr", "carrier_frequency", "lock_time", "half_cycle")
    ] + [("row_count", c_size_t)]


class ObjectFunctions(ctypes.Structure):
    _fields_ = [(name, c_void_p) for name in ("of_double", "of_integer", "set", "release")]


class ObjectPlan(ctypes.Structure):
    _fields_ = [("functions", POINTER(ObjectFunctions)), ("keys", c_void_p), ("steps", c_void_p),
                ("values", c_void_p), ("integers", c_void_p), ("count", c_size_t)]


Visitor = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Item))
_NAME = "librtcm.dylib" if sys.platform == "darwin" else "librtcm.so"
_PATH = str(pathlib.Path(__file__).with_name(_NAME))


def _load() -> ctypes.CDLL:
    library = ctypes.CDLL(_PATH)
    library.rtcm_abi_version.restype = c_uint32
    version = library.rtcm_abi_version()
    if version != ABI_VERSION:
        raise ImportError(
            f"{_NAME} has version {version} of its interface, the package needs {ABI_VERSION}; install the package again")
    library.rtcm_visit.argtypes = [c_char_p, c_size_t, Visitor, c_void_p, POINTER(Error)]
    library.rtcm_encode.argtypes = [POINTER(Item), c_size_t, c_char_p, c_size_t, POINTER(c_size_t),
                                    POINTER(Error)]
    library.rtcm_frame_payload.argtypes = [c_char_p, c_size_t, c_char_p, c_size_t, POINTER(c_size_t),
                                           POINTER(Error)]
    library.rtcm_read_msm.argtypes = [c_char_p, c_size_t, POINTER(MSMHeader), POINTER(MSMSatellite),
                                      POINTER(MSMCell), POINTER(Error)]
    library.rtcm_batch_create.argtypes = [c_char_p, c_size_t]
    library.rtcm_batch_create.restype = POINTER(BatchStruct)
    library.rtcm_batch_destroy.argtypes = [POINTER(BatchStruct)]
    library.rtcm_batch_destroy.restype = None
    library.rtcm_batch_columns.argtypes = [POINTER(BatchStruct), c_uint16, c_uint64, c_uint32, c_void_p, c_void_p,
                                           c_size_t]
    library.rtcm_batch_columns.restype = None
    library.rtcm_observations_create.argtypes = [c_char_p, c_size_t, c_int32]
    library.rtcm_observations_create.restype = POINTER(Observations)
    library.rtcm_observations_destroy.argtypes = [POINTER(Observations)]
    library.rtcm_observations_destroy.restype = None
    return library


def _object_functions() -> ObjectFunctions:
    """The interpreter's functions, all of its stable interface, so that one library does for all versions."""
    if sys.implementation.name != "cpython":
        raise ImportError(f"librtcm needs CPython, and this is {sys.implementation.name}")
    return ObjectFunctions(*(
        ctypes.cast(getattr(ctypes.pythonapi, name), c_void_p)
        for name in ("PyFloat_FromDouble", "PyLong_FromLongLong", "PyDict_SetItem", "Py_DecRef")))


class Memory:
    """Keeps what the library made as long as anything looks into it."""

    def __init__(self, made: Any, destroy: Callable[[Any], None]) -> None:
        self.made = made
        self._destroy = destroy
        if not made:
            raise MemoryError("the bytes are more than 4 GB; read them in pieces")

    def view(self, kind: Any, address: int, count: int) -> Any:
        """An array in that memory."""
        array = (kind * count).from_address(address)
        array.memory = self
        return array

    def __del__(self) -> None:
        if self.made:
            self._destroy(self.made)


library = _load()
object_functions = _object_functions()
# It makes objects, so that the call has to keep the interpreter's lock.
set_objects = ctypes.PyDLL(_PATH).rtcm_set_objects
set_objects.argtypes = [c_void_p, py_object, c_void_p, c_void_p]
set_objects.restype = c_bool
