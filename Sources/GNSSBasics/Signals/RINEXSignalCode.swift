/// A signal code of RINEX 3: the digit of the band and the letter of the channel, such as `1C`.
public struct RINEXSignalCode: Hashable, Sendable {
  /// The band, `1...9`.
  public var band: UInt8
  /// The tracking mode or channel, an ASCII capital.
  public var attribute: UInt8

  /// Creates a code from its two characters, such as `"1C"`; the result is `nil` for any other text.
  public init?(_ code: String) {
    let characters = Array(code.utf8)
    guard characters.count == 2, (0x31...0x39).contains(characters[0]),
      (0x41...0x5A).contains(characters[1])
    else { return nil }
    self.init(band: characters[0] - 0x30, attribute: characters[1])
  }

  /// Creates a code from a band, `1...9`, and an attribute, an ASCII capital.
  public init(band: UInt8, attribute: UInt8) {
    self.band = band
    self.attribute = attribute
  }
}

extension RINEXSignalCode: CustomStringConvertible {
  /// The code's two characters.
  public var description: String {
    String(decoding: [band + 0x30, attribute], as: UTF8.self)
  }
}

extension Constellation {
  /// Returns the carrier frequency of a RINEX band, hertz.
  ///
  /// - Parameters:
  ///   - band: The band, as ``RINEXSignalCode/band``.
  ///   - glonassFrequencyChannel: The frequency channel, `-7...13`, which GLONASS's bands 1 and 2 need.
  /// - Returns: The frequency in hertz; `nil` if the system has no such band, or the channel is missing.
  ///
  /// Source: RINEX 3.04, tables 4–10.
  public func carrierFrequency(ofBand band: UInt8, glonassFrequencyChannel: Int? = nil) -> Double? {
    switch (self, band) {
    case (.glonass, 1): glonassFrequencyChannel.map { 1602e6 + Double($0) * 562_500 }
    case (.glonass, 2): glonassFrequencyChannel.map { 1246e6 + Double($0) * 437_500 }
    case (.glonass, 3): 1_202_025_000
    case (.beidou, 2): 1_561_098_000
    case (.beidou, 6): 1_268_520_000
    case (.navic, 9): 2_492_028_000
    case (.glonass, _): nil
    case (_, 1): 1_575_420_000
    case (.gps, 2), (.qzss, 2), (.sbas, 2): 1_227_600_000  // 1003 and 1004 have an L2 of SBAS, too
    case (_, 5): 1_176_450_000
    case (.galileo, 6), (.qzss, 6): 1_278_750_000
    case (.galileo, 7), (.beidou, 7): 1_207_140_000
    case (.galileo, 8), (.beidou, 8): 1_191_795_000
    default: nil
    }
  }
}
