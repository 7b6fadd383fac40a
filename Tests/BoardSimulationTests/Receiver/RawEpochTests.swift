import SensorDrivers
import Testing
import UBloxRaw

@testable import BoardSimulation

@Suite("A receiver's raw measurements")
struct RawEpochTests {
  @Test("pieces of navigation messages that end together come in the order of channels")
  func pieceOrder() throws {
    let bench = ReceiverBench(seed: 7)
    #expect(
      bench.set([
        UBXConfigurationItem(.i2cOutputNMEA, 0), UBXConfigurationItem(.outputRxmSFRBX, 1),
      ]))
    bench.run(until: .seconds(60))
    let pieces = try frames(in: bench.run(until: .milliseconds(78_500)))
      .filter { $0.messageID == .rxmSFRBX }.map { try RxmSFRBX(decoding: $0.payload.span) }
    // The satellites of GPS end their subframes together, and the second word counts the subframes.
    let subframes = Dictionary(grouping: pieces.filter { $0.signal.constellation == .gps }) {
      $0.words[1] >> 13
    }
    #expect(subframes.count >= 2)
    for pieces in subframes.values {
      let channels = pieces.map(\.channel)
      #expect(channels.count > 4 && channels == channels.sorted())
    }
  }
}
