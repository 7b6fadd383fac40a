import RINEX
import BoardSimulation
import GNSSBasics
import NtripProtocol
import RTCMParser
import RTCMText
import SensorDrivers
import Testing

@testable import VirtualBoard

@Suite("A start before 2017")
struct EarlierStartTests {
  /// 2015-06-01T12:00:00Z, a Monday, when GPS time was 16 s ahead of UTC.
  private static let start = UnixTime(seconds: 1_433_160_000)
  private static let millisecondsOfWeek = (24 + 12) * 3_600_000 + 16_000

  @Test("the built-in base's first epoch is at the start in GPS time of that day")
  func stream() throws {
    let headers = try Self.firstMessages().compactMap { message -> MSMHeader? in
      if case .msm(let observations) = message { observations.header } else { nil }
    }
    let time = headers.first?.epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 16)
    #expect(time == Self.millisecondsOfWeek)
  }

  @Test("the receiver tells the same time of the week, and the date")
  func receiver() throws {
    let board = SimulatedBoard(
      world: World(scenario: .standing), seed: 1, bootDate: Self.start)
    var delay = board.clock
    delay.pause(for: UBloxReceiverModel.startUpTime)
    var driver = UBloxReceiver(on: board.bus)
    try driver.start(delay: &delay)
    while driver.solution?.navPVT.unixTime == nil && board.clock.now < .seconds(100) {
      delay.pause(for: .milliseconds(200))
      try driver.poll()
    }
    let latest = driver.solution
    let solution = try #require(latest)
    let date = try #require(solution.navPVT.unixTime)
    let sinceStart = Int(date.duration(since: Self.start) / .milliseconds(1))
    #expect(sinceStart > 0 && sinceStart % 1000 == 0)
    #expect(Int(solution.timeOfWeekMilliseconds) == Self.millisecondsOfWeek + sinceStart)
  }

  @Test("RINEX of the stream has them in header and epochs")
  func rinex() throws {
    let start = try #require(GPSTime(Self.start))
    var survey = RINEXSurvey(near: start)
    for message in try Self.firstMessages() { survey.add(message) }
    survey.finish()
    var writer = RINEXObservationWriter(of: survey)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    for message in try Self.firstMessages() { writer.append(message, to: &text) }
    writer.finish(to: &text)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("    16 ") && $0.hasSuffix("LEAP SECONDS") })
    #expect(lines.contains { $0.hasPrefix("> 2015 06 01 12 00 16.0000000") })
  }

  private static func firstMessages() throws -> [RTCMMessage] {
    var feed = try BuiltInBase.feed(from: start)
    var messages: [RTCMMessage] = []
    var scanner = FrameScanner()
    let part = feed.next()
    let bytes = try #require(part)
    scanner.consume(bytes.span) { frame in
      if let message = try? RTCMMessage(decoding: frame.payload) { messages.append(message) }
    }
    return messages
  }
}
