// Positions and the sentences that report them are words of the public interface.
@_exported public import Bytes
@_exported public import GNSSBasics
@_exported public import NMEA
