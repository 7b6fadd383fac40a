package import GNSSBasics
package import RTCMParser

/// The sky above all receivers of a simulation: satellites, and the atmosphere.
package struct Sky: Sendable {
  /// A satellite that is not flown, and why.
  package struct Omission: Hashable, Sendable {
    package let satellite: SatelliteID
    package let reason: OrbitDefect
  }

  /// Its satellites, by their IDs.
  let satellites: [SimulatedSatellite]
  /// The satellites' orbits.
  let orbits: FlownOrbits
  /// Its ionosphere.
  let ionosphere: Ionosphere
  /// The satellites whose broadcasts were given, but cannot be flown.
  package let omissions: [Omission]

  /// The sky over boards and over the built-in base station: all of this project's satellites.
  package static let standard = Sky(systems: Set(Constellation.allCases), seed: 1)

  /// The sky of this project's satellites.
  ///
  /// - Parameters:
  ///   - systems: Whose satellites there are.
  ///   - seed: From which what cannot be told of the atmosphere is drawn.
  package init(systems: Set<Constellation>, seed: UInt64) {
    self.init(
      satellites: BundledSatellites.of(systems), ionosphere: Ionosphere(seed: seed), omissions: [])
  }

  /// The sky of satellites whose broadcasts somebody recorded, on any date.
  ///
  /// They are flown as they were while the recording lasts, each orbit for as long as receivers use it, and
  /// carried on from it at other times.
  ///
  /// - Parameters:
  ///   - ephemerides: Messages 1019, 1020, 1042, 1044, 1045 and 1046; others are passed over.
  ///   - reference: About when they were sent, for those that do not say their date whole.
  ///   - systems: Whose satellites there are.
  ///   - klobuchar: α0…α3 and β0…β3, as GPS broadcasts them; `nil` takes those of a quiet day.
  ///   - seed: As above.
  package init(
    ephemerides: [RTCMMessage], sent reference: GPSTime, systems: Set<Constellation>,
    klobuchar: (alpha: SIMD4<Double>, beta: SIMD4<Double>)? = nil, seed: UInt64
  ) {
    var recorded: [SatelliteID: [RTCMMessage]] = [:]
    var omissions: [SatelliteID: OrbitDefect] = [:]
    for message in ephemerides {
      guard let id = message.orbitingSatellite, systems.contains(id.constellation) else { continue }
      if let defect = OrbitDefect(in: message) {
        omissions[id] = defect
      } else {
        recorded[id, default: []].append(message)
      }
    }
    let parameters = klobuchar.map { KlobucharParameters(alpha: $0.alpha, beta: $0.beta) }
    self.init(
      satellites: recorded.sorted { $0.key < $1.key }.map {
        .recorded(RecordedSatellite($0.key, $0.value, sent: reference))
      },
      ionosphere: Ionosphere(parameters ?? .quiet, seed: seed),
      omissions: omissions.filter { recorded[$0.key] == nil }.sorted { $0.key < $1.key }
        .map { Omission(satellite: $0.key, reason: $0.value) })
  }

  /// The same sky with another one's satellites of all systems but some.
  package func taking(from other: Sky, allBut systems: Set<Constellation>) -> Sky {
    let taken = other.satellites.filter { !systems.contains($0.id.constellation) }
    let kept = satellites.filter { systems.contains($0.id.constellation) }
    return Sky(
      satellites: (taken + kept).sorted { $0.id < $1.id }, ionosphere: ionosphere,
      omissions: omissions)
  }

  private init(satellites: [SimulatedSatellite], ionosphere: Ionosphere, omissions: [Omission]) {
    (self.satellites, self.ionosphere, self.omissions) = (satellites, ionosphere, omissions)
    orbits = FlownOrbits(of: satellites)
  }

  /// The satellites of the sky.
  package var satelliteIDs: [SatelliteID] { orbits.satellites }

  /// Whether a message is one of those that a satellite of this sky broadcasts at an instant.
  package func tells(_ message: RTCMMessage, at time: GPSTime) -> Bool {
    guard let index = satelliteIDs.firstIndex(where: { $0 == message.orbitingSatellite }),
      let set = orbits.set(of: index, at: time)
    else { return false }
    return set.messages.contains(message)
  }

  /// α0…α3 and β0…β3 of its ionosphere, as GPS would broadcast them.
  package var klobuchar: (alpha: SIMD4<Double>, beta: SIMD4<Double>) {
    (ionosphere.parameters.alpha, ionosphere.parameters.beta)
  }
}
