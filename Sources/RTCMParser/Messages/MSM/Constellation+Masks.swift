extension Constellation {
  /// Returns the RINEX satellite number, which follows the system's letter, of an ID in the satellite mask.
  ///
  /// The number equals the ID except for SBAS, whose RINEX numbers start at 20: ID 1 is PRN 120, `S20`.
  public func rinexNumber(ofSatelliteID id: UInt8) -> Int { self == .sbas ? Int(id) + 19 : Int(id) }

  /// Returns the ID in the satellite mask, `1...64`, of a RINEX satellite number; `nil` for a number outside
  /// the mask.
  public func satelliteID(ofRINEXNumber number: Int) -> UInt8? {
    let id = self == .sbas ? number - 19 : number
    return (1...64).contains(id) ? UInt8(id) : nil
  }

  /// The range of the system's RINEX satellite numbers.
  ///
  /// SBAS PRN 120 is number 20; QZSS PRN 193 is number 1.
  public var satelliteNumbers: ClosedRange<Int> {
    switch self {
    case .gps, .glonass: 1...32
    case .sbas: 20...58
    case .galileo: 1...36
    case .beidou: 1...63
    case .qzss: 1...10
    case .navic: 1...14
    }
  }

  /// The RINEX signal codes by ID in the signal mask, `1...32`, two characters each; `--` is reserved or
  /// unknown.
  ///
  /// Source: RTCM 10403.3, tables 3.5-91, -96, -99, -102, -105, -108 and amendments, where pyrtcm, rtcm-rs,
  /// cssrlib, BNC and RTKLIB-EX agree. The following IDs are reserved in the standard but used by receivers.
  /// GLONASS L3 at 14…16: RTKLIB-EX and PocketSDR; a captured stream has 14 for R21 alone, while cssrlib and
  /// BNC expect L3 one or two IDs later. QZSS L1C/B at 3: RTKLIB-EX and cssrlib; Trimble and Septentrio send
  /// it. QZSS L1-SAIF at 6: an early draft and RTKLIB 2.4.2; a captured stream of 2012 has it. BeiDou B2b at
  /// 26 and 27: RTKLIB-EX; captured streams have 27. IDs that only RTKLIB-EX adds, and calls tentative, have
  /// no code here.
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

  /// Returns the RINEX code of a signal; `nil` when the standard does not name the signal.
  ///
  /// - Parameter signalID: The ID in the signal mask, `1...32`; any other ID returns `nil`.
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

  /// Returns the ID in the signal mask, `1...32`, of a RINEX code; `nil` when the standard has no such
  /// signal.
  public func signalID(of code: RINEXSignalCode) -> UInt8? {
    (1...32).first { rinexCode(ofSignalID: $0) == code }
  }

  /// Returns the carrier frequency of a signal in hertz; `nil` when the frequency is unknown.
  ///
  /// - Parameters:
  ///   - signalID: ID in the signal mask, `1...32`.
  ///   - glonassFrequencyChannel: The satellite's channel, `-7...6`; GLONASS frequencies are unknown without
  ///     it.
  /// - Returns: The frequency in hertz.
  public func carrierFrequency(
    ofSignalID signalID: UInt8, glonassFrequencyChannel: Int? = nil
  ) -> Double? {
    rinexCode(ofSignalID: signalID).flatMap {
      carrierFrequency(ofBand: $0.band, glonassFrequencyChannel: glonassFrequencyChannel)
    }
  }
}
