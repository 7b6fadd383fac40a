@testable import VirtualBoard
import BoardSimulation
import GNSSSimulation
import NtripProtocol
import RTCMParser
import TestSupport
import Testing

@Suite("The built-in base")
struct BuiltInBaseTests {
  private static let bootDate = World.defaultBootDate

  /// Returns the GPS time of the observations in a part of the stream, milliseconds of the week.
  private func time(in part: [UInt8]) -> Int? {
    var time: Int?
    var scanner = FrameScanner()
    scanner.consume(part.span) { frame in
      guard let header = try? MSMHeader(decoding: frame.payload) else { return }
      time = header.epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18)
    }
    return time
  }

  @Test("it begins with the capture that is in the repository, byte for byte")
  func isCommitted() throws {
    var feed = try BuiltInBase.feed(from: Self.bootDate)
    let epochs = try MilanBase.epochs
    #expect(epochs.count == 600)
    for (second, epoch) in epochs.enumerated() {
      #expect(feed.nextTime == .seconds(second))
      #expect(feed.next() == epoch)
    }
    // The stream continues after the capture's last epoch.
    #expect(feed.nextTime == .seconds(600))
    #expect(feed.next().flatMap { time(in: $0) } == 130_218_000)
  }

  @Test("a copy of it goes on from where it was made, the same way, also when it is left behind")
  func isValue() throws {
    var feed = try BuiltInBase.feed(from: Self.bootDate)
    _ = feed.next()
    var (behind, last) = (feed, feed)
    let parts = (0..<4).map { _ in feed.next() }
    for part in parts {
      #expect(behind.next() == part)
      #expect(last.next() == part)
      #expect(behind.nextTime == last.nextTime)
    }
    #expect(behind.nextTime == feed.nextTime)
  }

  @Test("its epochs are due at their own times, also when the board boots between two seconds")
  func isDated() throws {
    var feed = try BuiltInBase.feed(from: Self.bootDate.advanced(by: .milliseconds(3_600_250)))
    #expect(feed.nextTime == .milliseconds(750))
    #expect(feed.next().flatMap { time(in: $0) } == 129_618_000 + 3_601_000)
    #expect(feed.nextTime == .milliseconds(1750))
  }

  @Test("a week that ends is no interruption")
  func crossesWeekEnd() throws {
    // The feed starts at 2026-06-06T23:59:40Z, two seconds before the end of the GPS week.
    var feed = try BuiltInBase.feed(from: UnixTime(seconds: 1_780_790_380))
    let times = (0..<4).map { _ in feed.next().flatMap { time(in: $0) } }
    #expect(times == [604_798_000, 604_799_000, 0, 1000])
  }

  @Test("a date outside GPS time is refused")
  func needsDate() {
    #expect(throws: BaseStationConfigurationError.self) {
      try BuiltInBase.feed(from: UnixTime(seconds: 0))
    }
  }
}
