// The requests and responses of the data port are part of this module's interface.
@_exported public import HTTPMessages
// Measurements and readings are values of quantities.
@_exported public import Quantities
