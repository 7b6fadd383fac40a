@testable import GNSSSimulation
import RTCMParser

extension NavigationData {
  /// Creates the integers of a message 1019, as a reader of the standard derives them.
  init(_ message: GPSEphemeris, near time: GPSTime) {
    func integer(_ value: Double, _ scale: Double) -> Int { Int((value * scale).rounded()) }
    self.init(
      satellite: SatelliteID(.gps, Int(message.satelliteID)),
      week: time.week / 1024 * 1024 + Int(message.week),
      iodc: Int(message.iodc),
      toe: integer(message.referenceTime, 1),
      tgd: integer(message.groupDelay, 0x1p31),
      af0: integer(message.af0, 0x1p31),
      af1: integer(message.af1, 0x1p43),
      af2: integer(message.af2, 0x1p55),
      m0: integer(message.meanAnomaly, 0x1p31),
      deltaN: integer(message.meanMotionDifference, 0x1p43),
      eccentricity: integer(message.eccentricity, 0x1p33),
      rootA: integer(message.squareRootOfSemiMajorAxis, 0x1p19),
      omega0: integer(message.ascendingNode, 0x1p31),
      omegaDot: integer(message.ascensionRate, 0x1p43),
      i0: integer(message.inclination, 0x1p31),
      idot: integer(message.inclinationRate, 0x1p43),
      omega: integer(message.argumentOfPerigee, 0x1p31),
      harmonics: HarmonicCorrections(
        cuc: integer(message.cuc, 0x1p29), cus: integer(message.cus, 0x1p29),
        crc: integer(message.crc, 0x1p5), crs: integer(message.crs, 0x1p5),
        cic: integer(message.cic, 0x1p29), cis: integer(message.cis, 0x1p29)))
  }
}
