import Platform
import Testing

@Suite("Waking a thread")
struct WakerTests {
  @Test("many calls end one wait")
  func oneWait() {
    let waker = Waker()
    for _ in 0..<5 { waker.wake() }
    waker.wait()
    #expect(!waker.wait(atMost: .zero))
  }

  @Test("a call after a wait ends the next one")
  func nextWait() {
    let waker = Waker()
    for _ in 0..<3 {
      waker.wake()
      #expect(waker.wait(atMost: .zero))
    }
    #expect(!waker.wait(atMost: .zero))
  }

  @Test("a wait for a condition lasts until it holds, or as long as it may")
  func waitsForCondition() {
    let waker = Waker()
    var checks = 0
    waker.wait(atMost: .seconds(50)) {
      waker.wake()
      checks += 1
      return checks == 3
    }
    #expect(checks == 3)
    let other = Waker()
    checks = 0
    other.wait(atMost: .zero) {
      checks += 1
      return false
    }
    #expect(checks == 1)
  }

  @Test("who waits for a time lets others call meanwhile, and is woken by them")
  func wakesMeanwhile() throws {
    let (ping, pong) = (Waker(), Waker())
    let other = try #require(
      BackgroundThread {
        var rounds = 0
        while rounds < 1000, ping.wait(atMost: .seconds(20)) {
          pong.wake()
          rounds += 1
        }
      })
    var count = 0
    for _ in 0..<1000 {
      ping.wake()
      guard pong.wait(atMost: .seconds(20)) else { break }
      count += 1
    }
    #expect(count == 1000)
    other.join()
  }
}
