internal import Bytes
public import GNSSBasics

// Sentences that receivers send besides GGA. An empty, missing or non-numeric field is `nil`, never 0.

/// An RMC sentence, the recommended minimum: time, date, position and motion.
public struct RMCSentence: Hashable, Sendable {
  /// The time since midnight UTC.
  public var timeOfDay: Duration?
  /// The UTC date.
  public var date: CivilDate?
  /// Whether the receiver reports its position as valid.
  public var isValid: Bool
  /// The latitude and the longitude in degrees, north and east positive.
  public var latitude: Double?, longitude: Double?
  /// The speed over ground in knots.
  public var speedKnots: Double?
  /// The course over ground in degrees from true north.
  public var course: Double?

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
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

/// A GLL sentence: position and time.
public struct GLLSentence: Hashable, Sendable {
  /// The latitude and the longitude in degrees, north and east positive.
  public var latitude: Double?, longitude: Double?
  /// The time since midnight UTC.
  public var timeOfDay: Duration?
  /// Whether the receiver reports its position as valid.
  public var isValid: Bool

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GLL") else { return nil }
    latitude = sentence.latitude(at: 1)
    longitude = sentence.longitude(at: 3)
    timeOfDay = sentence.timeOfDay(at: 5)
    isValid = sentence.isLetter("A", at: 6)
  }
}

/// A VTG sentence: course and speed over ground.
public struct VTGSentence: Hashable, Sendable {
  /// The course over ground in degrees from true north.
  public var course: Double?
  /// The speed over ground in knots.
  public var speedKnots: Double?

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "VTG") else { return nil }
    course = sentence.number(at: 1)
    speedKnots = sentence.number(at: 5)
  }
}

/// A GSA sentence: the satellites used and the dilutions of precision.
///
/// A receiver of several satellite systems sends one GSA sentence per system.
public struct GSASentence: Hashable, Sendable {
  /// The kind of fix: 1 no fix, 2 two-dimensional, 3 three-dimensional.
  public var dimensions: Int?
  /// The numbers of the satellites used.
  public var satellites: [Int]
  /// The position, horizontal and vertical dilutions of precision.
  public var positionDilution: Double?, horizontalDilution: Double?, verticalDilution: Double?

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GSA") else { return nil }
    dimensions = sentence.integer(at: 2)
    satellites = (3..<15).compactMap { sentence.integer(at: $0) }
    positionDilution = sentence.number(at: 15)
    horizontalDilution = sentence.number(at: 16)
    verticalDilution = sentence.number(at: 17)
  }
}

/// A GSV sentence: up to four satellites in view.
public struct GSVSentence: Hashable, Sendable {
  /// A satellite in view.
  public struct Satellite: Hashable, Sendable {
    /// The satellite's number within its system.
    public var number: Int
    /// The elevation above the horizon and the azimuth from north, in degrees.
    public var elevation: Int?, azimuth: Int?
    /// The carrier-to-noise density in dB-Hz; `nil` while the satellite is not tracked.
    public var carrierToNoise: Int?
  }

  /// The number of GSV sentences of this system and signal, and the number of this sentence, from 1.
  public var sentenceCount: Int?, sentenceNumber: Int?
  /// The number of satellites in view, over all sentences of this system and signal.
  public var satellitesInView: Int?
  /// The satellites listed in this sentence.
  public var satellites: [Satellite]

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
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

/// A GST sentence: the error statistics of a position.
public struct GSTSentence: Hashable, Sendable {
  /// The time since midnight UTC.
  public var timeOfDay: Duration?
  /// The standard deviations of latitude, longitude and altitude in metres.
  public var latitude: Double?, longitude: Double?, altitude: Double?

  /// Creates the sentence from its fields; `nil` when the sentence is of another type.
  public init?(_ sentence: NMEASentence) {
    guard sentence.isOf(type: "GST") else { return nil }
    timeOfDay = sentence.timeOfDay(at: 1)
    latitude = sentence.number(at: 6)
    longitude = sentence.number(at: 7)
    altitude = sentence.number(at: 8)
  }
}

extension NMEASentence {
  /// Returns a field `ddmmyy` as a date in the years 1980 to 2079; `nil` when the field is not a date.
  public func date(at index: Int) -> CivilDate? {
    guard text(at: index).map({ $0.utf8.count }) == 6, let digits = integer(at: index) else {
      return nil
    }
    let year = digits % 100
    return CivilDate(
      year: year + (year < 80 ? 2000 : 1900), month: digits / 100 % 100, day: digits / 10_000)
  }
}
