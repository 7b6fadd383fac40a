import SensorDrivers
import SensorTestKit
import Testing

@Suite("u-blox receiver: reading")
struct UBloxReceiverTests {
  static func epoch(_ timeOfWeek: UInt32, fine: Bool = true) -> [UInt8] {
    var coarse = NavPVT()
    coarse.timeOfWeekMilliseconds = timeOfWeek
    (coarse.fixType, coarse.flags) = (.threeDimensional, [.gnssFixOK])
    (coarse.latitudeE7, coarse.longitudeE7) = (454_781_291, 92_277_907)
    coarse.heightMillimetres = 162_345
    if !fine { return coarse.frame.encode() }
    return coarse.frame.encode() + finer(timeOfWeek).frame.encode()
  }

  static func finer(_ timeOfWeek: UInt32) -> NavHPPosLLH {
    var fine = NavHPPosLLH()
    fine.timeOfWeekMilliseconds = timeOfWeek
    (fine.latitudeE9, fine.longitudeE9) = (45_478_129_066, 9_227_790_712)
    fine.heightTenths = 1_623_453
    (fine.horizontalAccuracyTenths, fine.verticalAccuracyTenths) = (140, 210)
    return fine
  }

  @Test("reads the length, then the stream without a register")
  func reads() throws {
    let stream = bytes(UBXPayloadTests.navPVT) + bytes(UBXPayloadTests.navHPPosLLH)
    let bus = ScriptedBus(
      [.read([0, UInt8(stream.count)], after: [0xFD]), .read(stream)], at: .ublox)
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [.navPVT, .navHPPosLLH, .solution])
    let latest = receiver.solution
    let solution = try #require(latest)
    let position = try #require(solution.position)
    #expect(solution.isHighPrecision)
    #expect(position.latitude == 45.478129066)
    #expect(position.longitude == 9.227790712)
    #expect(position.height == 162.3453)
    #expect(solution.meanSeaLevelHeightMetres == 115.1796)
    #expect(solution.horizontalAccuracyMetres == 0.014)
    #expect(solution.carrierSolution == .fixed)
    #expect(solution.isDifferential)
    #expect(bus.isUsedUp)
  }

  @Test("each failing transfer is named", arguments: [0, 1])
  func namesFailedTransfer(index: Int) {
    let script: [Transfer] = [.read([0, 4], after: [0xFD]), .read([0xFF, 0xFF, 0xFF, 0xFF])]
    var receiver = UBloxReceiver(on: ScriptedBus(script, at: .ublox, failingAt: index))
    let error = failure { () throws(UBloxError) in _ = try receiver.poll() }
    let operation: UBloxOperation = index == 0 ? .readLength : .readStream
    #expect(error == .transfer(.timedOut(.ublox), during: operation))
    #expect("\(UBloxError.transfer(.timedOut(.ublox), during: operation))".contains("0xF"))
  }

  @Test("filler bytes inside the stream are read over, where the length is sure")
  func readsOverFiller() throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    bus.waiting = [UInt8](repeating: 0xFF, count: 256) + Self.epoch(1000)
    #expect(try receiver.poll().contains(.solution))
    #expect(bus.waiting.isEmpty)
  }

  @Test("NMEA and RTCM in the stream are passed over, and a frame may span polls")
  func toleratesOtherProtocols() throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    let stream = UBXScannerTests.nmea + UBXScannerTests.rtcm + Self.epoch(1000)
    bus.waiting = Array(stream.prefix(150))
    #expect(try !receiver.poll().contains(.solution))
    bus.waiting = Array(stream.dropFirst(150))
    #expect(try receiver.poll().contains(.solution))
    #expect(receiver.streamCounts.frames == 2)
  }

  @Test("a long stream is read whole, in pieces")
  func readsInPieces() throws {
    let bus = StreamBus()
    bus.waiting = (1...20).flatMap { Self.epoch(1000 * $0) }
    let length = bus.waiting.count
    var receiver = UBloxReceiver(on: bus)
    try receiver.poll()
    #expect(receiver.solution?.timeOfWeekMilliseconds == 20_000)
    #expect(bus.readLengths.reduce(0, +) == length)
    #expect(bus.readLengths.allSatisfy { $0 <= 256 })
  }

  @Test(
    "a length that cannot be is not read",
    arguments: ["FF FF", "7F 00", "7F FF", "FF 10", "10 01", "90 01"])
  func refusesImpossibleLength(length: String) throws {
    let bus = StreamBus()
    bus.waiting = Self.epoch(1000)
    bus.bogusLengths = [bytes(length)]
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [])
    #expect(bus.readLengths == [])
    #expect(try receiver.poll().contains(.solution))
  }

  @Test(
    "a length of a receiver that is not ready costs one read of filler",
    arguments: ["00 7F", "00 FF", "8F FF"])
  func stopsAtFiller(length: String) throws {
    let bus = StreamBus()
    bus.bogusLengths = [bytes(length)]
    var receiver = UBloxReceiver(on: bus)
    try receiver.poll()
    #expect(bus.readLengths.count == 1)
    #expect(receiver.streamCounts.otherBytes == 0)
  }

  @Test("a true length of 127 or 255 bytes is read", arguments: [127, 255])
  func readsSuspiciousLength(length: Int) throws {
    let bus = StreamBus()
    let epoch = Self.epoch(1000, fine: false)
    bus.waiting = [UInt8](repeating: 0x24, count: length - epoch.count) + epoch
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll().contains(.navPVT))
  }

  @Test("the most that a receiver keeps is read whole")
  func readsLongestStream() throws {
    let bus = StreamBus()
    bus.waiting = [UInt8](repeating: 0x24, count: 4096)
    var receiver = UBloxReceiver(on: bus)
    try receiver.poll()
    #expect(receiver.streamCounts.otherBytes == 4096)
  }

  @Test(
    "filler is part of the stream at a sure length, and of nothing at a doubtful one",
    arguments: [
      ([0xFF, 0xFF], nil, 2), ([0x7F, 0xFF], nil, 2), ([0xFF], [0x80, 0x01], 0),
      ([0x7F], [0x80, 0x01], 0), ([0x7F], [0x00, 0x7F], 0), ([0xFF, 0x24], [0x80, 0x03], 3),
      ([0x7F, 0x24], [0x80, 0x03], 3), ([0x24], [0x80, 0x02], 2), ([], [0x01, 0x7F], 383),
      ([], [0x01, 0xFF], 511),
    ] as [([UInt8], [UInt8]?, Int)])
  func tellsFiller(waiting: [UInt8], length: [UInt8]?, read: Int) throws {
    let bus = StreamBus()
    bus.waiting = waiting
    bus.bogusLengths = length.map { [$0] } ?? []
    var receiver = UBloxReceiver(on: bus)
    try receiver.poll()
    #expect(receiver.streamCounts.otherBytes == read)
  }

  @Test("a set highest bit of the length is taken away")
  func clearsHighestBit() throws {
    let bus = StreamBus()
    bus.waiting = Self.epoch(1000)
    bus.bogusLengths = [[0x80, UInt8(bus.waiting.count)]]
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll().contains(.solution))
  }

  @Test("halves of different epochs are not joined")
  func joinsOneEpochOnly() throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    bus.waiting = Self.epoch(1000, fine: false) + Self.finer(2000).frame.encode()
    try receiver.poll()
    #expect(receiver.solution?.isHighPrecision == false)
    #expect(receiver.solution?.timeOfWeekMilliseconds == 1000)
  }

  @Test("once fine positions come, an epoch waits for its finer half, but not for ever")
  func waitsForFinerHalf() throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    bus.waiting = Self.epoch(1000)
    try receiver.poll()
    bus.waiting = Self.epoch(2000, fine: false)
    #expect(try receiver.poll() == [.navPVT])
    #expect(receiver.solution?.timeOfWeekMilliseconds == 1000)
    bus.waiting = Self.epoch(3000, fine: false)
    #expect(try receiver.poll() == [.navPVT, .solution])
    #expect(receiver.solution?.isHighPrecision == false)
  }

  @Test("without a valid fix there is no position")
  func givesNoPosition() throws {
    let payload = try UBXPayloadTests.payload(UBXPayloadTests.navPVT)
    var coarse = try NavPVT(decoding: payload.span)
    coarse.fixType = .noFix
    #expect(UBloxSolution(coarse, nil).position == nil)
    coarse.fixType = .threeDimensional
    coarse.positionFlags = .invalidPosition
    #expect(UBloxSolution(coarse, nil).position == nil)
    coarse.positionFlags = []
    coarse.flags = []
    #expect(UBloxSolution(coarse, nil).position == nil)
    coarse.flags = .gnssFixOK
    var fine = Self.finer(coarse.timeOfWeekMilliseconds)
    fine.flags = .invalidPosition
    #expect(UBloxSolution(coarse, fine).position == coarse.position)
    #expect(!UBloxSolution(coarse, fine).isHighPrecision)
  }

  @Test(
    "each kind of fix that has a position gives one",
    arguments: [
      (NavPVT.FixType.noFix, false), (.deadReckoning, true), (.twoDimensional, true),
      (.threeDimensional, true), (.combined, true), (.timeOnly, false),
    ])
  func givesPosition(fixType: NavPVT.FixType, isGiven: Bool) {
    var coarse = NavPVT()
    (coarse.fixType, coarse.flags) = (fixType, .gnssFixOK)
    #expect((UBloxSolution(coarse, nil).position != nil) == isGiven)
  }

  @Test("a solution has its quantities in metres, from the finer half where there is one")
  func convertsUnits() throws {
    var coarse = NavPVT()
    (coarse.timeOfWeekMilliseconds, coarse.satelliteCount) = (1000, 17)
    (coarse.fixType, coarse.flags) = (.threeDimensional, .gnssFixOK)
    (coarse.latitudeE7, coarse.longitudeE7) = (454_781_291, -92_277_907)
    (coarse.heightMillimetres, coarse.meanSeaLevelHeightMillimetres) = (162_345, 115_180)
    (coarse.horizontalAccuracyMillimetres, coarse.verticalAccuracyMillimetres) = (1400, 2100)
    let rough = UBloxSolution(coarse, nil)
    #expect(
      rough.position
        == GeodeticPosition(latitude: 45.4781291, longitude: -9.2277907, height: 162.345))
    #expect(rough.meanSeaLevelHeightMetres == 115.18)
    #expect((rough.horizontalAccuracyMetres, rough.verticalAccuracyMetres) == (1.4, 2.1))
    #expect((rough.timeOfWeekMilliseconds, rough.satelliteCount) == (1000, 17))
    #expect(!rough.isDifferential && !rough.isHighPrecision)
    let fine = UBloxSolution(coarse, Self.finer(1000))
    #expect((fine.horizontalAccuracyMetres, fine.verticalAccuracyMetres) == (0.014, 0.021))
    #expect(fine.isHighPrecision)
    #expect(UBloxSolution(coarse, Self.finer(2000)) == rough)
  }

  @Test("observations that were used are kept apart from other corrections")
  func keepsUsedObservations() throws {
    let bus = StreamBus()
    var observation = RxmRTCM()
    (observation.use, observation.messageType) = (.used, 1077)
    bus.waiting = observation.frame.encode() + bytes(UBXPayloadTests.rxmRTCM)
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [.rxmRTCM, .usedObservation])
    #expect(receiver.messages.usedObservation == observation)
    #expect(receiver.messages.rxmRTCM?.messageType == 1005)
    #expect(receiver.messages.correctionUse.used == 2)
  }

  @Test("each update has a bit of its own")
  func tellsUpdatesApart() {
    let updates: [UBloxUpdates] = [
      .solution, .navPVT, .navHPPosLLH, .navRelPosNED, .rxmRTCM, .information, .version, .rate,
      .acknowledgement, .usedObservation,
    ]
    #expect(updates.map(\.rawValue) == (0..<10).map { 1 << $0 })
  }

  @Test("versions, rates and answers are kept and told")
  func keepsAnswers() throws {
    let bus = StreamBus()
    let answer = UBXAcknowledgement(isAccepted: false, messageID: .cfgRATE)
    bus.waiting =
      bytes(UBXPayloadTests.monVER) + CfgRATE().frame.encode() + answer.frame.encode()
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [.version, .rate, .acknowledgement])
    let rate = try #require(receiver.messages.rate)
    #expect((rate.measurementPeriodMilliseconds, rate.navigationRate) == (1000, 1))
    #expect(rate.timeReference == 1)
    #expect(receiver.messages.acknowledgement == answer)
    #expect(receiver.messages.version?["MODEL"] == "ZED-F9P")
  }

  @Test("reports on corrections, texts and baselines are kept")
  func keepsOtherMessages() throws {
    let bus = StreamBus()
    var failed = RxmRTCM()
    failed.isCRCFailed = true
    var unused = RxmRTCM()
    unused.use = .notUsed
    bus.waiting =
      bytes(UBXPayloadTests.rxmRTCM) + failed.frame.encode() + unused.frame.encode()
      + UBXScannerTests.text.encode() + bytes(UBXPayloadTests.navRelPosNED)
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [.rxmRTCM, .information, .navRelPosNED])
    let messages = receiver.messages
    let use = messages.correctionUse
    #expect((use.used, use.notUsed, use.crcFailed) == (1, 1, 1))
    #expect(messages.information?.level == .warning)
    #expect(messages.information?.text == "no corrections")
    #expect(messages.navRelPosNED?.referenceStationID == 2003)
  }

  @Test("a message of another layout is counted, not believed")
  func countsMalformed() throws {
    let bus = StreamBus()
    bus.waiting = UBXFrame(.navPVT, payload: [UInt8](repeating: 3, count: 84)).encode()
    var receiver = UBloxReceiver(on: bus)
    #expect(try receiver.poll() == [])
    let messages = receiver.messages
    #expect(messages.malformedCount == 1)
    #expect(
      messages.decodingError
        == UBXDecodingError(messageID: .navPVT, reason: .length(expected: 92, actual: 84)))
  }
}
