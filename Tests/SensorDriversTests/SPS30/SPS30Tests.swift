import SensorDrivers
import SensorTestKit
import Testing

@Suite("SPS30 words")
struct SPS30WordsTests {
  @Test(
    "carry the right check byte",
    arguments: [
      (0xBEEF, 0x92), (0x0000, 0x81), (0x0001, 0xB0), (0x0300, 0xAC), (0x0500, 0xF6),
      (0x0009, 0x09), (0x3A80, 0xA7), (0xFFFF, 0xAC), (0x8000, 0xA2), (0x3FD0, 0xAE),
      (0xA3D7, 0xC0), (0x0230, 0x9D),
    ] as [(UInt16, UInt8)])
  func computesCRC(word: UInt16, crc: UInt8) {
    #expect(SPS30CRC.checksum(UInt8(word >> 8), UInt8(word & 0xFF)) == crc)
    #expect(SPS30Words.encode(word).span.array.last == crc)
  }

  @Test("every single flipped bit is found", arguments: 0..<24)
  func findsFlippedBit(bit: Int) {
    var word = SPS30Words.encode(0x3A80).span.array
    word[bit / 8] ^= 1 << (bit % 8)
    #expect(SPS30Words.firstCorruptWord(in: (SPS30Words.encode(7).span.array + word).span) == 1)
  }
}

@Suite("SPS30 driver")
struct SPS30Tests {
  static let type = words("00080000")
  static let start: [Transfer] = [
    .write([0xD3, 0x04]), .write([0xD0, 0x02]), .read(type), .write([0xD1, 0x00]),
    .read(SPS30Words.encode(0x0202).span.array), .write(bytes("00 10 03 00 AC")),
  ]
  static let ready: [Transfer] = [.write([0x02, 0x02]), .read(bytes("00 01 B0"))]
  static let cleanAir =
    [[UInt8]](repeating: bytes("00 00 81 00 00 81"), count: 9).flatMap { $0 }
    + bytes("3F D0 AE A3 D7 C0")
  static let well: [Transfer] = [.write([0xD2, 0x06]), .read(bytes("00 00 81 00 00 81"))]
  static let sample: [Transfer] = ready + [.write([0x03, 0x00]), .read(cleanAir)] + well

  /// Returns a text as words with CRC bytes.
  static func words(_ text: String) -> [UInt8] {
    let characters = Array(text.utf8)
    return stride(from: 0, to: characters.count, by: 2).flatMap { at in
      SPS30Words.encode(UInt16(characters[at]) << 8 | UInt16(characters[at + 1])).span.array
    }
  }

  /// Starts a driver on a scripted bus and reads one sample.
  static func run(
    _ bus: ScriptedBus
  ) -> (Result<SPS30Reading?, SPS30Error>, delay: RecordingDelay) {
    var delay = RecordingDelay()
    var sensor = SPS30(on: bus)
    do throws(SPS30Error) {
      try sensor.start(delay: &delay)
      return (.success(try sensor.readSample(delay: &delay)), delay)
    } catch { return (.failure(error), delay) }
  }

  /// Starts a driver, then reads one sample; the script has to be used up.
  static func read(_ script: [Transfer]) -> Result<SPS30Reading?, SPS30Error> {
    let bus = ScriptedBus(start + script, at: .sps30)
    let result = run(bus).0
    #expect(bus.isUsedUp)
    return result
  }

  @Test("starts in float format and reads clean air")
  func readsCleanAir() throws {
    let reading = try #require(try Self.read(Self.sample).get())
    #expect(reading.massPM10 == 0)
    #expect(reading.numberPM10 == 0)
    #expect(reading.typicalSizeMicrometres == 1.63)
  }

  static let operations: [(TransferDirection, SPS30Command)] = [
    (.writing, .reset), (.writing, .readProductType), (.reading, .readProductType),
    (.writing, .readFirmwareVersion), (.reading, .readFirmwareVersion),
    (.writing, .startMeasurement), (.writing, .readDataReady), (.reading, .readDataReady),
    (.writing, .readValues), (.reading, .readValues), (.writing, .readStatus),
    (.reading, .readStatus),
  ]

  @Test("each failing transfer is named and ends the call", arguments: operations.indices)
  func namesFailedTransfer(index: Int) {
    let bus = ScriptedBus(Self.start + Self.sample, at: .sps30, failingAt: index)
    let (direction, command) = Self.operations[index]
    let expected = SPS30Error.transfer(.timedOut(.sps30), direction, command)
    #expect(Self.run(bus).0 == .failure(expected))
    #expect(bus.isUsedUp)
    #expect("\(expected)".contains("\(command)"))
  }

  @Test("waits after reset and start")
  func waits() {
    let (_, delay) = Self.run(ScriptedBus(Self.start + Self.sample, at: .sps30))
    #expect(delay.pauses == [.milliseconds(100), .milliseconds(20), .milliseconds(5)])
  }

  @Test("there is no sample before data-ready")
  func reportsNoSample() throws {
    let script: [Transfer] = [
      .write([0x02, 0x02]), .read(bytes("00 00 81")), .write([0x03, 0x00]),
    ]
    #expect(try Self.read(script).get() == nil)
  }

  @Test("values come in the order of the datasheet")
  func ordersValues() throws {
    var sent = SPS30Reading()
    (sent.massPM1, sent.massPM25, sent.massPM4, sent.massPM10) = (5.1, 5.4, 5.5, 5.6)
    (sent.numberPM05, sent.numberPM1, sent.numberPM25) = (30.75, 35.2, 35.4)
    (sent.numberPM4, sent.numberPM10, sent.typicalSizeMicrometres) = (35.4, 35.4, 0.54)
    let frame = sent.encode().span.array
    // 5.1 is 40A33333, 30.75 is 41F60000 and 0.54 is 3F0A3D71 in IEEE 754.
    #expect(frame[0...1] == [0x40, 0xA3] && frame[3...4] == [0x33, 0x33])
    #expect(frame[24...25] == [0x41, 0xF6] && frame[27...28] == [0x00, 0x00])
    #expect(frame[54...55] == [0x3F, 0x0A] && frame[57...58] == [0x3D, 0x71])
    let script = Self.ready + [.write([0x03, 0x00]), .read(frame)] + Self.well
    let received = try Self.read(script).get()
    #expect(received == sent)
  }

  @Test("a sample is of clean air until something is set")
  func beginsClean() {
    let zeros = [[UInt8]](repeating: bytes("00 00 81 00 00 81"), count: 10).flatMap { $0 }
    #expect(SPS30Reading().encode().span.array == zeros)
  }

  @Test("minus zero is read as zero")
  func readsNegativeZero() throws {
    var frame = Self.cleanAir
    frame.replaceSubrange(0..<6, with: bytes("80 00 A2 00 00 81"))
    let reading = try #require(
      try Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)] + Self.well).get())
    #expect(reading.massPM1.sign == .plus)
  }

  @Test(
    "a value that is negative or no number is refused", arguments: [Float(-1), .nan, .infinity])
  func refusesImplausible(value: Float) {
    var sample = SPS30Reading()
    sample.numberPM4 = value
    let frame = sample.encode().span.array
    let result = Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)])
    #expect(result == .failure(.implausible(.readValues)))
  }

  /// Sensirion's own test requires this order of the values in every sample.
  @Test(
    "fewer particles up to a larger size than up to a smaller one are refused", arguments: 1..<9)
  func refusesDisorder(index: Int) {
    guard index != 4 else { return }  // number concentrations begin here
    var sample = SPS30Reading()
    for index in 0..<10 { sample[index] = 5 }
    sample[index] = 4.9
    let frame = sample.encode().span.array
    let result = Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)])
    #expect(result == .failure(.implausible(.readValues)))
  }

  @Test("an answer that was never given, all zeros, is refused")
  func refusesZeros() {
    let frame = SPS30Reading().encode().span.array
    let result = Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)])
    #expect(result == .failure(.implausible(.readValues)))
  }

  @Test("the ends of the ranges are refused", arguments: [(3...3, Float(1000)), (4...8, 3000)])
  func refusesSaturation(indices: ClosedRange<Int>, value: Float) {
    var sample = SPS30Reading()
    sample.typicalSizeMicrometres = 0.5
    for index in indices { sample[index] = value }
    let frame = sample.encode().span.array
    let result = Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)])
    #expect(result == .failure(.saturated))
    sample[indices.lowerBound] = value - 1
    let script =
      Self.ready + [.write([0x03, 0x00]), .read(sample.encode().span.array)] + Self.well
    #expect(throws: Never.self) { try Self.read(script).get() }
  }

  @Test(
    "a sample of a part whose status says that it is not well is refused",
    arguments: [
      (UInt32(1 << 21), "wrong speed"), (1 << 5, "laser"), (1 << 4, "stands still"),
    ])
  func refusesFailures(status: UInt32, word: String) {
    let answer =
      SPS30Words.encode(UInt16(status >> 16)).span.array
      + SPS30Words.encode(UInt16(truncatingIfNeeded: status)).span.array
    let script =
      Self.ready + [
        .write([0x03, 0x00]), .read(Self.cleanAir), .write([0xD2, 0x06]), .read(answer),
      ]
    let error = SPS30Error.deviceStatus(SPS30Status(rawValue: status))
    #expect(Self.read(script) == .failure(error))
    #expect("\(error)".contains(word))
  }

  @Test("an old firmware has no status to ask for")
  func leavesStatusOfOldFirmware() throws {
    var script = Self.start + Self.ready + [.write([0x03, 0x00]), .read(Self.cleanAir)]
    script[4].reply = SPS30Words.encode(0x0201).span.array
    let bus = ScriptedBus(script, at: .sps30)
    #expect(throws: Never.self) { try Self.run(bus).0.get() }
    #expect(bus.isUsedUp)
  }

  @Test("a part that has nothing new since it is idle is told from one that measures")
  func findsIdlePart() {
    var refused = Transfer.write([0x03, 0x00])
    refused.failure = .dataNotAcknowledged(.sps30, byteIndex: 1)
    let script: [Transfer] = [.write([0x02, 0x02]), .read(bytes("00 00 81")), refused]
    #expect(Self.read(script) == .failure(.notMeasuring))
    var held = refused
    held.failure = .lineHeld
    #expect(
      Self.read(Array(script.dropLast()) + [held])
        == .failure(.transfer(.lineHeld, .writing, .readValues)))
  }

  @Test("a part that does not hear is woken, by one command or two, and started")
  func wakes() throws {
    var deaf = Transfer.write([0xD3, 0x04])
    deaf.failure = .addressNotAcknowledged(.sps30)
    var listening = Transfer.write([0xD3, 0x04])
    listening.failure = .dataNotAcknowledged(.sps30, byteIndex: 1)
    var asleep = Transfer.write([0x11, 0x03])
    asleep.failure = .addressNotAcknowledged(.sps30)
    let wake = Transfer.write([0x11, 0x03])
    for waking in [[deaf, wake], [deaf, asleep, wake], [listening, wake]] {
      let bus = ScriptedBus(waking + Self.start + Self.sample, at: .sps30)
      #expect(throws: Never.self) { try Self.run(bus).0.get() }
      #expect(bus.isUsedUp)
    }
    let missing = ScriptedBus([deaf, asleep, asleep], at: .sps30)
    #expect(
      Self.run(missing).0
        == .failure(.transfer(.addressNotAcknowledged(.sps30), .writing, .wakeUp)))
  }

  @Test("started again after good samples, a part that measures still is left alone, once")
  func goesOn() throws {
    var delay = RecordingDelay()
    let still: [Transfer] = [.write([0xD0, 0x02]), .read(Self.type), .write([0x03, 0x00])]
    let bus = ScriptedBus(
      Self.start + Self.sample + still + Self.start + Self.sample, at: .sps30)
    var sensor = SPS30(on: bus)
    try sensor.start(delay: &delay)
    _ = try sensor.readSample(delay: &delay)
    try sensor.start(delay: &delay)
    try sensor.start(delay: &delay)
    _ = try sensor.readSample(delay: &delay)
    #expect(bus.isUsedUp)
  }

  @Test("one that is another, does not answer or is idle is reset")
  func resetsWhatDoesNotGoOn() throws {
    var (idle, lost) = (Transfer.write([0x03, 0x00]), Transfer.write([0xD0, 0x02]))
    idle.failure = .dataNotAcknowledged(.sps30, byteIndex: 1)
    lost.failure = .timedOut(.sps30)
    let asked = Transfer.write([0xD0, 0x02])
    for asking in [
      [lost], [asked, .read(Self.words("00080001"))], [asked, .read(Self.type), idle],
    ] {
      var delay = RecordingDelay()
      let bus = ScriptedBus(Self.start + Self.sample + asking + Self.start, at: .sps30)
      var sensor = SPS30(on: bus)
      try sensor.start(delay: &delay)
      _ = try sensor.readSample(delay: &delay)
      try sensor.start(delay: &delay)
      #expect(bus.isUsedUp)
    }
  }

  @Test("a damaged word is named", arguments: 0..<20)
  func namesCorruptWord(index: Int) {
    var frame = Self.cleanAir
    frame[index * 3] ^= 0x10
    let error = SPS30Error.checksum(.readValues, wordIndex: index)
    #expect(
      Self.read(Self.ready + [.write([0x03, 0x00]), .read(frame)]) == .failure(error))
    #expect("\(error)".contains("0x0300"))
  }

  @Test("another product is told apart")
  func tellsOtherProducts() {
    var script = Array(Self.start.prefix(3))
    script[2].reply = Self.words("00080001")
    let result = Self.run(ScriptedBus(script, at: .sps30)).0
    #expect(result == .failure(.unexpectedProductType("00080001")))
  }

  @Test("serial number, firmware and status are read")
  func readsIdentity() throws {
    var delay = RecordingDelay()
    let serial = Self.words("8F3A12C400B7D9E1" + String(repeating: "\0", count: 16))
    let bus = ScriptedBus(
      [
        .write([0xD0, 0x33]), .read(serial), .write([0xD1, 0x00]),
        .read(SPS30Words.encode(0x0203).span.array), .write([0xD2, 0x06]),
        .read(SPS30Words.encode(0x0020).span.array + SPS30Words.encode(0x0030).span.array),
        .write([0xD2, 0x10]),
      ], at: .sps30)
    var sensor = SPS30(on: bus)
    #expect(try sensor.serialNumber() == "8F3A12C400B7D9E1")
    #expect(try sensor.firmwareVersion() == SPS30FirmwareVersion(major: 2, minor: 3))
    #expect(
      try sensor.status(delay: &delay) == [.fanSpeedWarning, .laserError, .fanError])
    try sensor.clearStatus(delay: &delay)
    #expect(delay.pauses == [.milliseconds(5), .milliseconds(5)])
    #expect(bus.isUsedUp)
  }

  @Test("the cleaning interval is read and written as seconds")
  func setsCleaningInterval() throws {
    var delay = RecordingDelay()
    let bus = ScriptedBus(
      [
        .write([0x80, 0x04]), .read(bytes("00 09 09 3A 80 A7")),
        .write(bytes("80 04 00 00 81 02 30 9D")), .write(bytes("80 04 00 09 09 3A 80 A7")),
      ], at: .sps30)
    var sensor = SPS30(on: bus)
    #expect(try sensor.autoCleaningInterval(delay: &delay) == .seconds(604_800))
    try sensor.setAutoCleaningInterval(seconds: 560, delay: &delay)
    try sensor.setAutoCleaningInterval(seconds: 604_800, delay: &delay)
    #expect(delay.pauses == [.milliseconds(20), .milliseconds(20), .milliseconds(20)])
    #expect(bus.isUsedUp)
  }

  @Test("stop, cleaning, reset, sleep and wake-up are sent and waited for")
  func sendsCommands() throws {
    var delay = RecordingDelay()
    let bus = ScriptedBus(
      [
        .write([0x56, 0x07]), .write([0x01, 0x04]), .write([0xD3, 0x04]), .write([0x10, 0x01]),
        .write([0x11, 0x03]),
      ], at: .sps30)
    var sensor = SPS30(on: bus)
    try sensor.startFanCleaning(delay: &delay)
    try sensor.stop(delay: &delay)
    try sensor.reset(delay: &delay)
    try sensor.sleep(delay: &delay)
    try sensor.wakeUp(delay: &delay)
    #expect(delay.pauses == [5, 20, 100, 5, 5].map { .milliseconds($0) })
    #expect(bus.isUsedUp)
  }
}
