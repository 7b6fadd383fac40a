// The public interface uses positions and times of GNSSBasics.
@_exported public import GNSSBasics
