public import GNSSBasics
internal import RTCMParser

/// The configuration of a synthetic base station.
public struct BaseStationConfiguration: Sendable {
  /// Reference station ID (DF003), `0...4095`.
  public var stationID: UInt16 = 1
  /// The position of the antenna reference point; the default is near Milan.
  ///
  /// The height is within `-1000...100_000` m.
  public var position = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
  /// The start of the station, Unix time in nanoseconds; the default is 2026-06-01T12:00:00Z.
  ///
  /// The first epoch is the first multiple of `interval` in GPS time at or after the start.
  public var start = UnixTime(seconds: 1_780_315_200)
  /// The time from epoch to epoch, whole milliseconds up to an hour.
  public var interval: Duration = .seconds(1)
  /// The elevation below which no satellite is observed, degrees, `0..<90`.
  public var elevationMask = 5.0
  /// The random seed of the noise, the clock and the whole cycles on the phases.
  public var seed: UInt64 = 1
  /// The constellations whose satellites the station observes.
  public var systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]
  /// The effects on the observations beside geometry.
  package var effects = SkyEffects.all
  /// The sky above the station; when `nil`, this project's satellites with an atmosphere of
  /// the station's seed.
  package var sky: Sky?
  /// The kind of the multiple signal messages, `4...7`; the default is MSM7.
  public var msmKind: UInt8 = 7
  /// The distance in metres by which GLONASS phases are short of the codes, `-300...300`.
  ///
  /// Message 1230 reports the distance in steps of 2 cm. With 0 the phases are aligned, and 1230 says so.
  public var glonassBias = 0.0
  /// Whether the position message has the antenna's height above its marker: 1006, otherwise 1005.
  public var tellsAntennaHeight = true
  /// Whether the antenna message has a serial number: 1008, otherwise 1007.
  public var tellsSerialNumber = true
  /// The interval of the station's position, antenna and receiver (1006, 1008, 1033).
  public var stationInterval: Duration = .seconds(10)
  /// The interval of the GLONASS biases (1230) and of the message announcements (1013).
  public var biasInterval: Duration = .seconds(30)
  /// The interval of each ephemeris (1019, 1020, 1042, 1044, 1045, 1046).
  ///
  /// A new ephemeris is also sent at once.
  public var ephemerisInterval: Duration = .seconds(30)

  /// Creates the configuration of the default station: near Milan, one epoch a second.
  public init() {}
}

/// The error for an impossible configuration of a base station.
public enum BaseStationConfigurationError: Error, Hashable, Sendable {
  /// A station ID of more than twelve bits.
  case stationID(UInt16)
  /// A position outside the allowed latitudes, longitudes and heights.
  case position(GeodeticPosition)
  /// A start before GPS time began, or at or after 2200-01-01.
  case start(UnixTime)
  /// An interval that is not a whole number of milliseconds, not positive, or over an hour.
  case interval(Duration)
  /// A mask outside `0..<90` degrees.
  case elevationMask(Double)
  /// A bias of GLONASS phases that is not a number, or too large for a message.
  case glonassBias(Double)
  /// An unknown kind of multiple signal message, or one without the data that a rover needs.
  case msmKind(UInt8)
}

extension BaseStationConfigurationError: CustomStringConvertible {
  /// The error and the right form, in words.
  public var description: String {
    switch self {
    case .stationID(let id):
      "station ID \(id) does not fit into DF003; use 0 to 4095"
    case .position(let position):
      "latitude \(position.latitude), longitude \(position.longitude), height \(position.height) m is "
        + "no place for a station; use -90 to 90, -180 to 360 and -1000 to 100000 m"
    case .start(let time):
      "start \(time.nanoseconds / 1_000_000_000) s of Unix time is outside 1980 to 2200; use a date within"
    case .interval(let interval):
      "interval \(interval) suits no epochs or messages; use whole milliseconds, 1 ms to an hour"
    case .elevationMask(let mask):
      "elevation mask \(mask) is no elevation; use 0 to less than 90 degrees"
    case .glonassBias(let bias):
      "a bias of \(bias) m of GLONASS phases is none that a message can tell; use -300 to 300 m"
    case .msmKind(let kind):
      "MSM\(kind) has not both pseudoranges and phases whole; use 4 to 7"
    }
  }
}

extension BaseStationConfiguration {
  /// The first epoch of a station and its intervals, in nanoseconds of GPS time.
  struct Schedule: Hashable, Sendable {
    var firstEpoch: GPSTime
    var interval, station, bias, ephemeris: Int64
  }

  /// Checks the whole configuration, and returns the station's schedule.
  func schedule() throws(BaseStationConfigurationError) -> Schedule {
    try checkPlace()
    let interval = try Self.nanoseconds(interval)
    guard start < Self.latestStart, let time = GPSTime(start) else {
      throw .start(start)
    }
    let epochs = (time.nanoseconds + interval - 1) / interval
    return Schedule(
      firstEpoch: GPSTime(nanoseconds: epochs * interval),
      interval: interval,
      station: try Self.nanoseconds(stationInterval),
      bias: try Self.nanoseconds(biasInterval),
      ephemeris: try Self.nanoseconds(ephemerisInterval))
  }

  private func checkPlace() throws(BaseStationConfigurationError) {
    guard stationID <= 4095 else { throw .stationID(stationID) }
    guard (4...7).contains(msmKind) else { throw .msmKind(msmKind) }
    guard (0..<90).contains(elevationMask) else { throw .elevationMask(elevationMask) }
    guard (-300...300).contains(glonassBias) else { throw .glonassBias(glonassBias) }
    guard
      (-90...90).contains(position.latitude), (-180...360).contains(position.longitude),
      (-1000...100_000).contains(position.height)
    else { throw .position(position) }
  }

  private static func nanoseconds(
    _ interval: Duration
  ) throws(BaseStationConfigurationError) -> Int64 {
    guard interval > .zero, interval <= .seconds(3600) else { throw .interval(interval) }
    let nanoseconds = Int64(interval / .nanoseconds(1))
    guard interval == .nanoseconds(nanoseconds), nanoseconds % 1_000_000 == 0 else {
      throw .interval(interval)
    }
    return nanoseconds
  }

  /// 2200-01-01T00:00:00Z: the rest of GPS time in 64 bits is left for the length of a stream.
  private static var latestStart: UnixTime { UnixTime(seconds: 7_258_118_400) }
}
