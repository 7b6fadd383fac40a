import Mathematics
import NtripProtocol
import Testing

@Suite("Retries")
struct RetryPolicyTests {
  private func delays(
    _ cause: NtripFailure.Cause, jitter: Double? = nil, count: Int = 10
  ) -> [Duration?] {
    var policy = RetryPolicy()
    policy.jitter = jitter ?? policy.jitter
    var generator = Xoshiro256(seed: 1, part: "test")
    return (1...count).map { policy.delay(afterFailures: $0, cause: cause, using: &generator) }
  }

  @Test("what passes by itself is retried soon, then less and less often")
  func backsOff() {
    let expected = [1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) }
    #expect(delays(.closed, jitter: 0, count: 7) == expected)
  }

  @Test(
    "refusals are retried late",
    arguments: [
      .wrongCredentials, .noSuchMountpoint(offered: 3), .notACaster("x"), .refused("x"),
      .noFrames(bytes: 1),
    ]
      as [NtripFailure.Cause])
  func late(cause: NtripFailure.Cause) {
    let expected = [60, 120, 240, 480, 900, 900].map { Duration.seconds($0) }
    #expect(delays(cause, jitter: 0, count: 6) == expected)
  }

  @Test("a ban is never retried")
  func banned() {
    #expect(delays(.banned, jitter: 0.25) == Array(repeating: nil, count: 10))
  }

  @Test("a caster's wish is met, within an hour")
  func retryAfter() {
    let wish = NtripFailure.Cause.unavailable(status: 503, retryAfter: .seconds(45))
    #expect(delays(wish, jitter: 0, count: 2) == [.seconds(45), .seconds(45)])
    let greedy = NtripFailure.Cause.unavailable(status: 503, retryAfter: .seconds(86_400))
    #expect(delays(greedy, jitter: 0, count: 1) == [.seconds(3600)])
  }

  @Test("delays are scattered by a quarter to either side, and the same for the same seed")
  func scatters() throws {
    let some = delays(.closed, count: 500).dropFirst(5).compactMap { $0 }
    #expect(some.allSatisfy { $0 >= .milliseconds(22_500) && $0 <= .milliseconds(37_500) })
    #expect(try #require(some.min()) < .seconds(24))
    #expect(try #require(some.max()) > .seconds(36))
    #expect(delays(.closed) == delays(.closed))
  }

  @Test("after a refusal no delay is shorter than its turn, by whatever scatter")
  func neverSooner() throws {
    let some = delays(.wrongCredentials, count: 500).dropFirst(4).compactMap { $0 }
    #expect(some.allSatisfy { $0 >= .seconds(900) && $0 <= .seconds(1125) })
    #expect(try #require(some.max()) > .seconds(1100))
  }

  @Test("a delay is doubled twenty times at most, and never below zero, however wide the scatter")
  func extremePolicies() {
    var policy = RetryPolicy()
    (policy.firstDelay, policy.longestDelay) = (.milliseconds(1), .seconds(100_000))
    policy.jitter = 0
    var generator = Xoshiro256(seed: 1, part: "test")
    let delays = [21, 22, 100].map {
      policy.delay(afterFailures: $0, cause: .closed, using: &generator)
    }
    #expect(delays == Array(repeating: .milliseconds(1 << 20), count: 3))
    #expect(self.delays(.closed, jitter: 5, count: 100).contains(.zero))
  }

  @Test("counts of failures far beyond any table are fine", arguments: [0, -1, 64, .max])
  func extremeCounts(failures: Int) throws {
    var generator = Xoshiro256(seed: 1, part: "test")
    let delay = RetryPolicy().delay(afterFailures: failures, cause: .closed, using: &generator)
    #expect(try #require(delay) <= .seconds(38))
  }
}
