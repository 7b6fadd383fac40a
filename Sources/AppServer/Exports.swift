// The fields of rows are quantities.
@_exported public import Quantities
