// Positions and times are words of the public interface.
@_exported public import Bytes
@_exported public import GNSSBasics
