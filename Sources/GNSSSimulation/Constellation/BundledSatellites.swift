internal import GNSSBasics
internal import Mathematics

/// The satellites of this project: 31 of GPS, 24 of GLONASS and Galileo each, 45 of BeiDou and 4 of QZSS.
///
/// The satellites are invented, on orbits like the real ones, and exist at any date: the sky of a date is
/// not the sky that was observed at it.
enum BundledSatellites {
  /// Returns the satellites of some constellations, sorted by ID.
  static func of(_ systems: Set<Constellation>) -> [SimulatedSatellite] {
    let tables: [KeplerianTable] = [
      .gps, .galileo, .qzss, .beidouStanding, .beidouInclined, .beidouMedium,
    ]
    var satellites = tables.filter { systems.contains($0.constellation) }
      .flatMap { table in table.satellites.map { SimulatedSatellite.keplerian(table.orbit(of: $0)) }
      }
    if systems.contains(.glonass) {
      let orbit = FrozenOrbit(radius: 25_508_200, inclination: 64.8 * .pi / 180)
      satellites += glonassRows.map { .glonass(PerpetualGLONASS($0, orbit: orbit)) }
    }
    return satellites.sorted { $0.id < $1.id }
  }
}

extension KeplerianTable {
  /// Returns the orbit of a row, in the integers of a broadcast.
  func orbit(of row: SatelliteRow) -> PerpetualOrbit {
    let plane = planes[row.plane]
    let data = NavigationData(
      satellite: SatelliteID(constellation, row.number), week: Self.referenceWeek, iodc: 0, toe: 0,
      tgd: row.groupDelay,
      af0: Int((Double(row.clockOffset) * 1e-6 * 0x1p31).rounded()), af1: 0, af2: 0,
      m0: PerpetualOrbit.rounded(degrees: Double(row.argumentOfLatitude - row.argumentOfPerigee)),
      deltaN: plane.meanMotionDifference,
      eccentricity: Int((Double(row.eccentricity) * 1e-4 * 0x1p33).rounded()),
      rootA: 0,
      omega0: PerpetualOrbit.rounded(degrees: Double(plane.node)), omegaDot: 0,
      i0: PerpetualOrbit.rounded(degrees: Double(plane.inclination) / 100), idot: 0,
      omega: PerpetualOrbit.rounded(degrees: Double(row.argumentOfPerigee)),
      harmonics: plane.harmonics)
    return PerpetualOrbit(
      data, ofSlot: Self.referenceWeek * KeplerianSystem.slotsPerWeek, turns: turns,
      nodeRate: plane.nodeRate, inclinationRate: plane.inclinationRate, clockRate: row.clockDrift)
  }

  private static var referenceWeek: Int { 2400 }
}
