import Testing

@testable import UBloxRaw

@Suite("Limits of raw measurements")
struct RawLimitTests {
  private static func message() throws -> RxmRAWX {
    try RxmRAWX(decoding: RxmRAWXTests.payload.span)
  }

  @Test(
    "a time is from the first week to the last one that a time can have, its end included",
    arguments: [
      (0, 1, nil), (604_800, 1, nil), (604_800.001, 1, .timeOfWeek(604_800.001)),
      (-0.001, 1, .timeOfWeek(-0.001)), (0, 0, .unknownWeek), (0, 15_250, nil),
      (0, 15_251, .week(15_251)),
    ] as [(Double, UInt16, RawEpochError?)])
  func times(timeOfWeek: Double, week: UInt16, error: RawEpochError?) throws {
    var message = try Self.message()
    (message.timeOfWeek, message.week) = (timeOfWeek, week)
    var found: RawEpochError?
    do throws(RawEpochError) { _ = try message.observationEpoch() } catch { found = error }
    #expect(found == error)
  }

  @Test("the end of a week is the beginning of the next one")
  func weekEnd() throws {
    var message = try Self.message()
    (message.timeOfWeek, message.week) = (604_800, 2021)
    #expect(try message.observationEpoch().time == GPSTime(week: 2022, secondsOfWeek: 0))
  }

  @Test("reserved bytes and bits are ignored, and written as zeros")
  func reserved() throws {
    var payload = RxmRAWXTests.payload
    for index in [14, 15, 16 + 31, 48 + 31] { payload[index] = 0xFF }
    for index in [27, 28, 29] {
      payload[16 + index] |= 0xF0
      payload[48 + index] |= 0xF0
    }
    let message = try RxmRAWX(decoding: payload.span)
    #expect(message == (try Self.message()))
    #expect(message.encode() == RxmRAWXTests.payload)
    var measurement = message.measurements[0]
    measurement.pseudorangeDeviationIndex |= 0xF0
    measurement.carrierPhaseDeviationIndex |= 0xF0
    measurement.dopplerDeviationIndex |= 0xF0
    var bytes: [UInt8] = []
    measurement.write(to: &bytes)
    #expect(bytes == Array(RxmRAWXTests.payload[16..<48]))
  }

  @Test(
    "deviations have four bits, and the greatest of a phase says that it has none",
    arguments: [
      (0, 0.01, 0, 0.002), (1, 0.02, 0.004, 0.004), (14, 163.84, 0.056, 32.768),
      (15, 327.68, nil, 65.536), (16, 0.01, 0, 0.002), (31, 327.68, nil, 65.536),
    ] as [(UInt8, Double, Double?, Double)])
  func deviations(index: UInt8, code: Double, phase: Double?, doppler: Double) {
    var measurement = RawMeasurement(of: UBloxSignal(gnssID: 0, satelliteID: 1, signalID: 0))
    measurement.pseudorangeDeviationIndex = index
    measurement.carrierPhaseDeviationIndex = index
    measurement.dopplerDeviationIndex = index
    #expect(abs(measurement.pseudorangeDeviation - code) < 1e-9)
    #expect(abs((measurement.carrierPhaseDeviation ?? -1) - (phase ?? -1)) < 1e-9)
    #expect(abs(measurement.dopplerDeviation - doppler) < 1e-9)
  }

  @Test(
    "a GLONASS satellite has a frequency channel from -7 to 13",
    arguments: [(0, -7), (7, 0), (20, 13), (21, nil)] as [(UInt8, Int?)])
  func readsChannel(indicator: UInt8, channel: Int?) throws {
    var message = try Self.message()
    message.measurements[0].signal = UBloxSignal(gnssID: 6, satelliteID: 3, signalID: 0)
    message.measurements[0].frequencyIndicator = indicator
    var findings: [RawMeasurementFinding] = []
    let epoch = try message.observationEpoch { findings.append($0) }
    #expect(epoch.observations.count == (channel == nil ? 1 : 2))
    #expect(findings == (channel == nil ? [RawMeasurementFinding(.noFrequencyChannel, at: 0)] : []))
    if channel != nil { #expect(epoch.observations[0].glonassFrequencyChannel == channel) }
  }

  @Test(
    "a frequency channel outside -7 to 13 is not written",
    arguments: [(-8, nil), (-7, 0), (13, 20), (14, nil)] as [(Int, UInt8?)])
  func writesChannel(channel: Int, indicator: UInt8?) throws {
    let code = try #require(RINEXSignalCode("1C"))
    var epoch = try Self.message().observationEpoch()
    epoch.observations = [
      SignalObservation(
        constellation: .glonass, satelliteNumber: 3, code: code, glonassFrequencyChannel: channel)
    ]
    #expect(
      try RxmRAWX(epoch).measurements.map(\.frequencyIndicator) == [indicator].compactMap { $0 })
  }

  @Test("a message has up to 255 measurements")
  func count() throws {
    var epoch = try Self.message().observationEpoch()
    epoch.observations = Array(repeating: epoch.observations[0], count: 255)
    let payload = try RxmRAWX(epoch).encode()
    #expect(payload.count == RxmRAWX.greatestLength && payload.count == 16 + 255 * 32)
    #expect(payload[11] == 255)
    var message = try Self.message()
    message.measurements = Array(repeating: message.measurements[0], count: 256)
    #expect(message.encode().count == RxmRAWX.greatestLength)
  }

  @Test(
    "a carrier-to-noise ratio of 0 is none",
    arguments: [(0, nil), (1, 1), (99, 99)]
      as [(UInt8, Double?)])
  func ratio(cnr: UInt8, ratio: Double?) throws {
    var message = try Self.message()
    message.measurements[0].cnr = cnr
    #expect(try message.observationEpoch().observations[0].cnr == ratio)
  }

  @Test(
    "a lock time is written up to the receiver's greatest",
    arguments: [(-1, 0), (64_499, 64_499), (64_500, 64_500), (64_501, 64_500), (70_000, 64_500)]
      as [(Int, UInt16)])
  func lockTime(milliseconds: Int, written: UInt16) throws {
    var epoch = try Self.message().observationEpoch()
    epoch.observations[0].minimumLockTimeMilliseconds = milliseconds
    #expect(try RxmRAWX(epoch).measurements[0].lockTimeMilliseconds == written)
  }

  /// Returns the observations that a reader finds in measurements of one signal, one second apart.
  private static func observations(
    _ measurements: [RawMeasurement], greatestPhaseDeviation: Double = .infinity
  ) -> [SignalObservation] {
    var reader = RawLogReader(greatestPhaseDeviation: greatestPhaseDeviation)
    var observations: [SignalObservation] = []
    for (second, measurement) in measurements.enumerated() {
      var message = RxmRAWX()
      (message.week, message.timeOfWeek) = (2021, Double(second))
      message.measurements = [measurement]
      let bytes = message.frame.encode()
      reader.consume(bytes.span) { event in
        if case .epoch(let epoch) = event { observations += epoch.observations }
      }
    }
    return observations
  }

  @Test("after a step of half a cycle the shorter lock time counts, the receiver's or the step's")
  func halfCycles() throws {
    var measurement = try Self.message().measurements[0]
    let locks: [UInt16] = [64_500, 64_500, 64_500, 500, 1500]
    let measurements = locks.enumerated().map { second, lockTime in
      measurement.lockTimeMilliseconds = lockTime
      if second > 0 { measurement.status.insert(.halfCycleSubtracted) }
      return measurement
    }
    #expect(
      Self.observations(measurements).map(\.minimumLockTimeMilliseconds)
        == [64_500, 0, 1000, 500, 1500])
  }

  @Test(
    "a phase whose deviation is not told is left out where one is asked for",
    arguments: [(.infinity, 15, true), (0.02, 15, false), (0.02, 5, true), (0.02, 6, false)]
      as [(Double, UInt8, Bool)])
  func phases(greatest: Double, index: UInt8, isKept: Bool) throws {
    var measurement = try Self.message().measurements[0]
    measurement.carrierPhaseDeviationIndex = index
    let observations = Self.observations([measurement], greatestPhaseDeviation: greatest)
    #expect(observations.map { $0.phase != nil } == [isKept])
  }

  @Test("of a gap the pieces of its last minute are written")
  func gap() throws {
    var writer = RawStreamWriter()
    writer.ephemerides = [.gps(GPSEphemeris(satelliteID: 7))]
    let counts = try [0, 606, 1206].map { second in
      let time = GPSTime(week: 2317, secondsOfWeek: second)
      return try writer.bytes(at: ObservationEpoch(time: time, stationID: 0)).count
    }
    // Subframes end 6, 12 and 18 s after each half minute; a frame has 56 bytes.
    #expect(counts == [24, 6 * 56 + 24, 6 * 56 + 24])
  }
}

@Suite("Limits of navigation pieces")
struct NavigationPieceLimitTests {
  /// An ephemeris, by a name for messages.
  struct Sender: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let ephemeris: BroadcastEphemeris
    /// The number of words that a piece needs.
    let wordCount: Int
  }

  private static let glonass = {
    var orbit = GLONASSEphemeris(satelliteID: 24)
    orbit.frequencyChannelIndicator = 20
    return orbit
  }()

  static let senders = [
    Sender(testDescription: "GPS", ephemeris: .gps(GPSEphemeris(satelliteID: 7)), wordCount: 10),
    Sender(testDescription: "QZSS", ephemeris: .qzss(QZSSEphemeris(satelliteID: 2)), wordCount: 10),
    Sender(
      testDescription: "Galileo", ephemeris: .galileo(GalileoEphemeris(.inav(), satelliteID: 12)),
      wordCount: 8),
    Sender(
      testDescription: "BeiDou D1", ephemeris: .beidou(BeiDouEphemeris(satelliteID: 20)),
      wordCount: 10),
    Sender(
      testDescription: "BeiDou D2", ephemeris: .beidou(BeiDouEphemeris(satelliteID: 3)),
      wordCount: 10),
    Sender(testDescription: "GLONASS", ephemeris: .glonass(glonass), wordCount: 4),
  ]

  /// Returns the number of ephemerides that a minute of a sender's pieces gives, changed or not.
  private static func count(
    _ sender: Sender, _ change: (inout RxmSFRBX) -> Void = { _ in }
  ) throws -> Int {
    let start = NavigationWordTests.monday
    let messages = try NavigationBroadcast().messages(
      of: sender.ephemeris, endingAfter: start,
      through: start.advanced(byNanoseconds: 60_000_000_000))
    var collector = EphemerisCollector()
    return messages.count { _, message in
      var message = message
      change(&message)
      return collector.take(message) != nil
    }
  }

  @Test("an ephemeris that is repeated is told once", arguments: senders)
  func once(sender: Sender) throws {
    #expect(try Self.count(sender) == 1)
  }

  @Test("a piece has its words, or is none", arguments: senders)
  func words(sender: Sender) throws {
    #expect(try Self.count(sender) { $0.words = Array($0.words.prefix(sender.wordCount)) } == 1)
    #expect(try Self.count(sender) { $0.words = Array($0.words.prefix(sender.wordCount - 1)) } == 0)
    #expect(try Self.count(sender) { $0.words += [1] } == 1)
  }

  @Test(
    "a piece of another signal, or with another preamble, page or check, is none",
    arguments: [
      ("GPS", 0, 22), ("GPS", 0, 29), ("QZSS", 0, 25), ("Galileo", 0, 31), ("Galileo", 0, 30),
      ("Galileo", 4, 31), ("Galileo", 4, 30), ("BeiDou D1", 0, 19), ("BeiDou D2", 0, 29),
      ("GLONASS", 0, 20), ("GLONASS", 1, 0), ("GLONASS", 2, 12),
    ])
  func damaged(name: String, word: Int, bit: UInt32) throws {
    let sender = try #require(Self.senders.first { $0.testDescription == name })
    #expect(try Self.count(sender) { $0.words[word] ^= 1 << bit } == 0)
  }

  @Test(
    "signals with another message are not read",
    arguments: [
      ("GPS", 3, 0), ("GPS", 4, 0), ("QZSS", 5, 0), ("Galileo", 0, 1), ("Galileo", 3, 0),
      ("Galileo", 5, 1), ("Galileo", 6, 1),
    ] as [(String, UInt8, Int)])
  func signals(name: String, signalID: UInt8, count: Int) throws {
    let sender = try #require(Self.senders.first { $0.testDescription == name })
    #expect(try Self.count(sender) { $0.signal.signalID = signalID } == count)
  }

  @Test("subframes of GPS other than 1 to 3 are none", arguments: [0, 4, 5, 7] as [UInt32])
  func subframes(number: UInt32) throws {
    let count = try Self.count(Self.senders[0]) { message in
      if message.words[1] >> 8 & 7 == 1 {
        message.words[1] = message.words[1] & ~(7 << 8) | number << 8
      }
    }
    #expect(count == 0)
  }

  @Test("a GLONASS ephemeris is of the satellite that it names, on a channel up to 13")
  func slots() throws {
    let sender = try #require(Self.senders.last)
    #expect(try Self.count(sender) { $0.signal.satelliteID = 23 } == 0)
    #expect(try Self.count(sender) { $0.frequencyIndicator = 21 } == 0)
    #expect(try Self.count(sender) { $0.frequencyIndicator = 0 } == 1)
  }
}
