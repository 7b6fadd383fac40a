import RTCMParser
import Testing

@Suite("Station messages")
struct StationMessageTests {
  @Test("1005: decodes the standard's example")
  func decodesExample() throws {
    let payload = StandardExample.payload
    let message = try AntennaReferencePoint(decoding: payload.span)
    #expect(message.stationID == 2003)
    #expect(
      message.position == ECEFPosition(x: 1_114_104.5999, y: -4_850_729.7108, z: 3_975_521.4643))
    #expect(message.hasGPS && !message.hasGLONASS && !message.hasGalileo)
    #expect(try RTCMMessage.antennaReferencePoint(message).frame() == StandardExample.frame)
  }

  @Test("1006: a station made from values is read back")
  func readsBack1006() throws {
    var station = AntennaReferencePoint(
      stationID: 4095, position: ECEFPosition(x: -4_467_102.3061, y: 2_683_039.5304, z: 0))
    station.itrfRealizationYear = 14
    station.hasGalileo = false
    station.isNonPhysical = true
    station.quarterCycleIndicator = 2
    let message = RTCMMessage.antennaReferencePointAndHeight(
      .init(station: station, antennaHeight: 1.5432))
    #expect(try decoded(message.encode()) == message)
    #expect(try message.encode().count == 21)
  }

  @Test("1006: a height that does not fit is refused, by field and message")
  func refusesHeight() {
    let station = AntennaReferencePoint(stationID: 1, position: ECEFPosition(x: 0, y: 0, z: 0))
    let message = AntennaReferencePointAndHeight(station: station, antennaHeight: 7)
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.antennaReferencePointAndHeight(message).encode()
    }
    #expect(error?.field == 28)
    #expect(error?.messageType == 1006)
    #expect(error?.description == "message 1006: 7.0 does not fit DF028; give 0.0...6.5535")
  }

  @Test("a station ID of more than twelve bits is refused")
  func refusesStationID() {
    let message = RTCMMessage.receiverAndAntenna(.init(stationID: 4096))
    #expect(throws: RTCMEncodingError.self) { try message.encode() }
  }

  @Test("1033: texts are kept byte by byte")
  func keepsTexts() throws {
    var message = ReceiverAndAntenna(
      stationID: 2003, antennaDescriptor: "LEIAR25.R4      NONE", antennaSetupID: 3,
      receiverType: "BOARDSIM", receiverFirmware: "0.1")
    message.receiverSerialNumber = DescriptorText(bytes: [0, 0xFF, 0xE9])
    #expect(
      try decoded(RTCMMessage.receiverAndAntenna(message).encode()) == .receiverAndAntenna(message))
    #expect(message.receiverSerialNumber.description == "\u{0}ÿé")
    #expect(DescriptorText("Zürich ✓").bytes == [0x5A, 0xFC, 0x72, 0x69, 0x63, 0x68, 0x20, 0x3F])
  }

  @Test("1033: a text of more than 255 characters is refused")
  func refusesLongText() {
    let text = DescriptorText(bytes: [UInt8](repeating: 0x41, count: 256))
    let message = RTCMMessage.receiverAndAntenna(.init(stationID: 1, receiverType: text))
    let error = #expect(throws: RTCMEncodingError.self) { try message.encode() }
    #expect(error?.reason == .textTooLong(count: 256, maximum: 255))
    #expect(error?.field == 228)
  }

  @Test(
    "1230: biases, absent ones and unavailable ones are told apart",
    arguments: 0..<16 as Range<UInt8>)
  func keepsBiases(mask: UInt8) throws {
    var message = GLONASSCodePhaseBiases(stationID: 9, isAligned: true)
    message.signalMask = .init(rawValue: mask)
    if message.signalMask.contains(.l1CA) { message.l1CA = -71.94 }
    if message.signalMask.contains(.l1P) { message.l1P = 655.34 }
    if message.signalMask.contains(.l2P) { message.l2P = 0 }  // L2 C/A stays unavailable
    let payload = try RTCMMessage.glonassCodePhaseBiases(message).encode()
    #expect(payload.count == 4 + 2 * mask.nonzeroBitCount)
    #expect(try decoded(payload) == .glonassCodePhaseBiases(message))
  }

  @Test("bits behind the last field are kept, and shown")
  func keepsTrailingBits() throws {
    let payload = StandardExample.payload + [0xAB, 0xC0]
    let message = try decoded(payload)
    #expect(try message.encode() == payload)
    var fields = FieldCollector()
    try message.describe(to: &fields)
    #expect(fields.trailing.bytes == [0xAB, 0xC0])
    #expect(fields.bits["DF003"] == 2003)
    #expect(fields.values["DF027"] == 3_975_521.4643)
  }

  @Test("a payload of another type is refused by a message of one type")
  func refusesOtherType() {
    let payload = StandardExample.payload
    let error = #expect(throws: RTCMDecodingError.self) {
      _ = try AntennaReferencePointAndHeight(decoding: payload.span)
    }
    #expect(error?.reason == .unexpectedMessageType)
    #expect(error?.messageType == 1005)
  }
}
