internal import RTCMParser

/// The sums of a signal: of one satellite, or of a system.
package struct SignalQuality: Hashable, Sendable {
  /// The number of observations.
  var observations = 0
  /// The number of observations with a code and a phase.
  var complete = 0
  /// The number of these from satellites above the mask.
  var completeAboveMask = 0
  /// The number of breaks of the phase that the receiver tells: by lock times, or by indicators of RINEX.
  var toldSlips = 0
  /// The number of jumps of code less phase.
  var multipathSlips = 0
  /// The number of codes that are off for one epoch.
  var outliers = 0
  /// The carrier-to-noise ratios, dB-Hz.
  package internal(set) var ratios = ElevationBins()
  /// The squares of the deviations of multipath, square metres.
  package internal(set) var multipath = ElevationBins()

  static func += (sums: inout SignalQuality, more: SignalQuality) {
    sums.observations += more.observations
    sums.complete += more.complete
    sums.completeAboveMask += more.completeAboveMask
    sums.toldSlips += more.toldSlips
    sums.multipathSlips += more.multipathSlips
    sums.outliers += more.outliers
    sums.ratios += more.ratios
    sums.multipath += more.multipath
  }
}

/// The phase of a signal that is tracked without a break, as far as it is known.
struct SignalArc: Sendable {
  /// The time of the last observation.
  var last: GPSTime
  /// The lock time at that time, milliseconds; `nil` where it is not told.
  var lock: Int?
  /// The signal whose phase takes the ionosphere out of the multipath.
  var partner: RINEXSignalCode?
  var average: MovingAverage
  /// The last value of multipath where it is far from the average; `nil` where it is not.
  var suspect: Double?

  /// Begins the multipath anew.
  mutating func reset() {
    average.reset()
    suspect = nil
  }
}
