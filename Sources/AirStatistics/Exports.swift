// The public interface uses times.
@_exported public import GNSSBasics
