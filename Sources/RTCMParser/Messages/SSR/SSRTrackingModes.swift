extension SSRType {
  /// The RINEX signal codes by tracking mode, `0...31`, two characters each; `--` is reserved or unknown.
  ///
  /// A mode is treated as unknown when decoders disagree about it. RTCM's GPS modes 3 and 4 are 1S and 1L in
  /// RTKLIB, which has 1S and 1L at 17 and 18 too; rtcm-rs and cssrlib have them reserved. RTCM's GLONASS
  /// modes 6…9 follow RTKLIB-EX; cssrlib has them in the order of IGS SSR.
  ///
  /// Source: RTCM 10403.3 DF380, DF381, DF382 and the SSR amendments' DF461, DF464, DF467; IGS SSR
  /// v1.00 IDF024.
  private var trackingModeTable: StaticString {
    switch (format, constellation) {
    //        0 1 2 3 4 5 6 7 8 9 10  12  14  16  18  20  22  24  26  28  30
    case (.rtcm, .gps):
      "1C1P1W----2C2D2S2L2X2P2W2Y2M5I5Q5X1S1L1X------------------------"
    case (.rtcm, .glonass):
      "1C1P2C2P4A4B4X6A6B6X3I3Q3X--------------------------------------"
    case (.rtcm, .galileo):
      "1A1B1C1X1Z5I5Q5X7I7Q7X8I8Q8X6A6B6C6X6Z--------------------------"
    case (.rtcm, .qzss):
      "1C1S1L2S2L2X5I5Q5X6S6L6X1X1Z5D5P5Z6E6Z--------------------------"
    case (.rtcm, .sbas):
      "1C5I5Q5X--------------------------------------------------------"
    case (.rtcm, .beidou), (.rtcm, .navic):
      "2I2Q2X6I6Q6X7I7Q7X1D1P1X5D5P5X1A----6A--------------------------"
    case (.igs, .gps):
      "1C1P1W1S1L2C2D2S2L--2P2W----5I5Q--------------------------------"
    case (.igs, .glonass):
      "1C1P2C2P4A4B6A6B3I3Q--------------------------------------------"
    case (.igs, .galileo):
      "1A1B1C----5I5Q--7I7Q--------6A6B6C------------------------------"
    case (.igs, .qzss):
      "1C1S1L2S2L--5I5Q--6S6L------------6E----------------------------"
    case (.igs, .sbas):
      "1C5I5Q----------------------------------------------------------"
    case (.igs, .beidou), (.igs, .navic):
      "2I2Q--6I6Q--7I7Q--1D1P--5D5P--1A----6A--------------------------"
    }
  }

  /// Returns the RINEX code of a tracking mode; `nil` when the mode is reserved or unknown.
  ///
  /// - Parameter mode: The tracking mode, DF380, DF381, … or IDF024, `0...31`; any other value returns `nil`.
  /// - Returns: The code, such as `1C`.
  public func rinexCode(ofTrackingMode mode: UInt8) -> RINEXSignalCode? {
    guard mode < 32 else { return nil }
    return trackingModeTable.withUTF8Buffer { characters in
      // Sound: each table has 64 characters, and the mode is at most 31.
      let at = 2 * Int(mode)
      let (band, attribute) = unsafe (characters[at], characters[at + 1])
      return band == UInt8(ascii: "-")
        ? nil : RINEXSignalCode(band: band - UInt8(ascii: "0"), attribute: attribute)
    }
  }

  /// Returns the tracking mode of a RINEX code, `0...31`; `nil` when no mode has the code.
  public func trackingMode(of code: RINEXSignalCode) -> UInt8? {
    (0...31).first { rinexCode(ofTrackingMode: $0) == code }
  }
}
