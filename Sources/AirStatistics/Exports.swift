// Times are words of the public interface.
@_exported public import GNSSBasics
