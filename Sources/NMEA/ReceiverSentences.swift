internal import Bytes
public import GNSSBasics

// What receivers send besides GGA. A field that is empty, missing or no number is `nil`, never 0.

/// Recommended minimum: time, date, position and motion (RMC).
public struct RMCSentence: Hashable, Sendable {
  /// Time since midnight UTC.
  public var timeOfDay: Duration?
  /// The date, UTC.
  public var date: CivilDate?
  /// Whether the receiver calls its position valid.
  public var isValid: Bool
  /// Degrees, north and east positive.
  public var latitude: Double?, longitude: Double?
  /// Speed over ground, knots.
  public var speedKnots: Double?
  /// Course over ground, degrees from true north.
  public var course: Double?

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "RMC") else { return nil }
    timeOfDay = sentence.timeOfDay(at: 1)
    date = sentence.date(at: 9)
    isValid = sentence.isLetter("A", at: 2)
    latitude = sentence.latitude(at: 3)
    longitude = sentence.longitude(at: 5)
    speedKnots = sentence.number(at: 7)
    course = sentence.number(at: 8)
  }
}

/// Position alone (GLL).
public struct GLLSentence: Hashable, Sendable {
  /// Degrees, north and east positive.
  public var latitude: Double?, longitude: Double?
  /// Time since midnight UTC.
  public var timeOfDay: Duration?
  /// Whether the receiver calls its position valid.
  public var isValid: Bool

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GLL") else { return nil }
    latitude = sentence.latitude(at: 1)
    longitude = sentence.longitude(at: 3)
    timeOfDay = sentence.timeOfDay(at: 5)
    isValid = sentence.isLetter("A", at: 6)
  }
}

/// Course and speed over ground (VTG).
public struct VTGSentence: Hashable, Sendable {
  /// Degrees from true north.
  public var course: Double?
  /// Knots.
  public var speedKnots: Double?

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "VTG") else { return nil }
    course = sentence.number(at: 1)
    speedKnots = sentence.number(at: 5)
  }
}

/// Satellites used and dilutions of precision (GSA); receivers of several systems send one for each.
public struct GSASentence: Hashable, Sendable {
  /// 1 without a fix, 2 without a height of its own, 3 with one.
  public var dimensions: Int?
  /// Numbers of the satellites used.
  public var satellites: [Int]
  /// Dilutions of precision.
  public var positionDilution: Double?, horizontalDilution: Double?, verticalDilution: Double?

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GSA") else { return nil }
    dimensions = sentence.integer(at: 2)
    satellites = (3..<15).compactMap { sentence.integer(at: $0) }
    positionDilution = sentence.number(at: 15)
    horizontalDilution = sentence.number(at: 16)
    verticalDilution = sentence.number(at: 17)
  }
}

/// Satellites in view, up to four to a sentence (GSV).
public struct GSVSentence: Hashable, Sendable {
  /// A satellite in view.
  public struct Satellite: Hashable, Sendable {
    /// Its number in its system.
    public var number: Int
    /// Degrees above the horizon, and from north.
    public var elevation: Int?, azimuth: Int?
    /// Carrier to noise density, dB-Hz; `nil` while it is not tracked.
    public var carrierToNoise: Int?
  }

  /// The number of sentences of this system and signal, and the number of this one, from 1.
  public var sentenceCount: Int?, sentenceNumber: Int?
  /// Satellites in view in all of them.
  public var satellitesInView: Int?
  /// The satellites of this sentence.
  public var satellites: [Satellite]

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GSV") else { return nil }
    sentenceCount = sentence.integer(at: 1)
    sentenceNumber = sentence.integer(at: 2)
    satellitesInView = sentence.integer(at: 3)
    satellites = stride(from: 4, to: min(sentence.count, 20) - 3, by: 4).compactMap { index in
      sentence.integer(at: index).map { number in
        Satellite(
          number: number, elevation: sentence.integer(at: index + 1),
          azimuth: sentence.integer(at: index + 2), carrierToNoise: sentence.integer(at: index + 3))
      }
    }
  }
}

/// Error statistics of a position (GST), standard deviations in metres.
public struct GSTSentence: Hashable, Sendable {
  /// Time since midnight UTC.
  public var timeOfDay: Duration?
  /// Of latitude, longitude and altitude.
  public var latitude: Double?, longitude: Double?, altitude: Double?

  /// Reads the fields; `nil` for a sentence of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GST") else { return nil }
    timeOfDay = sentence.timeOfDay(at: 1)
    latitude = sentence.number(at: 6)
    longitude = sentence.number(at: 7)
    altitude = sentence.number(at: 8)
  }
}

extension NMEASentence {
  /// A date, `ddmmyy` with years from 1980 to 2079; `nil` for anything else.
  public func date(at index: Int) -> CivilDate? {
    guard text(at: index).map({ $0.utf8.count }) == 6, let digits = integer(at: index) else {
      return nil
    }
    let year = digits % 100
    return CivilDate(
      year: year + (year < 80 ? 2000 : 1900), month: digits / 100 % 100, day: digits / 10_000)
  }
}
