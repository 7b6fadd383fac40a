import GNSSBasics
import Testing

@testable import BoardFirmware

@Suite("The schedule")
struct ScheduleTests {
  @Test("what is due first comes first, and equals in a fixed order")
  func order() {
    var schedule = Schedule()
    schedule[.sample] = .seconds(2)
    schedule[.poll] = .seconds(2)
    #expect(schedule.next.activity == .poll)
    schedule[.startPart] = .seconds(1)
    #expect(schedule.next == (.startPart, .seconds(1)))
    schedule[.startPart] = nil
    schedule[.startReceiver] = .seconds(2)
    #expect(schedule.next.activity == .startReceiver)
  }

  @Test("an activity keeps its beat and leaves out what it missed")
  func beat() {
    var schedule = Schedule()
    schedule[.poll] = .milliseconds(100)
    schedule.repeatActivity(.poll, every: .milliseconds(100), after: .milliseconds(130))
    #expect(schedule[.poll] == .milliseconds(200))
    schedule.repeatActivity(.poll, every: .milliseconds(100), after: .milliseconds(512))
    #expect(schedule[.poll] == .milliseconds(600))
    schedule.repeatActivity(.poll, every: .milliseconds(100), after: .milliseconds(700))
    #expect(schedule[.poll] == .milliseconds(800))
  }

  @Test("waits double up to the longest one")
  func backoff() {
    let waits = (1...9).map { Backoff().wait(afterFailures: $0) }
    #expect(
      waits
        == [.milliseconds(500)] + [1, 2, 4, 8, 8, 8, 8, 8].map { Duration.seconds($0) })
    #expect(Backoff().wait(afterFailures: 0) == .milliseconds(500))
    #expect(Backoff().wait(afterFailures: Int.max) == .seconds(8))
    #expect(Backoff(first: .zero).wait(afterFailures: 3) == .milliseconds(1))
  }

  @Test("intervals are a millisecond at least, and those of the original unless told otherwise")
  func intervals() {
    let usual = FirmwareConfiguration(bootDate: UnixTime(seconds: 0))
    #expect(usual.sampleInterval == .seconds(2))
    #expect(usual.receiverPollInterval == .milliseconds(100))
    let short = FirmwareConfiguration(
      bootDate: UnixTime(seconds: 0), sampleInterval: .zero, receiverPollInterval: .seconds(-1))
    #expect(short.sampleInterval == .milliseconds(1))
    #expect(short.receiverPollInterval == .milliseconds(1))
  }
}
