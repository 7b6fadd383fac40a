import GNSSSimulation
import RTCMParser

/// A rover and a base under one synthetic sky, for some seconds.
struct SyntheticPair {
  /// The epochs of both, each made at the same time as the other's of its index.
  var rover, base: [ObservationEpoch]
  /// The ephemerides of all satellites.
  var ephemerides: [RTCMMessage]
  /// The station messages of the base: 1006, 1033 and 1230 among others.
  let announcements: [RTCMMessage]
  /// The true positions.
  let roverPosition, basePosition: ECEFPosition

  /// The station IDs of base and rover.
  static let (baseID, roverID): (UInt16, UInt16) = (2, 1)

  /// Five epochs of four systems, over the time after which integers are searched again.
  static let standard = require("the synthetic stations are possible") { try SyntheticPair() }
  /// The same over the end of a week.
  static let atWeekEnd = require("the synthetic stations are possible") {
    try SyntheticPair(from: GPSTime(week: 2421, secondsOfWeek: 604_777))
  }

  /// Makes epochs, after those in which the stations send their ephemerides.
  ///
  /// - Parameters:
  ///   - systems: The systems.
  ///   - seconds: The times of the epochs.
  ///   - start: The beginning of the epochs in which the ephemerides are sent.
  /// - Throws: An error for stations that are not possible.
  init(
    of systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou],
    at seconds: [Int] = [0, 1, 2, 7, 13],
    from start: GPSTime = GPSTime(week: 2421, secondsOfWeek: 129_600)
  ) throws {
    var station = BaseStationConfiguration()
    (station.systems, station.start, station.elevationMask) = (systems, start.unixTime, 15)
    station.stationID = Self.baseID
    let count = Self.lead + (seconds.max() ?? 0) + 1
    let base = Array(try BaseStationSynthesizer(station).prefix(count))
    basePosition = ECEFPosition(station.position)
    station.stationID = Self.roverID
    station.position = GeodeticPosition(latitude: 45.487, longitude: 9.238, height: 160)
    let rover = Array(try BaseStationSynthesizer(station).prefix(count))
    roverPosition = ECEFPosition(station.position)
    let messages = base.prefix(Self.lead).flatMap(\.announcements)
    ephemerides = messages.filter { Self.ephemerisTypes.contains($0.type) }
    announcements = (base.first?.announcements ?? []).filter {
      !Self.ephemerisTypes.contains($0.type)
    }
    let chosen = Self.chosen(of: base[Self.lead].observations)
    self.base = seconds.map { base[Self.lead + $0].observations.thinned(to: chosen) }
    self.rover = seconds.map { rover[Self.lead + $0].observations.thinned(to: chosen) }
  }

  /// Returns the first satellites of each system: with all of them an input would take too long.
  private static func chosen(of epoch: ObservationEpoch) -> Set<SatelliteID> {
    let seen = Set(epoch.observations.map(\.satellite))
    return Set(
      Constellation.allCases.flatMap { system in
        seen.filter { $0.constellation == system }.sorted().prefix(5)
      })
  }

  /// The time in which each ephemeris is sent once, seconds.
  private static let lead = 20
  private static let ephemerisTypes: Set<UInt16> = [1019, 1020, 1042, 1044, 1045, 1046]
}

extension SyntheticPair {
  /// The frames of the ephemerides, and of base and rover in turn.
  func frames(msmKind: UInt8) throws -> [UInt8] {
    var messages = announcements + ephemerides
    for (own, other) in zip(rover, base) {
      messages += try other.messages(msm: msmKind, stationID: Self.baseID).map { .msm($0) }
      messages += try own.messages(msm: msmKind, stationID: Self.roverID).map { .msm($0) }
    }
    return try messages.flatMap { try $0.frame() }
  }
}

extension ObservationEpoch {
  /// Returns the epoch with some satellites alone, and two signals of each.
  fileprivate func thinned(to satellites: Set<SatelliteID>) -> ObservationEpoch {
    var (thinned, counts) = (self, [SatelliteID: Int]())
    thinned.observations = observations.filter { observation in
      counts[observation.satellite, default: 0] += 1
      return satellites.contains(observation.satellite) && counts[observation.satellite] ?? 0 <= 2
    }
    return thinned
  }
}
