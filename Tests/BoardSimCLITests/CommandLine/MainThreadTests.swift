import Foundation
import Testing

@testable import BoardSimCLI

@Suite("A command's thread")
struct MainThreadTests {
  @Test("a command stays on the thread that runs it, whoever ends what it awaits")
  func stays() {
    let here = pthread_self()
    let isHere = { @Sendable in pthread_equal(pthread_self(), here) != 0 }
    let places = MainThread().run {
      var places = [isHere()]
      await Task.yield()
      places.append(isHere())
      let fromElsewhere = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: !isHere()) }
      }
      return places + [fromElsewhere, isHere()]
    }
    #expect(places == [true, true, true, true])
  }
}
