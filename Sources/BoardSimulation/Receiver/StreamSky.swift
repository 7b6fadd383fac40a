internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser

/// The orbits of its satellites that a correction stream has told.
struct StreamOrbits: Sendable {
  /// Messages by satellite, the latest last.
  private(set) var messages: [SatelliteID: [RTCMMessage]] = [:]
  /// The number of times that something new has come.
  private(set) var changes = 0

  private static let mostOfOneSatellite = 4

  /// Takes an ephemeris; what is known already changes nothing.
  mutating func insert(_ message: RTCMMessage) {
    guard let satellite = message.orbitingSatellite else { return }
    var known = messages[satellite, default: []]
    guard !known.contains(message) else { return }
    known.append(message)
    messages[satellite] = known.suffix(Self.mostOfOneSatellite)
    changes += 1
  }

  /// Forgets what the satellites of a sky tell themselves.
  mutating func forget(toldBy sky: Sky, at time: GPSTime) {
    guard !messages.isEmpty else { return }
    messages = messages.compactMapValues { known in
      let others = known.filter { !sky.tells($0, at: time) }
      return others.isEmpty ? nil : others
    }
  }
}

/// Whether the satellites of a correction stream are those overhead, and what to fly where they are not.
///
/// A board's own base has the board's sky. A foreign stream has not: then the sky becomes that of the stream, once
/// its ephemerides tell of one that fits what it observes and is enough for a position. Where none is, nobody can say
/// which satellites are shared: then the receiver stays under its own sky, and counts those that are observed.
struct StreamSky: Sendable {
  /// Since when the stream's satellites are not those overhead.
  private var foreignSince: Duration?
  /// The number of ephemerides that had come when the last sky was made.
  private var changes = 0
  private var isGuess = false
  /// Of how many of the station's satellites the last sky that was made had one overhead.
  private var knownOrbits = 0

  /// The time for which ephemerides are collected before a sky is made of them: base stations tell all within
  /// that.
  private static let patience = Duration.seconds(30)
  /// The part of a station's satellites that is overhead at a receiver which it can serve.
  private static let least = 0.6
  /// Satellites for a position, and how high they stand to be used, degrees.
  private static let (fewest, lowest) = (4, 10.0)

  /// The sky to come under at an epoch; `nil` where there is none, or none better.
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

  /// The satellites that the station observes and the receiver can use.
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

  /// The stream's satellites, and those of systems that it does not know.
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
