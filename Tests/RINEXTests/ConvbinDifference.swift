/// An allowed difference of convbin's file from ours; our file never has the fault on its side.
enum ConvbinDifference: String, Hashable {
  /// An epoch that our file lacks.
  case missingEpoch
  /// A value that our file lacks.
  case missingValue
  /// A value that differs by more than a unit of the last digit.
  case otherValue
  /// A slip that only one of the files has.
  case otherSlip
  /// A half-cycle ambiguity that only one of the files has.
  case otherHalfCycle
  /// An epoch that convbin lacks; the last epoch does not count.
  case extraEpoch
  /// A satellite that convbin lacks at an epoch.
  case extraSatellite
  /// A value that convbin lacks, though its type is in convbin's header.
  case extraValue
  /// An ephemeris that convbin moves by whole weeks, for GLONASS by days, to be near the observations.
  case movedEphemeris
}
