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
}
