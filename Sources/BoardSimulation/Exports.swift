// Positions, times and errors in the texts of faults are part of the public interface.
@_exported public import GNSSBasics
@_exported public import TextOutput
