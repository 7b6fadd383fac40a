public import GNSSBasics

/// A receiver's position report: one NMEA 0183 GGA sentence.
///
/// NTRIP carries it upstream, where network casters choose or compute their corrections by it.
public struct GGASentence: Hashable, Sendable {
  /// The quality of the position, field 6.
  public enum Quality: UInt8, Hashable, Sendable {
    /// There is no position.
    case invalid = 0
    /// A position without corrections.
    case autonomous = 1
    /// Code-differential corrections or SBAS.
    case differential = 2
    /// An encrypted military signal.
    case precise = 3
    /// Carrier-phase solution with integer ambiguities.
    case rtkFixed = 4
    /// Carrier-phase solution with real-valued ambiguities.
    case rtkFloat = 5
    /// Dead reckoning.
    case estimated = 6
    /// Entered by hand.
    case manual = 7
    /// Made by a simulator.
    case simulated = 8
  }

  /// Time of the position since midnight UTC, to a hundredth of a second; `nil` when not known.
  public var timeOfDay: Duration?
  /// The antenna's position, with the height above the ellipsoid.
  public var position: GeodeticPosition
  /// The quality of the position.
  public var quality: Quality
  /// Satellites used.
  public var satelliteCount: Int
  /// Horizontal dilution of precision; `nil` when not known.
  public var horizontalDilution: Double?
  /// Height of the geoid above the ellipsoid, metres; the sentence's altitude is that above it.
  public var geoidSeparation: Double
  /// Age of the corrections used, seconds; `nil` when there are none.
  public var correctionAge: Double?
  /// Station ID of the corrections used; `nil` when there are none.
  public var stationID: UInt16?

  /// Creates a report; the defaults are those of a receiver with a plain fix.
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
  /// Creates the quality that a sentence has for a fix.
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
