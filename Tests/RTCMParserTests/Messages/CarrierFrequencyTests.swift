import RTCMParser
import Testing

@Suite("Carrier frequencies")
struct CarrierFrequencyTests {
  /// The signals' carrier frequencies as multiples of 10.23 MHz, from which every system except GLONASS FDMA
  /// derives its carriers.
  ///
  /// Source: RINEX 3.04, tables 4–10; the systems' interface documents.
  static let multiples: [(Constellation, codes: String, Double)] = [
    (.gps, "1C 1P 1W 1S 1L 1X", 154), (.gps, "2C 2P 2W 2S 2L 2X", 120), (.gps, "5I 5Q 5X", 115),
    (.glonass, "3I 3Q 3X", 117.5),
    (.galileo, "1C 1A 1B 1X 1Z", 154), (.galileo, "5I 5Q 5X", 115), (.galileo, "7I 7Q 7X", 118),
    (.galileo, "8I 8Q 8X", 116.5), (.galileo, "6C 6A 6B 6X 6Z", 125),
    (.sbas, "1C", 154), (.sbas, "5I 5Q 5X", 115),
    (.qzss, "1C 1S 1L 1X 1E 1Z", 154), (.qzss, "2S 2L 2X", 120), (.qzss, "5I 5Q 5X", 115),
    (.qzss, "6S 6L 6X", 125),
    (.beidou, "2I 2Q 2X", 152.6), (.beidou, "1D 1P 1X", 154), (.beidou, "5D 5P 5X", 115),
    (.beidou, "7I 7Q 7X 7D 7P 7Z", 118), (.beidou, "6I 6Q 6X", 124),
    (.navic, "5A", 115), (.navic, "9A", 243.6),
  ]

  @Test("each signal has its carrier", arguments: multiples)
  func hasCarrier(constellation: Constellation, codes: String, multiple: Double) throws {
    for code in codes.split(separator: " ") {
      let code = try #require(RINEXSignalCode("\(code)"))
      let id = try #require(constellation.signalID(of: code))
      let frequency = try #require(constellation.carrierFrequency(ofSignalID: id))
      #expect(abs(frequency - multiple * 10.23e6) < 1e-3)
    }
  }

  @Test("no signal that has a name is without a carrier, or missing above")
  func isComplete() {
    let named = Constellation.allCases.map { constellation in
      (1...32).count { constellation.rinexCode(ofSignalID: $0) != nil }
    }
    let listed = Constellation.allCases.map { constellation in
      Self.multiples.filter { $0.0 == constellation }.map { $0.codes.split(separator: " ").count }
        .reduce(0, +) + (constellation == .glonass ? 4 : 0)
    }
    #expect(named == listed)
  }

  @Test("GLONASS's first two bands follow the channel", arguments: -7...6)
  func followsChannel(channel: Int) throws {
    for (code, base, step) in [
      ("1C", 1602e6, 9.0), ("1P", 1602e6, 9), ("2C", 1246e6, 7), ("2P", 1246e6, 7),
    ] {
      let code = try #require(RINEXSignalCode(code))
      let id = try #require(Constellation.glonass.signalID(of: code))
      let frequency = Constellation.glonass.carrierFrequency(
        ofSignalID: id, glonassFrequencyChannel: channel)
      #expect(frequency == base + Double(channel) * step / 16 * 1e6)
      #expect(Constellation.glonass.carrierFrequency(ofSignalID: id) == nil)
    }
  }

  @Test(
    "bands that a system does not have are without a carrier",
    arguments: [
      (Constellation.gps, UInt8(6)), (.sbas, 7), (.galileo, 2), (.navic, 7), (.beidou, 9),
      (.glonass, 5),
    ])
  func hasNone(constellation: Constellation, band: UInt8) {
    #expect(constellation.carrierFrequency(ofBand: band, glonassFrequencyChannel: 1) == nil)
  }
}
