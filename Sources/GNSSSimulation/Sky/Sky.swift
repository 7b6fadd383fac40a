package import GNSSBasics
package import RTCMParser
package import SatelliteOrbits

/// The sky above all receivers of a simulation: the satellites, and the atmosphere.
package struct Sky: Sendable {
  /// A recorded satellite that the sky omits, and the defect of its broadcast.
  package struct Omission: Hashable, Sendable {
    package let satellite: SatelliteID
    package let reason: OrbitDefect
  }

  /// The satellites, sorted by ID.
  let satellites: [SimulatedSatellite]
  /// The satellites' orbits, computed once for all receivers.
  let orbits: FlownOrbits
  /// The ionosphere of the sky.
  let ionosphere: Ionosphere
  /// The satellites whose given broadcasts all have a defect.
  package let omissions: [Omission]

  /// The sky over boards and over the built-in base station: all of this project's satellites.
  package static let standard = Sky(systems: Set(Constellation.allCases), seed: 1)

  /// Creates the sky of this project's satellites.
  ///
  /// - Parameters:
  ///   - systems: The constellations in the sky.
  ///   - seed: The random seed of the atmosphere's unpredictable part.
  package init(systems: Set<Constellation>, seed: UInt64) {
    self.init(
      satellites: BundledSatellites.of(systems), ionosphere: Ionosphere(seed: seed), omissions: [])
  }

  /// Creates a sky of recorded broadcasts, for any date.
  ///
  /// During the recording each satellite follows its broadcasts, each for as long as receivers use it. At
  /// other times the satellite continues its orbit.
  ///
  /// - Parameters:
  ///   - ephemerides: Messages 1019, 1020, 1042, 1044, 1045 and 1046; any other message is ignored.
  ///   - reference: The approximate time of sending, for messages without a complete date.
  ///   - systems: The constellations in the sky.
  ///   - klobuchar: α0…α3 and β0…β3 as GPS broadcasts them; when `nil`, the parameters of a quiet day.
  ///   - seed: The random seed of the atmosphere's unpredictable part.
  ///   - isContinued: Whether satellites continue their orbits at other times than those of their broadcasts.
  package init(
    ephemerides: [RTCMMessage], sent reference: GPSTime, systems: Set<Constellation>,
    klobuchar: KlobucharParameters? = nil, seed: UInt64, isContinued: Bool = true
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
    self.init(
      satellites: recorded.sorted { $0.key < $1.key }.map {
        .recorded(
          RecordedSatellite($0.key, $0.value, sent: reference, isContinued: isContinued))
      },
      ionosphere: Ionosphere(klobuchar ?? .quiet, seed: seed),
      omissions: omissions.filter { recorded[$0.key] == nil }.sorted { $0.key < $1.key }
        .map { Omission(satellite: $0.key, reason: $0.value) })
  }

  /// Returns this sky with its own satellites of `systems`, and another sky's satellites of
  /// all other systems.
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

  /// The IDs of the sky's satellites, in order.
  package var satelliteIDs: [SatelliteID] { orbits.satellites }

  /// Whether a satellite of this sky broadcasts a message at an instant.
  package func tells(_ message: RTCMMessage, at time: GPSTime) -> Bool {
    guard let index = satelliteIDs.firstIndex(where: { $0 == message.orbitingSatellite }),
      let set = orbits.set(of: index, at: time)
    else { return false }
    return set.messages.contains(message)
  }

  /// The parameters of the ionosphere, as GPS would broadcast them.
  package var klobuchar: KlobucharParameters { ionosphere.parameters }
}
