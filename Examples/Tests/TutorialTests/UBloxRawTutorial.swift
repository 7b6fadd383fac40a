import RTCMStreams
import Testing
import UBloxRaw

@Suite("Tutorial and guides: UBloxRaw")
struct UBloxRawTutorial {
  /// A log of a receiver, as RTCM 3.
  struct LogConverter {
    private(set) var rtcm: [UInt8] = []
    private(set) var findings: [String] = []
    private var reader = RawLogReader()

    mutating func consume(_ bytes: [UInt8]) {
      var events: [RawLogReader.Event] = []
      reader.consume(bytes.span) { event in events.append(event) }
      for event in events { take(event) }
    }

    private mutating func take(_ event: RawLogReader.Event) {
      switch event {
      case .epoch(let epoch):
        do {
          for message in try epoch.messages(msm: 7, stationID: 42) { rtcm += try message.frame() }
        } catch { findings.append("\(error)") }
      case .finding(let finding): findings.append("\(finding)")
      case .unreadable(let error): findings.append("\(error)")
      case .undated(let error): findings.append("\(error)")
      case .ephemeris(let ephemeris):
        do { rtcm += try ephemeris.message.frame() } catch { findings.append("\(error)") }
      case .words: break  // what ephemerides are put together of
      }
    }
  }

  @Test("what a stream says, a receiver's log says too, and the way back")
  func thereAndBack() throws {
    let log = try Self.log(of: Array(Fixture.milanBase().prefix(100_000)))

    var converter = LogConverter()
    for start in stride(from: 0, to: log.count, by: 1000) {
      converter.consume(Array(log[start..<min(start + 1000, log.count)]))
    }
    print(log.count, "bytes of UBX become", converter.rtcm.count, "of RTCM 3")
    print(converter.findings.prefix(3))

    var statistics = StreamStatistics()
    statistics.consume(converter.rtcm.span)
    statistics.finish()
    #expect(statistics.epochs >= 60 && statistics.counts.otherBytes == 0)
    #expect(converter.findings.isEmpty)
  }

  /// What a receiver at the base would have sent.
  static func log(of stream: [UInt8]) throws -> [UInt8] {
    var (scanner, log) = (FrameScanner(), [UInt8]())
    var writer = RawStreamWriter()
    var assembler = EpochAssembler(near: GPSTime(week: 2421, secondsOfWeek: 129_600))
    try scanner.consume(stream.span) { frame in
      let message = try RTCMMessage(decoding: frame.payload)
      if let ephemeris = BroadcastEphemeris(message) { writer.ephemerides.append(ephemeris) }
      try assembler.add(message) { epoch in log += try writer.bytes(at: epoch) }
    }
    try assembler.finish { epoch in log += try writer.bytes(at: epoch) }
    return log
  }

  @Test("the pieces of a satellite's message come at their times")
  func schedules() throws {
    let noon = GPSTime(week: 2421, secondsOfWeek: 129_600)
    let schedule = try #require(NavigationSchedule(constellation: .gps, satelliteNumber: 5))
    let soon = noon.advanced(byNanoseconds: 30_000_000_000)
    let slots = schedule.slots(endingAfter: noon, through: soon)
    for slot in slots { print(slot.end.millisecondsOfWeek, slot) }
    // Subframes 1 to 3, which end 6 s apart; the almanac in 4 and 5 has no slots.
    #expect(slots.count == 3)
  }
}
