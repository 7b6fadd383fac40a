import TestSupport
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

  @Test("1007 has no serial number, 1008 has one, if only an empty one")
  func tellsDescriptorsApart() throws {
    var message = AntennaDescriptor(
      stationID: 12, descriptor: "TRM55971.00     TZGD", setupID: 255)
    #expect(message.messageType == 1007)
    #expect(try RTCMMessage.antennaDescriptor(message).encode().count == 25)
    #expect(
      try decoded(RTCMMessage.antennaDescriptor(message).encode()) == .antennaDescriptor(message))
    for serialNumber in ["", "1440911917"] {
      message.serialNumber = DescriptorText(serialNumber)
      #expect(message.messageType == 1008)
      let payload = try RTCMMessage.antennaDescriptor(message).encode()
      #expect(payload.count == 26 + serialNumber.count)
      #expect(try decoded(payload) == .antennaDescriptor(message))
    }
  }

  @Test("1013: announcements are read back, up to 31 of them")
  func readsBackParameters() throws {
    var message = SystemParameters(
      stationID: 1, time: TransmissionTime(modifiedJulianDay: 58_508, secondOfDay: 86_400))
    for count in 0...31 {
      let payload = try RTCMMessage.systemParameters(message).encode()
      #expect(payload.count == (70 + 29 * count + 7) / 8)
      #expect(try decoded(payload) == .systemParameters(message))
      message.announcements.append(
        .init(
          messageType: UInt16(1000 + count), isSynchronous: count % 2 == 0,
          interval: 6553.5 - Double(count) / 10))
    }
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.systemParameters(message).encode()
    }
    #expect(error?.field == 53)
    // The midnight at the end of 25 January 2019.
    #expect(message.time.unixTime == UnixTime(seconds: 1_548_460_800))
  }

  @Test("1029: the standard's worked example, whose text has letters of other alphabets")
  func readsBackText() throws {
    let time = TransmissionTime(modifiedJulianDay: 132, secondOfDay: 59_100)
    var message = UnicodeText(
      stationID: 23, time: time,
      text: "UTF-8 \u{43F}\u{440}\u{43E}\u{432}\u{435}\u{440}\u{43A}\u{430} wörter")
    let payload = try RTCMMessage.unicodeText(message).encode()
    let example: [UInt8] = [
      0x40, 0x50, 0x17, 0x00, 0x84, 0x73, 0x6E, 0x15, 0x1E, 0x55, 0x54, 0x46, 0x2D, 0x38, 0x20,
      0xD0, 0xBF, 0xD1, 0x80, 0xD0, 0xBE, 0xD0, 0xB2, 0xD0, 0xB5, 0xD1, 0x80, 0xD0, 0xBA, 0xD0,
      0xB0, 0x20, 0x77, 0xC3, 0xB6, 0x72, 0x74, 0x65, 0x72,
    ]
    #expect(payload == example)
    #expect(try framed(payload).suffix(3) == [0xED, 0xA3, 0x3B])
    #expect(try decoded(example) == .unicodeText(message))
    message.codeUnits = [0x41, 0xFF]
    #expect(message.text == "A\u{FFFD}")
    let odd = try RTCMMessage.unicodeText(message).encode()
    #expect(try decoded(odd) == .unicodeText(message))
  }

  @Test("1032: both stations are read back")
  func readsBackPhysicalStation() throws {
    var message = PhysicalReferenceStation(
      stationID: 55, physicalStationID: 4095,
      position: ECEFPosition(x: 4_848_800.4416, y: -261_769.6524, z: 4_123_001.1126))
    message.itrfRealizationYear = 63
    let payload = try RTCMMessage.physicalReferenceStation(message).encode()
    #expect(payload.count == 20)
    #expect(try decoded(payload) == .physicalReferenceStation(message))
  }

  @Test("4072: the sub-type is read, the rest is kept", arguments: [0, 1, 2, 100])
  func keepsUBlox(count: Int) throws {
    let message = UBloxMessage(subtype: 1, data: [UInt8](repeating: 0, count: count))
    let payload = try RTCMMessage.ublox(message).encode()
    #expect(payload.prefix(3) == [0xFE, 0x80, 0x01])
    #expect(payload.count == 3 + count)
    #expect(try decoded(payload) == .ublox(message))
    #expect(message.data.count == count)
  }

  @Test(
    "proprietary numbers have owners",
    arguments: [
      (4095, "Spectra Geospatial (Ashtech)"), (4094, "Trimble Navigation"), (4090, "Geo++"),
      (4085, "European GNSS Supervisory Authority"), (4080, "NavCom Technology"),
      (4076, "International GNSS Service (IGS)"), (4073, "Mitsubishi Electric"), (4072, "u-blox"),
      (4070, "Wuhan MengXin Technology"), (4062, "Swift Navigation"), (4050, "STMicroelectronics"),
      (4048, "Point One Navigation"), (4047, nil), (4096, nil), (1005, nil),
    ] as [(UInt16, String?)])
  func namesOwners(type: UInt16, owner: String?) {
    #expect(RTCMMessage.proprietaryOwner(ofType: type).map { "\($0)" } == owner)
  }
}
