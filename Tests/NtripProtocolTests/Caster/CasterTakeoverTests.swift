import NtripMemory
import NtripProtocol
import TestSupport
import Testing

@Suite("Sources that take a mountpoint over")
struct CasterTakeoverTests {
  /// A push by user s or t, which one by the password.
  private static func request(_ password: String) -> String { "SOURCE \(password) /FIELD\r\n\r\n" }

  private static func harness() -> CasterHarness {
    CasterHarness(
      [Mountpoint(name: "FIELD", pushedThrough: StreamMeter())],
      users: "s:pw:FIELD:write\nt:other:FIELD:write")
  }

  /// Returns whether a second source is welcome, at a time in milliseconds from the first one's request.
  private static func takesOver(
    _ harness: inout CasterHarness, at milliseconds: Int, from address: String,
    password: String = "pw"
  ) -> Bool {
    harness.now = .milliseconds(milliseconds)
    let second = harness.connect(from: address)
    harness.say(request(password), from: second)
    return harness.text(for: second).hasPrefix("ICY 200 OK")
  }

  @Test(
    "who has said nothing for ten seconds loses it to anybody",
    arguments: [(9999, false), (10_000, true)])
  func silence(milliseconds: Int, isTaken: Bool) {
    var harness = Self.harness()
    let first = harness.connect(from: "1.1.1.1")
    harness.say(Self.request("pw"), from: first)
    let takesOver = Self.takesOver(
      &harness, at: milliseconds, from: "2.2.2.2", password: "other")
    #expect(takesOver == isTaken)
    #expect(harness.isClosed(first) == isTaken)
  }

  @Test(
    "who pushes loses it to the same client with the same login only, ten seconds after its request",
    arguments: [
      (9999, "1.1.1.1", "pw", false), (10_000, "1.1.1.1", "pw", true),
      (10_000, "2.2.2.2", "pw", false), (10_000, "1.1.1.1", "other", false),
    ])
  func pushing(milliseconds: Int, address: String, password: String, isTaken: Bool) throws {
    var harness = Self.harness()
    let first = harness.connect(from: "1.1.1.1")
    harness.say(Self.request("pw"), from: first)
    for second in 1...9 {
      harness.receive(try ObservationFrames.frame(1077, time: 1000 * second), from: first)
      harness.advance(to: .seconds(second))
    }
    let takesOver = Self.takesOver(
      &harness, at: milliseconds, from: address, password: password)
    #expect(takesOver == isTaken)
    #expect(harness.isClosed(first) == isTaken)
  }
}
