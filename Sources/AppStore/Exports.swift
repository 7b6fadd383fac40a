// Where a store is used, what it keeps is used too.
@_exported public import AppServer
@_exported public import GNSSBasics
