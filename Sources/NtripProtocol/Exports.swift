// The public interface uses positions, NMEA sentences and errors in the texts of faults.
@_exported public import Bytes
@_exported public import GNSSBasics
@_exported public import NMEA
@_exported public import TextOutput
