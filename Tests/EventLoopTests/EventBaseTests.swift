import Platform
import Testing

@testable import EventLoop

#if canImport(Glibc)
  import Glibc
#endif

@Suite("The loop's timers")
struct EventBaseTests {
  @Test(
    "timers never run out before their time",
    arguments: [
      (.zero, 0, 0), (.nanoseconds(1), 0, 1), (.microseconds(1), 0, 1), (.nanoseconds(1001), 0, 2),
      (.milliseconds(2500), 2, 500_000), (.seconds(3), 3, 0),
      (Duration(secondsComponent: 0, attosecondsComponent: 1_000_000_000_001), 0, 2),
    ] as [(Duration, Int, Int)])
  func roundsUp(duration: Duration, seconds: Int, microseconds: Int) {
    #expect(EventBase.roundedUp(duration) == (seconds, microseconds))
  }

  @Test("a timer runs out in the loop, and not once it was stopped")
  func stopsTimer() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    pipe.wake()
    var (wakes, ticks) = (0, [Int]())
    base.run(
      onTimer: { ticks.append(wakes) },
      onWake: {
        // Unread bytes wake the loop again at once.
        wakes += 1
        if wakes == 1 { base.setTimer(.zero) }
        if wakes == 50 { base.setTimer(.zero) }
        if wakes == 50 { base.setTimer(nil) }
        if wakes == 100 { base.stop() }
      })
    #expect(ticks.count == 1 && ticks.allSatisfy { $0 < 50 })
  }

  @Test("who is woken hears so before a timer that has run out")
  func wakesFirst() throws {
    let pipe = WakeUpPipe()
    let base = try EventBase(wokenBy: pipe.descriptor)
    pipe.wake()
    base.setTimer(.zero)
    var events: [String] = []
    base.run(
      onTimer: {
        events.append("timer")
        base.stop()
      }, onWake: { events.append("wake") })
    #expect(events.first == "wake" && events.last == "timer")
  }

  @Test("a loop stays as long as a listener or a client's socket that is freed in it")
  func outlivesMembers() throws {
    let pipe = WakeUpPipe()
    var base: EventBase? = try EventBase(wokenBy: pipe.descriptor)
    weak let loop = base
    var listener: Listener?
    var peer: Peer?
    if let base {
      listener = try Listener(on: base, host: "127.0.0.1", port: 0)
      peer = Peer(dup(pipe.descriptor), on: base, onData: { _ in }, onEnd: {})
    }
    base = nil
    try #require(loop != nil && listener != nil && peer != nil)
    listener = nil
    #expect(loop != nil)
    peer = nil
    #expect(loop == nil)
  }

  #if os(Linux)
    @Test("a loop that has gone gives back its descriptors")
    func givesBack() async {
      await #expect(processExitsWith: .success) {
        let pipe = WakeUpPipe()
        let before = dup(pipe.descriptor)
        for _ in 0..<100 { _ = try EventBase(wokenBy: pipe.descriptor) }
        try #require(dup(pipe.descriptor) < before + 100)
      }
    }
  #endif
}
