/// A way in which convbin's file may be another; what is here is never true of ours.
enum ConvbinDifference: String, Hashable {
  /// An epoch that ours lacks.
  case missingEpoch
  /// A value that ours lacks.
  case missingValue
  /// A value that is more than a digit off.
  case otherValue
  /// A slip that only one of them has.
  case otherSlip
  /// A half-cycle ambiguity that only one of them has.
  case otherHalfCycle
  /// An epoch, but for the last, that convbin lacks.
  case extraEpoch
  /// A satellite that convbin lacks at an epoch.
  case extraSatellite
  /// A value that convbin lacks, of a type in its header.
  case extraValue
  /// An ephemeris that convbin moves by whole weeks, GLONASS by days, to be near the observations.
  case movedEphemeris
}
