public import GNSSBasics
internal import RTCMParser

/// The configuration of a synthetic base station.
public struct BaseStationConfiguration: Sendable {
  /// Reference station ID (DF003), `0...4095`.
  public var stationID: UInt16 = 1
  /// The antenna reference point, near Milan unless told.
  ///
  /// Its height is within `-1000...100_000` m.
  public var position = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
  /// When the station starts, Unix time in nanoseconds; 2026-06-01T12:00:00Z unless told.
  ///
  /// The first epoch is the first multiple of `interval` in GPS time that is not before it.
  public var start = UnixTime(seconds: 1_780_315_200)
  /// Time from epoch to epoch, whole milliseconds up to an hour.
  public var interval: Duration = .seconds(1)
  /// Elevation below which no satellite is observed, degrees, `0..<90`.
  public var elevationMask = 5.0
  /// From which its noise, its clock and the whole cycles on its phases are drawn.
  public var seed: UInt64 = 1
  /// Whose satellites it observes.
  public var systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]
  /// The effects on its observations beside geometry.
  package var effects = SkyEffects.all
  /// The sky above it; `nil` is the sky of this project's satellites with an atmosphere of the station's
  /// seed.
  package var sky: Sky?
  /// The kind of its observation messages, `4...7`: MSM7 unless told.
  public var msmKind: UInt8 = 7
  /// By how many metres its GLONASS phases are short of its codes, `-300...300`, which 1230 tells in steps of 2 cm.
  ///
  /// With 0 they are aligned, and 1230 says so.
  public var glonassBias = 0.0
  /// Whether its place is told with the antenna's height above its marker, by 1006, or by 1005.
  public var tellsAntennaHeight = true
  /// Whether its antenna is told with a serial number, by 1008, or by 1007.
  public var tellsSerialNumber = true
  /// The interval of the station's position, antenna and receiver (1006, 1008, 1033).
  public var stationInterval: Duration = .seconds(10)
  /// The interval of the GLONASS biases (1230) and of the announced messages and intervals (1013).
  public var biasInterval: Duration = .seconds(30)
  /// The interval of each ephemeris (1019, 1020, 1042, 1044, 1045, 1046), which is also sent at once when it
  /// is new.
  public var ephemerisInterval: Duration = .seconds(30)

  /// Creates the configuration of the default station: near Milan, once a second.
  public init() {}
}

/// An impossible configuration of a base station.
public enum BaseStationConfigurationError: Error, Hashable, Sendable {
  /// The station ID has more than twelve bits.
  case stationID(UInt16)
  /// The position is no place on the Earth's surface or near above it.
  case position(GeodeticPosition)
  /// The start is before GPS time began or after the year 2200.
  case start(UnixTime)
  /// An interval is not a whole number of milliseconds, not positive, or over an hour.
  case interval(Duration)
  /// The mask is not an elevation.
  case elevationMask(Double)
  /// A bias of GLONASS phases is not a number, or leaves them too far from codes for a message.
  case glonassBias(Double)
  /// There is no such kind of multiple signal message, or not all that a rover needs.
  case msmKind(UInt8)
}

extension BaseStationConfigurationError: CustomStringConvertible {
  /// The fault, and the right form.
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
  /// The times of a station, in the nanoseconds of GPS time.
  struct Schedule: Hashable, Sendable {
    var firstEpoch: GPSTime
    var interval, station, bias, ephemeris: Int64
  }

  /// The times of the station, once the whole configuration makes sense.
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

  /// 2200-01-01T00:00:00Z: what remains to the end of GPS time in 64 bits is a stream's length.
  private static var latestStart: UnixTime { UnixTime(seconds: 7_258_118_400) }
}
