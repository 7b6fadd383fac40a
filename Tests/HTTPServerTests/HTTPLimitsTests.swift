@testable import HTTPServer
import Testing

@Suite("An HTTP listener's limits")
struct HTTPLimitsTests {
  @Test("a head has ten seconds, a request half a minute, the next head both")
  func service() {
    var limits = HTTPLimits()
    #expect(limits.head == .seconds(10) && limits.request == .seconds(30))
    #expect(limits.silence == .seconds(32) && limits.nextHead == .seconds(40))
    #expect(limits.tick == .seconds(1))
    (limits.head, limits.request) = (.seconds(9), .seconds(4))
    #expect(limits.tick == .milliseconds(400))
  }
}
