import SensorDrivers
import SensorTestKit
import Testing

@Suite("u-blox receiver: configuration")
struct UBloxConfigurationTests {
  static let accepted = UBXAcknowledgement(isAccepted: true, messageID: .cfgVALSET).frame.encode()
  static let refused = UBXAcknowledgement(isAccepted: false, messageID: .cfgVALSET).frame.encode()
  static let item = UBXConfigurationItem(.i2cInputRTCM3, 1)

  @Test("detects, then configures and waits for the answer")
  func starts() throws {
    let rate = CfgRATE().frame.encode()
    let bus = ScriptedBus(
      [
        .write(bytes("B5 62 06 08 00 00 0E 30")),
        .read([0, 0], after: [0xFD]), .read([0, UInt8(rate.count)], after: [0xFD]), .read(rate),
        .write(bytes("B5 62 06 8A 09 00 00 01 00 00 04 00 71 10 01 20 B9")),
        .read([0, UInt8(Self.accepted.count)], after: [0xFD]), .read(Self.accepted),
      ], at: .ublox)
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    try receiver.start(configuration: [Self.item], delay: &delay)
    #expect(bus.isUsedUp)
    #expect(delay.pauses.count == 3)
  }

  @Test("each failing transfer of the start is named", arguments: 0..<6)
  func namesFailedTransfer(index: Int) {
    let rate = CfgRATE().frame.encode()
    let script: [Transfer] = [
      .write(bytes("B5 62 06 08 00 00 0E 30")), .read([0, UInt8(rate.count)], after: [0xFD]),
      .read(rate), .write(CfgVALSET(items: [Self.item]).frame.encode()),
      .read([0, UInt8(Self.accepted.count)], after: [0xFD]), .read(Self.accepted),
    ]
    let operations: [UBloxOperation] = [
      .send(.cfgRATE), .readLength, .readStream, .send(.cfgVALSET), .readLength, .readStream,
    ]
    let bus = ScriptedBus(script, at: .ublox, failingAt: index)
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    let error = failure { () throws(UBloxError) in
      try receiver.start(configuration: [Self.item], delay: &delay)
    }
    #expect(error == .transfer(.timedOut(.ublox), during: operations[index]))
    #expect(bus.isUsedUp)
  }

  @Test("silence is waited out three times, then it is an error")
  func reportsSilence() {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    let error = failure { () throws(UBloxError) in try receiver.detect(delay: &delay) }
    #expect(error == .noAnswer(to: .cfgRATE, attempts: 3))
    #expect(bus.writes == [[UInt8]](repeating: bytes("B5 62 06 08 00 00 0E 30"), count: 3))
    #expect(delay.total == .milliseconds(3300))
    #expect(
      "\(UBloxError.noAnswer(to: .cfgRATE, attempts: 3))".contains("UBX-CFG-RATE (0x06 0x08)"))
  }

  @Test("a configuration is repeated when its answer gets lost")
  func repeats() throws {
    let bus = StreamBus()
    bus.answers[.cfgVALSET] = [[], Self.accepted]
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    try receiver.configure([Self.item], delay: &delay)
    #expect(bus.writes.count == 2)
    #expect(delay.total >= .milliseconds(1100))
  }

  @Test("a refusal is an error at once and names the keys")
  func reportsRefusal() {
    let bus = StreamBus()
    bus.answers[.cfgVALSET] = [Self.refused, Self.accepted]
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    let error = failure { () throws(UBloxError) in
      try receiver.configure([Self.item], delay: &delay)
    }
    #expect(error == .refused([.i2cInputRTCM3]))
    #expect(bus.writes.count == 1)
    #expect("\(UBloxError.refused([.i2cInputRTCM3]))".contains("0x10710004"))
  }

  @Test("an answer to another message is not taken for the one awaited")
  func ignoresOtherAnswers() {
    let bus = StreamBus()
    let other = UBXAcknowledgement(isAccepted: true, messageID: .cfgMSG).frame.encode()
    bus.answers[.cfgVALSET] = [other, other, other, Self.accepted]
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    let error = failure { () throws(UBloxError) in
      try receiver.configure([Self.item], delay: &delay)
    }
    #expect(error == .noAnswer(to: .cfgVALSET, attempts: 3))
    #expect(delay.total == .milliseconds(3300))
  }

  @Test("an answer that was waiting before is not taken for the one awaited")
  func ignoresOldAnswers() throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    bus.waiting = Self.refused
    try receiver.poll()
    bus.answers[.cfgVALSET] = [Self.accepted]
    try receiver.configure([Self.item], delay: &delay)
    #expect(bus.writes.count == 1)
  }

  @Test("more than 64 items go out in several messages")
  func splitsLongConfigurations() throws {
    let bus = StreamBus()
    bus.answers[.cfgVALSET] = [Self.accepted, Self.accepted, Self.accepted]
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    let items = [UBXConfigurationItem](repeating: Self.item, count: 130)
    try receiver.configure(items, layers: [.ram, .flash], delay: &delay)
    var scanner = UBXScanner()
    let counts = try bus.writes.flatMap { scanner.frames(in: $0) }.map { frame in
      try CfgVALSET(decoding: frame.payload.span).items.count
    }
    #expect(counts == [64, 64, 2])
  }

  @Test("the versions are asked for")
  func asksVersion() throws {
    let bus = StreamBus()
    bus.answers[.monVER] = [bytes(UBXPayloadTests.monVER)]
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    #expect(try receiver.requestVersion(delay: &delay)["MODEL"] == "ZED-F9P")
  }

  @Test("the configuration of a rover fits one message and has values for all keys")
  func fitsOneMessage() throws {
    let items = UBXConfigurationItem.rtkRover(measurementPeriodMilliseconds: 200)
    #expect(items.count <= CfgVALSET.maximumItemCount)
    let message = CfgVALSET(items: items)
    #expect(try CfgVALSET(decoding: message.encode().span) == message)
    // The expected bytes were made by pyubx2 1.4.
    #expect(
      message.frame.encode()
        == bytes(
          "B5 62 06 8A 3C 00 00 01 00 00 01 00 72 10 01 02 00 72 10 00 04 00 72 10 00 01 00 71 10 01 04 00 71 10 01 01 00 21 30 C8 00 06 00 91 20 01 33 00 91 20 01 8D 00 91 20 01 68 02 91 20 01 01 00 92 20 07 30 A1"
        ))
  }

  @Test("values of four and eight bytes go out whole, those of unknown size not at all")
  func sizesValues() throws {
    let items = [
      UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x4052_0001), 460_800),
      UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x50B1_001A), 0x0123_4567_89AB_CDEF),
      UBXConfigurationItem(.measurementPeriod, 1),
    ]
    let message = CfgVALSET(layers: [.ram, .flash], items: items)
    // The expected bytes were made by pyubx2 1.4.
    #expect(
      message.frame.encode()
        == bytes(
          "B5 62 06 8A 1E 00 00 05 00 00 01 00 52 40 00 08 07 00 1A 00 B1 50 EF CD AB 89 67 45 23 01 01 00 21 30 01 00 83 49"
        ))
    #expect(try CfgVALSET(decoding: message.encode().span) == message)
    let unknown = UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x7021_0001), 1)
    #expect(CfgVALSET(items: [unknown]).encode() == [0, 1, 0, 0])
    #expect(try CfgVALSET(decoding: [0, 1, 0, 0].span).items == [])
  }

  @Test(
    "keys are those of the interface description",
    arguments: [
      (.i2cExtendedTimeout, 0x1051_0002), (.i2cInputUBX, 0x1071_0001),
      (.i2cInputNMEA, 0x1071_0002), (.i2cInputRTCM3, 0x1071_0004), (.i2cOutputUBX, 0x1072_0001),
      (.i2cOutputNMEA, 0x1072_0002), (.i2cOutputRTCM3, 0x1072_0004),
      (.measurementPeriod, 0x3021_0001), (.navigationRate, 0x3021_0002),
    ] as [(UBXConfigurationKey, UInt32)])
  func numbersKeys(key: UBXConfigurationKey, number: UInt32) { #expect(key.rawValue == number) }
}
