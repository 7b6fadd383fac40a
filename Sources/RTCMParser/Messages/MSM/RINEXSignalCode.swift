/// A signal as RINEX 3 names it: the digit of its band and the letter of its channel, such as `1C`.
public struct RINEXSignalCode: Hashable, Sendable {
  /// The band, `1...9`.
  public var band: UInt8
  /// The tracking mode or channel, an ASCII capital.
  public var attribute: UInt8

  /// Creates a code from its two characters, such as `"1C"`; `nil` for anything else.
  public init?(_ code: String) {
    let characters = Array(code.utf8)
    guard characters.count == 2, (0x31...0x39).contains(characters[0]),
      (0x41...0x5A).contains(characters[1])
    else { return nil }
    self.init(band: characters[0] - 0x30, attribute: characters[1])
  }

  init(band: UInt8, attribute: UInt8) {
    self.band = band
    self.attribute = attribute
  }
}

extension RINEXSignalCode: CustomStringConvertible {
  /// The two characters.
  public var description: String {
    String(decoding: [band + 0x30, attribute], as: UTF8.self)
  }
}

extension Constellation {
  /// The signals of the signal mask by ID, `1...32`, two characters each; `--` is reserved or unknown.
  ///
  /// Source: RTCM 10403.3, tables 3.5-91, -96, -99, -102, -105, -108 and amendments, where pyrtcm,
  /// rtcm-rs, cssrlib, BNC and RTKLIB-EX agree. The standard has reserved the other IDs below, which
  /// receivers use nevertheless: GLONASS L3 at 14…16 (RTKLIB-EX and PocketSDR; a captured stream has
  /// 14 of R21 alone, while cssrlib and BNC expect L3 a place or two later), QZSS L1C/B at 3 (RTKLIB-EX
  /// and cssrlib; Trimble and Septentrio send it) and L1-SAIF at 6 (an early draft, RTKLIB 2.4.2; a
  /// captured stream of 2012 has it), BeiDou B2b at 26 and 27 (RTKLIB-EX; captured streams have 27).
  /// What RTKLIB-EX alone adds, and calls tentative, has no name here.
  private var signalTable: StaticString {
    switch self {
    //        1 2 3 4 5 6 7 8 9 10  12  14  16  18  20  22  24  26  28  30  32
    case .gps:
      "--1C1P1W------2C2P2W--------2S2L2X--------5I5Q5X----------1S1L1X"
    case .glonass:
      "--1C1P--------2C2P--------3I3Q3X--------------------------------"
    case .galileo:
      "--1C1A1B1X1Z--6C6A6B6X6Z--7I7Q7X--8I8Q8X--5I5Q5X----------------"
    case .sbas:
      "--1C--------------------------------------5I5Q5X----------------"
    case .qzss:
      "--1C1E----1Z----6S6L6X------2S2L2X--------5I5Q5X----------1S1L1X"
    case .beidou:
      "--2I2Q2X------6I6Q6X------7I7Q7X----------5D5P5X7D7P7Z----1D1P1X"
    case .navic:
      "--------------9A--------------------------5A--------------------"
    }
  }

  /// The RINEX code of a signal, `nil` when the standard does not name it.
  ///
  /// - Parameter signalID: ID in the signal mask, `1...32`; `nil` comes back for others.
  /// - Returns: The code, such as `1C`.
  public func rinexCode(ofSignalID signalID: UInt8) -> RINEXSignalCode? {
    guard (1...32).contains(signalID) else { return nil }
    return signalTable.withUTF8Buffer { characters in
      // Sound: each table has 64 characters, and the ID is at most 32.
      let at = 2 * (Int(signalID) - 1)
      let (band, attribute) = unsafe (characters[at], characters[at + 1])
      return band == UInt8(ascii: "-")
        ? nil : RINEXSignalCode(band: band - 0x30, attribute: attribute)
    }
  }

  /// The signal mask's ID, `1...32`, of a RINEX code, `nil` when the standard has no such signal.
  public func signalID(of code: RINEXSignalCode) -> UInt8? {
    (1...32).first { rinexCode(ofSignalID: $0) == code }
  }

  /// The carrier frequency of a signal in hertz, `nil` when it is not known.
  ///
  /// - Parameters:
  ///   - signalID: ID in the signal mask, `1...32`.
  ///   - glonassFrequencyChannel: `-7...6`; GLONASS frequencies are unknown without it.
  /// - Returns: Hertz.
  public func carrierFrequency(
    ofSignalID signalID: UInt8, glonassFrequencyChannel: Int? = nil
  ) -> Double? {
    rinexCode(ofSignalID: signalID).flatMap {
      carrierFrequency(ofBand: $0.band, glonassFrequencyChannel: glonassFrequencyChannel)
    }
  }

  /// The carrier frequency of a band of RINEX in hertz, `nil` when the system has no such band.
  ///
  /// - Parameters:
  ///   - band: ``RINEXSignalCode/band``.
  ///   - glonassFrequencyChannel: `-7...13`; GLONASS's bands 1 and 2 are unknown without it.
  /// - Returns: Hertz.
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
