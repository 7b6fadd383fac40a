import RTCMParser
import Testing

@testable import GNSSSimulation

@Suite("A satellite's data as a message")
struct EphemerisMessageTests {
  @Test("every integer comes back from the message that tells it")
  func exact() {
    let data = NavigationData(
      satellite: SatelliteID(.gps, 31), week: 2421, iodc: 0x1A5, toe: 129_600, tgd: -17,
      af0: -65_000, af1: 311, af2: -5,
      m0: 1_234_567_891, deltaN: -12_345, eccentricity: 987_654_321, rootA: 2_702_000_000,
      omega0: -2_000_000_001, omegaDot: -22_222, i0: 650_000_003, idot: 77, omega: 1_000_000_007,
      harmonics: HarmonicCorrections(
        cuc: -610, cus: 4180, crc: 6890, crs: -380, cic: 31, cis: -52))
    let message = GPSEphemeris(data)
    #expect(message.clockReferenceTime == message.referenceTime)
    #expect(NavigationData(message, near: GPSTime(week: 2421, secondsOfWeek: 0)) == data)
  }

  @Test("GLONASS tells in Moscow's time when it sent what, a quarter of an hour before it is for")
  func glonassTimes() throws {
    for satellite in BundledSatellites.of([.glonass]) {
      // The time is 12:00:18 GPS time, 15:00 in Moscow, on a Monday of June 2026.
      let set = try #require(satellite.set(at: GPSTime(week: 2421, secondsOfWeek: 129_618)))
      guard case .glonassEphemeris(let message)? = set.messages.first else { return }
      #expect(message.frameTime == 54_000)  // 15 hours
      #expect(message.referenceTime == 54_900)
      #expect(message.day == 883)  // days since the beginning of 2024
      #expect(message.fourYearInterval == 8)
    }
  }
}
