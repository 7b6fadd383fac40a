// The public interface uses positions, times, constellations and signals of GNSSBasics and spans of Bytes.
@_exported public import Bytes
@_exported public import GNSSBasics
