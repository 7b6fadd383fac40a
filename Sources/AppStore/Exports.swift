// The public interface of a store uses accounts, rows and times.
@_exported public import AppServer
@_exported public import GNSSBasics
