import SensorDrivers
import Testing

@Suite("UBX framing")
struct UBXFrameTests {
  static let frames: [(UBXFrame, String)] = [
    (UBXFrame(.cfgRATE), "B5 62 06 08 00 00 0E 30"),
    (UBXFrame(.monVER), "B5 62 0A 04 00 00 0E 34"),
    (UBXFrame(.navPVT), "B5 62 01 07 00 00 08 19"),
    (UBXFrame(.cfgPRT, payload: [0x00]), "B5 62 06 00 01 00 00 07 21"),
    (CfgRATE().frame, "B5 62 06 08 06 00 E8 03 01 00 01 00 01 39"),
    (UBXFrame(.cfgMSG, payload: [0x01, 0x07, 0x01]), "B5 62 06 01 03 00 01 07 01 13 51"),
    (
      UBXAcknowledgement(isAccepted: true, messageID: .cfgRATE).frame,
      "B5 62 05 01 02 00 06 08 16 3F"
    ),
    (
      UBXAcknowledgement(isAccepted: false, messageID: .cfgRATE).frame,
      "B5 62 05 00 02 00 06 08 15 3A"
    ),
    (
      UBXAcknowledgement(isAccepted: true, messageID: .cfgVALSET).frame,
      "B5 62 05 01 02 00 06 8A 98 C1"
    ),
    (
      UBXAcknowledgement(isAccepted: true, messageID: .cfgMSG).frame,
      "B5 62 05 01 02 00 06 01 0F 38"
    ),
    (
      CfgVALSET(items: [UBXConfigurationItem(.i2cOutputNMEA, 0)]).frame,
      "B5 62 06 8A 09 00 00 01 00 00 02 00 72 10 00 1E B1"
    ),
    (
      CfgVALSET(items: [UBXConfigurationItem(.outputNavPVT, 1)]).frame,
      "B5 62 06 8A 09 00 00 01 00 00 06 00 91 20 01 52 43"
    ),
    (
      CfgVALSET(items: [UBXConfigurationItem(.i2cInputRTCM3, 1)]).frame,
      "B5 62 06 8A 09 00 00 01 00 00 04 00 71 10 01 20 B9"
    ),
    (
      CfgVALSET(items: [UBXConfigurationItem(.measurementPeriod, 200)]).frame,
      "B5 62 06 8A 0A 00 00 01 00 00 01 00 21 30 C8 00 B5 81"
    ),
    // The expected bytes were made by pyubx2 1.4.
    (
      UBXInformation(level: .notice, text: "base 12.3 km").frame,
      "B5 62 04 02 0C 00 62 61 73 65 20 31 32 2E 33 20 6B 6D 89 AC"
    ),
  ]

  @Test("frames are encoded as published", arguments: frames)
  func encodes(frame: UBXFrame, expected: String) {
    #expect(frame.encode() == bytes(expected))
  }

  @Test("frames are found again, and nothing else", arguments: frames)
  func scans(frame: UBXFrame, expected: String) {
    var scanner = UBXScanner()
    #expect(scanner.frames(in: bytes(expected)) == [frame])
    #expect(scanner.counts.otherBytes == 0)
  }
}

extension UBXScanner {
  /// Returns all frames that a stream completes.
  mutating func frames(in stream: [UInt8]) -> [UBXFrame] {
    var frames: [UBXFrame] = []
    consume(stream.span) { frames.append(UBXFrame($0, payload: $1.array)) }
    return frames
  }
}
