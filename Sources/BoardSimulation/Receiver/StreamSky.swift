internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser
internal import SatelliteOrbits

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
  /// Whether the receiver solves: it needs the orbits of the satellites, not their number, and gets those that are
  /// told later.
  var solves = false
  /// Whether a station that observes the satellites overhead has the receiver's own sky, with its atmosphere too.
  var hearsOwnBase = true
  /// Whether a sky was made from the stream, and the board time of the last one.
  private var isAdopted = false
  private var made = Duration.zero
  /// The board time of the last look for orbits that the sky lacks.
  private var looked = Duration.zero

  /// The time for which ephemerides are collected before a sky is made; base stations send all of them within
  /// it.
  private static let patience = Duration.seconds(30)
  /// The time between two further attempts of a receiver that solves.
  private static let interval = Duration.seconds(5)
  /// The time after which a sky is made anew with the orbits that have been renewed.
  private static let renewal = Duration.seconds(900)
  /// The smallest share of a station's satellites that are overhead at a receiver within the station's reach.
  private static let least = 0.6
  /// The number of satellites needed for a position, and their lowest elevation, degrees.
  private static let (fewest, lowest) = (4, 10.0)

  /// The smallest share of the observed satellites with a known orbit that are overhead at the stream's time.
  private static let leastKnown = 0.8

  /// Returns a better sky to change to at an epoch.
  ///
  /// - Parameters:
  ///   - latest: The corrections.
  ///   - orbits: The orbits in their stream.
  ///   - own: The receiver's sky.
  ///   - overhead: The satellites of that sky above the horizon.
  ///   - place: The receiver's place.
  ///   - now: The board time.
  ///   - time: The time of the stream's sky.
  ///   - isAnotherTime: Whether that time is another one than that of the receiver's sky.
  /// - Returns: The sky; `nil` if there is no better one.
  mutating func sky(
    after latest: UsableCorrections?, _ orbits: inout StreamOrbits,
    insteadOf own: Sky, _ overhead: [SkyChart.Entry], over place: GeodeticPosition,
    at now: Duration, _ time: GPSTime, isAnotherTime: Bool = false
  ) -> Sky? {
    guard let latest, !overhead.isEmpty else { return nil }
    if !isAnotherTime, agrees(latest, with: own.satelliteIDs, overhead) {
      (foreignSince, isGuess) = (nil, false)
      guard isAdopted, solves else {
        orbits.forget(toldBy: own, at: time)
        return nil
      }
      return completed(own.satelliteIDs, by: latest, orbits, over: place, at: now, time)
    }
    let since = foreignSince ?? now
    foreignSince = since
    guard now - since >= (solves && isGuess ? Self.interval : Self.patience) else { return nil }
    isGuess = true
    foreignSince = now
    guard isAnotherTime || orbits.changes != changes else { return nil }
    changes = orbits.changes
    let found =
      solves
      ? solvable(latest, orbits, over: place, at: time)
      : statistical(latest, orbits, over: place, at: time)
    guard let sky = found else { return nil }
    (foreignSince, isGuess) = (nil, false)
    (isAdopted, made, looked) = (true, now, now)
    return sky
  }

  /// Returns the stream's sky when most of the observed satellites are overhead in it; `nil` otherwise.
  private mutating func statistical(
    _ latest: UsableCorrections, _ orbits: StreamOrbits, over place: GeodeticPosition,
    at time: GPSTime
  ) -> Sky? {
    let all = Set(Constellation.allCases)
    let told = Sky(
      ephemerides: orbits.messages.values.flatMap { $0 }, sent: time, systems: all, seed: 1)
    let known = Set(told.satelliteIDs.map(\.constellation))
    let observed = all.filter { latest.observed.contains($0) }
    let sky = told.taking(from: .standard, allBut: known.union(observed))
    var chart = SkyChart(of: sky)
    let entries = chart.entries(above: 0, over: place, at: time)
    knownOrbits = entries.count { latest.observed.contains($0.satellite) }
    let isEnough = entries.count { $0.direction.elevation >= Self.lowest } >= Self.fewest
    return isEnough && Self.agreement(of: latest, with: entries) ? sky : nil
  }

  /// Returns the sky of the systems whose observed satellites are overhead by the stream's orbits; `nil` with too few
  /// satellites for a position.
  private mutating func solvable(
    _ latest: UsableCorrections, _ orbits: StreamOrbits, over place: GeodeticPosition,
    at time: GPSTime
  ) -> Sky? {
    func sky(of systems: Set<Constellation>) -> Sky {
      Sky(
        ephemerides: orbits.messages.values.flatMap { $0 }, sent: time, systems: systems, seed: 1,
        isContinued: false)
    }
    let told = sky(of: Set(Constellation.allCases))
    var chart = SkyChart(of: told)
    let entries = chart.entries(above: 0, over: place, at: time)
    let fitting = Set(Constellation.allCases).filter { system in
      Self.fits(
        latest, told.satelliteIDs.lazy.filter { $0.constellation == system },
        entries.filter { $0.satellite.constellation == system })
    }
    knownOrbits = entries.count { latest.observed.contains($0.satellite) }
    let usable = entries.count {
      fitting.contains($0.satellite.constellation) && $0.direction.elevation >= Self.lowest
        && latest.observed.contains($0.satellite)
    }
    return usable >= Self.fewest ? sky(of: fitting) : nil
  }

  /// Returns the sky with the satellites and orbits that were told since it was made; `nil` where there
  /// are none.
  private mutating func completed(
    _ own: [SatelliteID], by latest: UsableCorrections, _ orbits: StreamOrbits,
    over place: GeodeticPosition, at now: Duration, _ time: GPSTime
  ) -> Sky? {
    guard orbits.changes != changes, now - looked >= Self.patience else { return nil }
    looked = now
    let isNew = orbits.messages.contains { satellite, messages in
      latest.observed.contains(satellite) && !own.contains(satellite)
        && messages.contains { OrbitDefect(in: $0) == nil }
    }
    guard isNew || now - made >= Self.renewal else { return nil }
    (changes, made) = (orbits.changes, now)
    return solvable(latest, orbits, over: place, at: time)
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

  /// Returns the number of the station's satellites with a known orbit while its sky is another one than the
  /// receiver's; `nil` under the same sky.
  func knownOrbits(of latest: UsableCorrections?, _ orbits: StreamOrbits) -> KnownOrbits? {
    guard let latest, foreignSince != nil else { return nil }
    let known = orbits.messages.keys.count { latest.observed.contains($0) }
    return KnownOrbits(known, of: latest.satellites)
  }

  /// Whether the satellites of a station are those of the receiver's sky.
  private func agrees(
    _ latest: UsableCorrections, with satellites: [SatelliteID], _ overhead: [SkyChart.Entry]
  ) -> Bool {
    guard solves else { return Self.agreement(of: latest, with: overhead) }
    return Self.fits(latest, satellites, overhead)
      && (isAdopted || hearsOwnBase && Self.agreement(of: latest, with: overhead))
  }

  /// Whether the observed satellites with a known orbit are overhead.
  private static func fits(
    _ latest: UsableCorrections, _ satellites: some Sequence<SatelliteID>,
    _ overhead: [SkyChart.Entry]
  ) -> Bool {
    let known = satellites.lazy.filter { latest.observed.contains($0) }.reduce(0) { n, _ in n + 1 }
    let present = overhead.count { latest.observed.contains($0.satellite) }
    return present > 0 && Double(present) >= leastKnown * Double(known)
  }

  private static func agreement(
    of latest: UsableCorrections, with overhead: [SkyChart.Entry]
  ) -> Bool {
    let count = overhead.count { latest.observed.contains($0.satellite) }
    return Double(count) >= least * Double(latest.satellites)
  }
}
