import GNSSBasics
import Testing

@Suite("Signals as RINEX names them")
struct RINEXSignalCodeTests {
  @Test("a code is a digit and a capital", arguments: ["1A", "1Z", "9C", "2W"])
  func codes(text: String) throws {
    let code = try #require(RINEXSignalCode(text))
    #expect("\(code)" == text)
    #expect(code == RINEXSignalCode(band: UInt8(text.prefix(1))!, attribute: text.utf8.last!))
  }

  @Test("anything else is none", arguments: ["", "1", "0C", ":C", "1@", "1[", "1c", "C1", "1CC"])
  func noCodes(text: String) {
    #expect(RINEXSignalCode(text) == nil)
  }

  @Test(
    "each system has the frequencies of its bands",
    arguments: [
      (Constellation.gps, [1: 1575.42, 2: 1227.6, 5: 1176.45]),
      (.glonass, [1: 1598.0625, 2: 1242.9375, 3: 1202.025]),
      (.galileo, [1: 1575.42, 5: 1176.45, 6: 1278.75, 7: 1207.14, 8: 1191.795]),
      (.sbas, [1: 1575.42, 2: 1227.6, 5: 1176.45]),
      (.qzss, [1: 1575.42, 2: 1227.6, 5: 1176.45, 6: 1278.75]),
      (.beidou, [1: 1575.42, 2: 1561.098, 5: 1176.45, 6: 1268.52, 7: 1207.14, 8: 1191.795]),
      (.navic, [1: 1575.42, 5: 1176.45, 9: 2492.028]),
    ] as [(Constellation, [UInt8: Double])])
  func frequencies(constellation: Constellation, megahertz: [UInt8: Double]) {
    for band in UInt8(0)...10 {
      let frequency = constellation.carrierFrequency(ofBand: band, glonassFrequencyChannel: -7)
      #expect(frequency == megahertz[band].map { ($0 * 1e6).rounded() }, "band \(band)")
    }
  }

  @Test("GLONASS's first bands are unknown without a channel")
  func channel() {
    let frequencies = [1, 2, 3].map { Constellation.glonass.carrierFrequency(ofBand: $0) }
    #expect(frequencies == [nil, nil, 1_202_025_000])
  }
}
