// Positions, times, systems, signals and copies of spans are words of the public interface.
@_exported public import Bytes
@_exported public import GNSSBasics
