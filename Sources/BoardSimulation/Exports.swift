// Positions and times are part of the public interface.
@_exported public import GNSSBasics
