// The public interface uses positions and times.
@_exported public import Bytes
@_exported public import GNSSBasics
