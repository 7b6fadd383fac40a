public import GNSSBasics

/// An NMEA 0183 GGA sentence: a receiver's position report.
///
/// NTRIP clients send GGA sentences to the caster. Network casters choose or compute the
/// corrections for that position.
public struct GGASentence: Hashable, Sendable {
  /// The quality of the position, field 6.
  public enum Quality: UInt8, Hashable, Sendable {
    /// No position.
    case invalid = 0
    /// A position computed without corrections.
    case autonomous = 1
    /// A position computed with code-differential corrections or SBAS.
    case differential = 2
    /// A position computed from an encrypted military signal.
    case precise = 3
    /// A carrier-phase solution with integer ambiguities.
    case rtkFixed = 4
    /// A carrier-phase solution with real-valued ambiguities.
    case rtkFloat = 5
    /// A dead-reckoning position.
    case estimated = 6
    /// A position entered by hand.
    case manual = 7
    /// A simulated position.
    case simulated = 8
  }

  /// The time of the position since midnight UTC, with a resolution of 0.01 s; `nil` when unknown.
  public var timeOfDay: Duration?
  /// The antenna's position, with the height above the ellipsoid in metres.
  public var position: GeodeticPosition
  /// The quality of the position.
  public var quality: Quality
  /// The number of satellites used; encoded as at most 99.
  public var satelliteCount: Int
  /// The horizontal dilution of precision; `nil` when unknown.
  public var horizontalDilution: Double?
  /// The height of the geoid above the ellipsoid in metres; the sentence's altitude is above the geoid.
  public var geoidSeparation: Double
  /// The age of the corrections used, in seconds; `nil` without corrections.
  public var correctionAge: Double?
  /// The station ID of the corrections used; `nil` without corrections.
  public var stationID: UInt16?

  /// Creates a report; the defaults describe a receiver with an autonomous fix.
  public init(
    position: GeodeticPosition, timeOfDay: Duration? = nil, quality: Quality = .autonomous,
    satelliteCount: Int = 12, horizontalDilution: Double? = 1, geoidSeparation: Double = 0,
    correctionAge: Double? = nil, stationID: UInt16? = nil
  ) {
    self.timeOfDay = timeOfDay
    self.position = position
    self.quality = quality
    self.satelliteCount = satelliteCount
    self.horizontalDilution = horizontalDilution
    self.geoidSeparation = geoidSeparation
    self.correctionAge = correctionAge
    self.stationID = stationID
  }
}

extension GGASentence.Quality {
  /// Creates the GGA quality for a type of fix.
  public init(_ fix: GNSSFix) {
    self =
      switch fix {
      case .none: .invalid
      case .threeD: .autonomous
      case .dgnss: .differential
      case .rtkFloat: .rtkFloat
      case .rtkFixed: .rtkFixed
      }
  }
}
