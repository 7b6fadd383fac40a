public import GNSSBasics

/// A reason why a receiver has no usable corrections.
public enum CorrectionProblem: Hashable, Sendable {
  /// No corrections were ever sent to the receiver.
  case nothingReceived
  /// Bytes arrived while RTCM input was switched off (CFG-I2CINPROT-RTCM3X).
  case inputDisabled
  /// Bytes arrived, but no valid RTCM 3 frame among them.
  case noFrames
  /// Frames arrived, but none with observations that the receiver uses (MSM4 to MSM7, 1001 to 1004, 1009
  /// to 1012).
  case noObservations
  /// Frames arrived without usable observations, but with corrections of a kind that other receivers use.
  case unused(UnusedCorrections)
  /// Observations arrived from a station that never sent its position.
  case positionMissing(station: UInt16)
  /// Observations are from one station, the position is from another.
  case stationMismatch(observations: UInt16, position: UInt16)
  /// An epoch with fewer satellites than a position needs.
  case tooFewSatellites(station: UInt16, count: Int)
  /// All epochs that arrive are repeated or older ones.
  case notAdvancing(station: UInt16)
}

/// A complete epoch of a station whose position is known.
public struct UsableCorrections: Hashable, Sendable {
  /// The station ID (DF003).
  public var stationID: UInt16
  /// The antenna reference point of the station.
  public var position: ECEFPosition
  /// The number of satellites with a pseudorange and a phaserange on at least one signal.
  public var satellites: Int
  /// The number of constellations of these satellites.
  public var constellations: Int
  /// Whether all satellites are GLONASS and the phase biases (1230, 1033) are unknown.
  public var lacksGLONASSBiases: Bool
  /// The board time at which the epoch's last message arrived.
  public var arrival: Duration
  /// The observed satellites.
  var observed = InlineSatellites()

  /// Creates an epoch from its station, satellites and arrival time.
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
  /// The last complete, usable epoch; it stays while later epochs cannot be used.
  public var latest: UsableCorrections?
  /// The problem of the last corrections; `nil` if they are usable.
  public var problem: CorrectionProblem?

  /// Creates a status; the default is that of a receiver that was just switched on.
  public init(latest: UsableCorrections? = nil, problem: CorrectionProblem? = .nothingReceived) {
    self.latest = latest
    self.problem = problem
  }
}
