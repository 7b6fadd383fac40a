internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser

/// The satellite orbits in a correction stream.
struct StreamOrbits: Sendable {
  /// The ephemeris messages by satellite, the latest last; at most four each.
  private(set) var messages: [SatelliteID: [RTCMMessage]] = [:]
  /// The number of new ephemerides so far.
  private(set) var changes = 0

  private static let mostOfOneSatellite = 4

  /// Adds an ephemeris; a known one changes nothing.
  mutating func insert(_ message: RTCMMessage) {
    guard let satellite = message.orbitingSatellite else { return }
    var known = messages[satellite, default: []]
    guard !known.contains(message) else { return }
    known.append(message)
    messages[satellite] = known.suffix(Self.mostOfOneSatellite)
    changes += 1
  }

  /// Removes the ephemerides that a sky's own satellites broadcast.
  mutating func forget(toldBy sky: Sky, at time: GPSTime) {
    guard !messages.isEmpty else { return }
    messages = messages.compactMapValues { known in
      let others = known.filter { !sky.tells($0, at: time) }
      return others.isEmpty ? nil : others
    }
  }
}

/// The comparison of a correction stream's satellites with those overhead, and the sky that replaces the
/// latter.
///
/// A board's own base has the board's sky. A foreign stream may have another one. The sky then changes to
/// that of the stream, once its ephemerides fit its observations and suffice for a position. Without such
/// ephemerides the shared satellites are unknown. The receiver then keeps its own sky and uses the number of
/// observed satellites.
struct StreamSky: Sendable {
  /// The board time since which the stream's satellites differ from those overhead; `nil` while they agree.
  private var foreignSince: Duration?
  /// The number of ephemerides at the time when a sky was last made.
  private var changes = 0
  private var isGuess = false
  /// The number of the station's satellites that were overhead in the last sky made.
  private var knownOrbits = 0

  /// The time for which ephemerides are collected before a sky is made; base stations send all of them within
  /// it.
  private static let patience = Duration.seconds(30)
  /// The smallest share of a station's satellites that are overhead at a receiver within the station's reach.
  private static let least = 0.6
  /// The number of satellites needed for a position, and their lowest elevation, degrees.
  private static let (fewest, lowest) = (4, 10.0)

  /// Returns a better sky to change to at an epoch; `nil` if there is none.
  mutating func sky(
    after latest: UsableCorrections?, _ orbits: inout StreamOrbits,
    insteadOf own: Sky, _ overhead: [SkyChart.Entry], over place: GeodeticPosition,
    at now: Duration, _ time: GPSTime
  ) -> Sky? {
    guard let latest, !overhead.isEmpty else { return nil }
    if Self.agreement(of: latest, with: overhead) {
      (foreignSince, isGuess) = (nil, false)
      orbits.forget(toldBy: own, at: time)
      return nil
    }
    let since = foreignSince ?? now
    foreignSince = since
    guard now - since >= Self.patience else { return nil }
    isGuess = true
    foreignSince = now
    guard orbits.changes != changes else { return nil }
    changes = orbits.changes
    let sky = Self.sky(of: latest, orbits, at: time)
    var chart = SkyChart(of: sky)
    let entries = chart.entries(above: 0, over: place, at: time)
    knownOrbits = entries.count { latest.observed.contains($0.satellite) }
    let isEnough = entries.count { $0.direction.elevation >= Self.lowest } >= Self.fewest
    guard isEnough, Self.agreement(of: latest, with: entries) else { return nil }
    (foreignSince, isGuess) = (nil, false)
    return sky
  }

  /// Returns the satellites that the station observes and the receiver can use; `nil` without corrections.
  func shared(
    of latest: UsableCorrections?, with satellites: SatellitesInView
  ) -> SharedSatellites? {
    guard let latest else { return nil }
    guard foreignSince == nil else {
      return SharedSatellites(
        min(latest.satellites, satellites.usableCount), isGuess: isGuess, knownOrbits: knownOrbits)
    }
    return SharedSatellites(satellites.usable.count { latest.observed.contains($0.id) })
  }

  /// Returns a sky of the stream's satellites, completed with systems that the stream does not contain.
  private static func sky(
    of latest: UsableCorrections, _ orbits: StreamOrbits, at time: GPSTime
  ) -> Sky {
    let all = Set(Constellation.allCases)
    let told = Sky(
      ephemerides: orbits.messages.values.flatMap { $0 }, sent: time, systems: all, seed: 1)
    let known = Set(told.satelliteIDs.map(\.constellation))
    let observed = all.filter { latest.observed.contains($0) }
    return told.taking(from: .standard, allBut: known.union(observed))
  }

  private static func agreement(
    of latest: UsableCorrections, with overhead: [SkyChart.Entry]
  ) -> Bool {
    let count = overhead.count { latest.observed.contains($0.satellite) }
    return Double(count) >= least * Double(latest.satellites)
  }
}
