import RINEX
import RTCMStreams
import TestSupport
import Testing

@testable import UBloxRaw

/// Logs of real receivers, compared with the words and schedules of this module.
@Suite("Receivers' logs")
struct ReceiverLogTests {
  static let logs = [
    "jdesbonnet__pairA_rover-20181004-1237.ubx", "jdesbonnet__pairB_rover-20181004-1532.ubx",
  ]

  /// Returns the events in the first bytes of a log.
  static func events(of log: String, byteCount: Int = 150_000) throws -> [RawLogReader.Event] {
    var (reader, events) = (RawLogReader(), [RawLogReader.Event]())
    let bytes = Array(try SharedCaptures.bytes(of: log).prefix(byteCount))
    reader.consume(bytes.span) { events.append($0) }
    return events
  }

  private func words(of log: String, from constellation: Constellation) throws -> [[UInt32]] {
    try Self.events(of: log).compactMap {
      guard case .words(let message) = $0 else { return nil }
      return message.signal.constellation == constellation ? message.words : nil
    }
  }

  @Test(
    "GPS words have our parity, and its turned bits", .compares(with: .captures), arguments: logs)
  func gpsParity(log: String) throws {
    let subframes = try words(of: log, from: .gps)
    #expect(subframes.count > 50)
    let others = subframes.filter { words in
      LNAVWords(sources: words.map { $0 >> 6 & 0xFF_FFFF }).words != words
    }
    // In one log, a satellite's first subframe does not match its first word.
    #expect(others.count <= 1)
  }

  @Test("GLONASS strings have our check bits", .compares(with: .captures), arguments: logs)
  func glonassCheckBits(log: String) throws {
    let strings = try words(of: log, from: .glonass)
    #expect(strings.count > 50)
    for words in strings {
      var bits = BitWriter()
      for word in words.prefix(3) { bits.append(UInt64(word), count: 32) }
      let bytes = bits.bytes
      var data = BitWriter()
      data.append(bytes.span.bits(at: 1, count: 38), count: 38)
      data.append(bytes.span.bits(at: 39, count: 38), count: 38)
      #expect(
        UInt64(GLONASSString.checkBits(of: data.bytes)) == bytes.span.bits(at: 77, count: 8))
    }
  }

  @Test(
    "subframes and strings come when the schedule says, in the frames that we number",
    .compares(with: .captures), arguments: logs)
  func schedule(log: String) throws {
    let glonass = try #require(NavigationSchedule(constellation: .glonass, satelliteNumber: 1))
    let gps = try #require(NavigationSchedule(constellation: .gps, satelliteNumber: 1))
    var (checked, pages, last) = (0, 0, GPSTime?.none)
    for event in try Self.events(of: log, byteCount: 450_000) {
      if case .epoch(let epoch) = event { last = epoch.time }
      guard let last, case .words(let message) = event else { continue }
      // The words of a second follow its epoch, whose clock may be a few milliseconds off.
      let window = (
        last.advanced(byNanoseconds: -1_500_000_000), last.advanced(byNanoseconds: 500_000_000)
      )
      let isGPS = message.signal.constellation == .gps
      let slots = (isGPS ? gps : glonass).slots(endingAfter: window.0, through: window.1)
      // A string without a known time has the highest bit of its fourth word set.
      guard let slot = slots.first, isGPS || message.words[3] >> 31 == 0 else { continue }
      checked += 1
      if slot.message == .lnavIonosphere { pages += 1 }
      if isGPS {
        #expect(slot.message == Self.lnav(in: message.words))
        #expect(slot.end.millisecondsOfWeek / 6000 == Int(message.words[1] >> 13 & 0x1_FFFF))
      } else {
        #expect(slot.message == .glonass(string: Int(message.words[0] >> 27 & 15)))
        #expect(message.words[3] == frameWord(of: slot))
      }
    }
    #expect(checked > 100)
    #expect(pages > 3 || log != Self.logs[0])
  }

  /// Returns the piece that the words of a subframe identify; 56 is on page 18 (IS-GPS-200N, table 20-V).
  private static func lnav(in words: [UInt32]) -> NavigationMessage? {
    let (subframe, satellite) = (Int(words[1] >> 8 & 7), words[2] >> 22 & 63)
    if subframe <= 3 { return .lnav(subframe: subframe) }
    return subframe == 4 && satellite == 56 ? .lnavIonosphere : nil
  }

  /// Returns the fourth word of a string sent in a slot.
  private func frameWord(of slot: NavigationSlot) -> UInt32 {
    let ephemeris = BroadcastEphemeris.glonass(GLONASSEphemeris(satelliteID: 1))
    let messages = try? NavigationBroadcast().messages(
      of: ephemeris, endingAfter: slot.start, through: slot.end)
    return messages?.last?.message.words.last ?? 0
  }

  @Test(
    "observations are those that convbin reads", .compares(with: .captures, .convbin),
    arguments: logs)
  func agreesWithConvbin(log: String) throws {
    let bytes = Array(try SharedCaptures.bytes(of: log).prefix(150_000))
    let reference = GPSTime(week: 2021, secondsOfWeek: 390_000)
    let theirs = try Convbin.convert(bytes, format: "ubx", near: reference).observations
    var ours: [String: ObservationEpoch] = [:]
    for case .epoch(let epoch) in try Self.events(of: log) {
      ours[rinexTime(of: epoch.time)] = epoch
    }
    #expect(theirs.epochs.count > 50)
    var equal = 0
    for epoch in theirs.epochs {
      guard let our = ours[epoch.time] else {
        Issue.record("no epoch \(epoch.time)")
        continue
      }
      equal += compare(epoch, with: our)
    }
    #expect(equal > 5000)
  }

  @Test(
    "RINEX of a whole log is convbin's, values and losses of lock",
    .compares(with: .captures, .convbin))
  func rinex() throws {
    let bytes = try SharedCaptures.bytes(of: Self.logs[1])
    let reference = GPSTime(week: 2021, secondsOfWeek: 402_000)
    let theirs = try Convbin.convert(bytes, format: "ubx", near: reference).observations
    let ours = RINEXFile(rinex(of: bytes, near: reference))
    try #require(ours.epochs.map(\.time) == theirs.epochs.map(\.time))
    #expect(ours.epochs.count == 1180)
    var (doppler, locks, all) = (0, 0, 0)
    for (our, their) in zip(ours.epochs, theirs.epochs) {
      #expect(Set(our.observations.keys) == Set(their.observations.keys), "\(our.time)")
      for (key, value) in our.observations {
        guard let other = their.observations[key] else { continue }
        all += 1
        let isDoppler = key.contains(" D")
        if isDoppler && value.value != other.value { doppler += 1 }
        #expect(abs(value.value - other.value) < (isDoppler ? 0.0011 : 0.0001), "\(key)")
        if value.lossOfLock != other.lossOfLock { locks += 1 }
      }
    }
    #expect(all > 80_000)
    // The exceptions are Doppler in sixteenths of a hertz after conversion to metres, and slips that
    // RTKLIB finds in phases it leaves out.
    #expect(doppler <= 5 && locks <= 3)
  }

  /// Returns the observation file of a log.
  private func rinex(of bytes: [UInt8], near reference: GPSTime) -> [UInt8] {
    var (reader, epochs) = (RawLogReader(greatestPhaseDeviation: 0.02), [ObservationEpoch]())
    reader.consume(bytes.span) { if case .epoch(let epoch) = $0 { epochs.append(epoch) } }
    var survey = RINEXSurvey(near: reference)
    for epoch in epochs { survey.add(epoch) }
    survey.finish()
    var (writer, text) = (RINEXObservationWriter(of: survey), [UInt8]())
    writer.appendHeader(to: &text)
    for epoch in epochs { writer.append(epoch, to: &text) }
    writer.finish(to: &text)
    return text
  }

  @Test("a phase that moves by half a cycle is locked anew, and one that is not sure left out")
  func halfCycles() throws {
    var message = RxmRAWX()
    (message.week, message.timeOfWeek) = (2021, 1000)
    var measurement = RawMeasurement(
      of: UBloxSignal(gnssID: 0, satelliteID: 5, signalID: 0))
    measurement.status = [.pseudorangeValid, .carrierPhaseValid, .halfCycleResolved]
    (measurement.pseudorange, measurement.carrierPhase) = (2e7, 1e8)
    (measurement.lockTimeMilliseconds, measurement.carrierPhaseDeviationIndex) = (64_500, 5)
    var log: [UInt8] = []
    func send(_ change: (inout RawMeasurement) -> Void) {
      change(&measurement)
      message.measurements = [measurement]
      log += message.frame.encode()
      message.timeOfWeek += 1
    }
    send { _ in }
    send { $0.status.insert(.halfCycleSubtracted) }
    send { _ in }
    send { $0.carrierPhaseDeviationIndex = 6 }
    var (reader, epochs) = (RawLogReader(greatestPhaseDeviation: 0.02), [ObservationEpoch]())
    let bytes = log
    reader.consume(bytes.span) { if case .epoch(let epoch) = $0 { epochs.append(epoch) } }
    let observations = epochs.flatMap(\.observations)
    #expect(observations.map(\.minimumLockTimeMilliseconds) == [64_500, 0, 1000, 2000])
    #expect(observations.map { $0.phase != nil } == [true, true, true, false])
  }
}
