public import GNSSBasics

/// A problem of corrections that arrive, or do not, and cannot be used.
public enum CorrectionProblem: Hashable, Sendable {
  /// Nothing was ever sent to the receiver.
  case nothingReceived
  /// Bytes arrived while RTCM input was switched off (CFG-I2CINPROT-RTCM3X).
  case inputDisabled
  /// Bytes arrived, but no valid RTCM 3 frame among them.
  case noFrames
  /// Frames arrived, but none with observations that the receiver uses (MSM4 to MSM7, 1001 to 1004, 1009
  /// to 1012).
  case noObservations
  /// The same, but with corrections of a kind that other receivers use.
  case unused(UnusedCorrections)
  /// Observations of a station that never said where it is.
  case positionMissing(station: UInt16)
  /// Observations of one station, the position of another.
  case stationMismatch(observations: UInt16, position: UInt16)
  /// An epoch with fewer satellites than a position needs.
  case tooFewSatellites(station: UInt16, count: Int)
  /// Only epochs that were used before, or older ones, arrive.
  case notAdvancing(station: UInt16)
}

/// A complete epoch of a station whose position is known.
public struct UsableCorrections: Hashable, Sendable {
  /// DF003 of the station.
  public var stationID: UInt16
  /// Antenna reference point of the station.
  public var position: ECEFPosition
  /// Satellites with a pseudorange and a phaserange on at least one signal.
  public var satellites: Int
  /// Constellations that these satellites belong to.
  public var constellations: Int
  /// Whether only GLONASS is there and its phase biases (1230, 1033) are unknown.
  public var lacksGLONASSBiases: Bool
  /// Board time at which the last message of the epoch arrived.
  public var arrival: Duration
  /// The observed satellites.
  var observed = InlineSatellites()

  /// Creates an epoch from its parts.
  public init(
    stationID: UInt16, position: ECEFPosition, satellites: Int, constellations: Int,
    lacksGLONASSBiases: Bool, arrival: Duration
  ) {
    self.stationID = stationID
    self.position = position
    self.satellites = satellites
    self.constellations = constellations
    self.lacksGLONASSBiases = lacksGLONASSBiases
    self.arrival = arrival
  }
}

/// The status of a receiver's corrections at one moment.
public struct CorrectionStatus: Hashable, Sendable {
  /// The last complete epoch that could be used; it stays while later ones cannot.
  public var latest: UsableCorrections?
  /// The problem of the last corrections; `nil` when they could be used.
  public var problem: CorrectionProblem?

  /// Creates a status, by default that of a receiver just switched on.
  public init(latest: UsableCorrections? = nil, problem: CorrectionProblem? = .nothingReceived) {
    self.latest = latest
    self.problem = problem
  }
}
