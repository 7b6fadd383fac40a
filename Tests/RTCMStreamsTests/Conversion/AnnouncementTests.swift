import TestSupport
import RTCMStreams
import Testing

@Suite("Announcements, 1013")
struct AnnouncementTests {
  private static let time = TransmissionTime(modifiedJulianDay: 60_000, secondOfDay: 1)
  private static let original = SystemParameters(
    stationID: 17, time: time,
    announcements: [
      (1006, 10), (1019, 2), (1077, 1), (1087, 1), (1097, 0.5), (1074, 5), (1230, 30),
    ].map { SystemParameters.Announcement(messageType: $0.0, interval: $0.1) })

  private func announced(_ set: (inout ConversionRules) -> Void) throws -> [UInt16: Double] {
    let stream = try RTCMMessage.systemParameters(Self.original).frame()
    let output = try #require(frames(of: converted(stream, set)).first)
    guard case .systemParameters(let message) = try decoded(output.payload) else { return [:] }
    #expect(message.time == Self.time)
    return Dictionary(
      uniqueKeysWithValues: message.announcements.map { ($0.messageType, $0.interval) })
  }

  @Test("types that are dropped, or not kept, are announced no longer")
  func dropped() throws {
    let dropped = try announced { $0.droppedTypes = [1087, 1230] }
    #expect(Set(dropped.keys) == [1006, 1019, 1077, 1097, 1074])
    let kept = try announced { $0.keptTypes = [1013, 1077] }
    #expect(kept == [1077: 1])
  }

  @Test("so are types of systems that are dropped")
  func constellations() throws {
    let dropped = try announced { $0.droppedConstellations = [.gps] }
    #expect(Set(dropped.keys) == [1006, 1087, 1097, 1230])
    let kept = try announced { $0.keptConstellations = [.galileo] }
    #expect(Set(kept.keys) == [1006, 1097])
  }

  @Test("types that are converted are announced once, under their new number")
  func converted4() throws {
    let reduced = try announced { $0.msmKind = 4 }
    #expect(reduced == [1006: 10, 1019: 2, 1074: 1, 1084: 1, 1094: 0.5, 1230: 30])
    let legacy = try announced { $0.legacyForm = LegacyForm(hasL2: false) }
    #expect(legacy == [1006: 10, 1019: 2, 1002: 1, 1010: 1, 1230: 30])
  }

  @Test(
    "observations that are thinned are announced at the interval that is left",
    arguments: [
      (1000, 1, 1, 5), (5000, 5, 5, 5), (2000, 2, 2, 10), (700, 7, 3.5, 35), (20, 1, 0.5, 5),
    ] as [(Int, Double, Double, Double)])
  func thinned(interval: Int, gps: Double, galileo: Double, other: Double) throws {
    let announced = try announced { $0.intervalMilliseconds = interval }
    #expect(announced[1006] == 10)
    #expect(announced[1019] == 2)
    #expect(announced[1077] == gps)
    #expect(announced[1097] == galileo)
    #expect(announced[1074] == other)
  }

  @Test("an interval stays within what DF057 can say, and none stays none")
  func limits() throws {
    var message = Self.original
    message.announcements = [0, 1.7].map { .init(messageType: 1077, interval: $0) }
    var rules = ConversionRules()
    rules.intervalMilliseconds = 86_400_000
    let adapted = message.adapted(to: rules)
    #expect(adapted.announcements.map(\.interval) == [0, 6553.5])
  }

  @Test("without rules that change types or intervals it stays bit for bit")
  func stays() throws {
    var message = Self.original
    message.announcements.append(message.announcements[0])
    let frame = try RTCMMessage.systemParameters(message).frame()
    #expect(converted(frame) { _ in } == frame)
    #expect(converted(frame) { $0.droppedTypes = [1005] } == frame)
    let cut = try framed([0x3F, 0x50, 0x01])  // 1013, truncated
    var rules = ConversionRules()
    rules.droppedTypes = [1005]
    let (output, counts) = converted(cut, by: rules)
    #expect(output == cut)
    #expect(counts.undecodable == 1)
  }
}
