import Testing

@testable import BoardFirmware

@Suite("The account of a part")
struct PartMonitorTests {
  private var monitor = PartMonitor(backoff: Backoff())

  @Test("waits grow from attempt to attempt, and begin again only with a value")
  mutating func backoff() {
    var waits = (1...3).map { _ in monitor.failToStart("", at: .zero) }
    monitor.start(at: .zero)
    waits.append(monitor.failToStart("", at: .zero))
    #expect(waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
    monitor.start(at: .seconds(5))
    monitor.deliver(at: .seconds(6))
    let wait = monitor.failToStart("", at: .seconds(7))
    #expect(wait == .milliseconds(7500))
  }

  @Test("the third failed reading in a row gives it up")
  mutating func readings() {
    monitor.start(at: .zero)
    let first = monitor.failToRead("torn", at: .seconds(1))
    let second = monitor.failToRead("torn", at: .seconds(2))
    #expect(first == nil && second == nil)
    #expect(monitor.isStarted)
    let third = monitor.failToRead("torn", at: .seconds(3))
    #expect(third == .milliseconds(3500))
    #expect(!monitor.isStarted)
    #expect(monitor.status.error == "torn")
  }

  @Test("a value, a reading with nothing new and a new start end a row of failed readings")
  mutating func rows() {
    monitor.start(at: .zero)
    for end in [
      { _ = $0.staySilent("part", at: .seconds(1)) }, { $0.deliver(at: .seconds(1)) },
      { $0.start(at: .seconds(1)) },
    ] as [(inout PartMonitor) -> Void] {
      _ = monitor.failToRead("torn", at: .seconds(1))
      _ = monitor.failToRead("torn", at: .seconds(1))
      end(&monitor)
      let next = (0..<3).map { _ in monitor.failToRead("torn", at: .seconds(1)) }
      #expect(next.map { $0 == nil } == [true, true, false])
      monitor.start(at: .seconds(1))
      monitor.deliver(at: .seconds(1))
    }
  }

  @Test("ten seconds of silence are borne, from its start or its last value on, and no more")
  mutating func silence() {
    let instant = Duration.nanoseconds(1)
    monitor.start(at: .seconds(1))
    let borne = monitor.staySilent("part", at: .seconds(11))
    #expect(borne == nil)
    monitor.deliver(at: .seconds(11))
    let borneAgain = monitor.staySilent("part", at: .seconds(21))
    #expect(borneAgain == nil)
    let next = monitor.staySilent("part", at: .seconds(21) + instant)
    #expect(next == .milliseconds(21_500) + instant)
    #expect(monitor.status.error?.hasPrefix("part: it answers, but") == true)
    monitor.start(at: .seconds(22))
    let borneOnceMore = monitor.staySilent("part", at: .seconds(32))
    #expect(borneOnceMore == nil)
  }

  @Test("its status tells how it is, how often it started and when it last delivered")
  mutating func status() {
    #expect(monitor.status == SensorStatus() && !monitor.isStarted)
    _ = monitor.failToStart("no answer", at: .zero)
    #expect(monitor.status.state == .failed && monitor.status.error == "no answer")
    monitor.start(at: .seconds(1))
    #expect(monitor.status.state == .starting && monitor.status.error == nil)
    _ = monitor.failToRead("torn", at: .seconds(2))
    #expect(monitor.status.state == .failed && monitor.status.lastValue == nil)
    monitor.deliver(at: .seconds(3))
    #expect(monitor.status.state == .ok && monitor.status.error == nil)
    #expect(monitor.status.lastValue == .seconds(3) && monitor.status.starts == 1)
    #expect(monitor.status.age(at: .seconds(5)) == .seconds(2))
    #expect(monitor.status.age(at: .seconds(1)) == .zero)
  }
}
