import NtripProtocol
import RTCMParser
import TestSupport
import Testing

@testable import NtripClient

@Suite("What is measured of a stream as it passes")
struct StreamMeterTests {
  private let machine = NtripClientMachine(
    to: NtripURL(host: "h", mountpoint: "M"), retry: nil, seed: 1)

  @Test("pauses are from one frame to the next, gaps those of more than five seconds")
  func pauses() {
    var meter = StreamMeter()
    let frame = QuirkCaster.frame
    #expect(meter.statistics(machine, at: .seconds(9)).age == nil)
    for second in [10, 12, 20, 25] {
      let (start, end) = (Array(frame.prefix(9)), Array(frame.dropFirst(9)))
      let early = meter.consume(start.span, at: .seconds(second) - .milliseconds(500))
      let whole = meter.consume(end.span, at: .seconds(second))
      #expect(!early && whole)
    }
    let statistics = meter.statistics(machine, at: .seconds(28))
    #expect(statistics.frames.total == 4 && statistics.gaps == 1)
    #expect(statistics.longestPause == .seconds(8) && statistics.age == .seconds(3))
  }

  @Test("whoever says nothing of it verifies the caster, and goes through no proxy of his own")
  func defaults() {
    let options = NtripTransportOptions()
    #expect(options.verifiesCaster && options.proxy == nil && options.trustedCertificates == nil)
  }
}
