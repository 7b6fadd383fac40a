import Foundation
import RTCMStreams
import RTCMText
import TestSupport
import Testing
import TextOutput

@Suite("Statistics of a stream")
struct StreamStatisticsTests {
  @Test("what is no frame is counted as such")
  func counts() throws {
    let bytes = [0xD3, 0x00] + FrameDescriptionTests.example + [0x41]
    var statistics = StreamStatistics()
    statistics.consume(bytes.span)
    statistics.finish()
    var json = JSONWriter()
    json.object { statistics.writeMembers(to: &$0) }
    let object = try FrameDescriptionTests.object(json.text)
    #expect(object["frames"] as? [String: Int] == ["1005": 1])
    #expect(object["total_frames"] as? Int == 1)
    #expect(object["frame_bytes"] as? Int == 25)
    #expect(object["other_bytes"] as? Int == 3)
    #expect(object["bytes"] as? Int == 28)
  }

  @Test("the table names each type")
  func table() {
    var statistics = StreamStatistics()
    let bytes = FrameDescriptionTests.example
    statistics.consume(bytes.span)
    statistics.finish()
    #expect(statistics.table.contains("1005  Station position       1     25"))
    #expect(statistics.table.contains("1 frames in 25 bytes"))
  }

  @Test(
    "messages are called what they are",
    arguments: [
      (1077, "GPS MSM7"), (1137, "NavIC MSM7"), (1081, "GLONASS MSM1"), (1033, "Receiver"),
      (4072, "u-blox"), (4001, "Proprietary"),
    ])
  func names(type: UInt16, name: String) throws {
    #expect(try #require(MessageName.of(type)).hasPrefix(name))
  }

  @Test("a number that nobody has given out has no name", arguments: [0, 1078, 1080, 1138, 2000])
  func unknown(type: UInt16) {
    #expect(MessageName.of(type) == nil)
  }
}
