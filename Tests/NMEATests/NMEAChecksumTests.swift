import NMEA
import Testing

@Suite("NMEA checksums")
struct NMEAChecksumTests {
  @Test(
    "NMEA checksums are those of published sentences",
    arguments: [
      "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47",
      "$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A",
      "$GNGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*45",
      "$GNRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,,A,V*33",
      "$GPTXT,01,01,02,u-blox ag - www.u-blox.com*50",
      "$GPGGA,164043.901,4528.544,N,00913.444,E,1,12,1.0,0.0,M,0.0,M,,*63",
    ])
  func checksNMEA(sentence: String) {
    let whole = Array(sentence.utf8)
    #expect(isValid(whole))
    #expect(isValid(whole + [0x0D, 0x0A]))
    for index in 1..<whole.count - 3 {
      var damaged = whole
      damaged[index] ^= 0x01
      #expect(!isValid(damaged), "byte \(index)")
    }
    for length in 0..<whole.count {
      #expect(!isValid(Array(whole.prefix(length))), "cut at \(length)")
    }
  }

  @Test(
    "what has no sentence's form has no valid checksum",
    arguments: [
      ("$*00", true), ("$A*41\r\n", true), ("$JK*01", true), ("$n*6e", true), ("$n*6E", true),
      ("", false), ("\r\n", false), ("*00", false), ("!A*41", false), ("$A+41", false),
      ("$A*4G", false), ("$A*G1", false), ("$A*4", false),
    ])
  func checksForm(sentence: String, expected: Bool) {
    #expect(isValid(Array(sentence.utf8)) == expected)
  }

  private func isValid(_ sentence: [UInt8]) -> Bool { NMEAChecksum.isValid(sentence.span) }
}
