extension Constellation {
  /// The number after the letter in RINEX, of an ID in the satellite mask.
  ///
  /// The ID itself, but that RINEX counts SBAS from 20: ID 1 is PRN 120, `S20`.
  public func rinexNumber(ofSatelliteID id: UInt8) -> Int { self == .sbas ? Int(id) + 19 : Int(id) }

  /// The ID in the satellite mask, `1...64`, of a RINEX number; `nil` where there is none.
  public func satelliteID(ofRINEXNumber number: Int) -> UInt8? {
    let id = self == .sbas ? number - 19 : number
    return (1...64).contains(id) ? UInt8(id) : nil
  }

  /// The numbers that the system's satellites have in RINEX; SBAS counts from PRN 120 as 20, QZSS from 193 as 1.
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
}
