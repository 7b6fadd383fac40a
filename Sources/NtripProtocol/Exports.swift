// The public interface uses positions and NMEA sentences.
@_exported public import Bytes
@_exported public import GNSSBasics
@_exported public import NMEA
