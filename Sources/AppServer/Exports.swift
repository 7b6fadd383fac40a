// The fields of rows are quantities.
@_exported public import Quantities
// The interface of stores uses sums of values.
@_exported public import AirStatistics
