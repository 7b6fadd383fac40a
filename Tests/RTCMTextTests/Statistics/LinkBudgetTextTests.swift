import RTCMStreams
import RTCMText
import TestSupport
import Testing
import TextOutput

@Suite("A link's budget as JSON")
struct LinkBudgetTextTests {
  @Test("has the verdict, the figures before and after, and what to leave out")
  func json() throws {
    var stream = SyntheticStream()
    for second in 0..<20 {
      try stream.append(1077, epoch: 1000 * second, payload: 394)
      try stream.append(1087, day: 3, time: 1000 * second, payload: 194)
    }
    let statistics = SyntheticStream.statistics(stream.bytes)
    var json = JSONWriter()
    json.object { LinkBudget(of: statistics, capacity: 450).write(to: &$0) }
    let link = try JSONDocument(json.text)
    #expect(link.text("link.result") == "fail")
    #expect(link.number("link.bytes_per_second") == 450)
    #expect(link.number("link.mean_bytes_per_second") == 600)
    #expect(link.number("link.busiest_second_bytes") == 600)
    #expect(json.text.contains(#""leave_out":[{"type":1087,"reason":""#))
    #expect(json.text.contains(#""saves_bytes_per_second":200.0,"#))
    #expect(json.text.contains(#""saves_busiest_second_bytes":200}]"#))
    #expect(link.number("link.mean_bytes_per_second_left") == 400)
    #expect(link.number("link.busiest_second_bytes_left") == 400)
    #expect(json.text.contains(#""is_enough":true"#))
  }
}
