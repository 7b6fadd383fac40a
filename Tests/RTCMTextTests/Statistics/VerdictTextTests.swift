import RTCMStreams
import RTCMText
import TestSupport
import Testing
import TextOutput

@Suite("The verdict on a stream in words")
struct VerdictTextTests {
  @Test("text has a line for each check, and below it what to do")
  func text() throws {
    var stream = SyntheticStream()
    for second in 0..<30 { try stream.append(1077, epoch: 1000 * second) }
    let verdict = StreamVerdict(of: SyntheticStream.statistics(stream.bytes))
    #expect(
      verdict.text == """
        pass  observation rate   1 Hz, 30 epochs
        pass  observation gaps   no epoch is missing at 1 Hz
        warn  station position   neither 1005 nor 1006 in 30 s
              -> give a minute of the stream at least; if there is none, let the base send 1005 or 1006 every 10 s
        pass  observation kinds  GPS MSM7
        pass  ephemerides        none: fine for RTK, the rover has them from the satellites
        pass  station id         7 in all messages
        pass  crc                no frame has a wrong CRC
        pass  stray bytes        every byte belongs to a frame
        verdict: warn
        """)
  }

  @Test("JSON has the same, with the checks' names as they are")
  func json() throws {
    var json = JSONWriter()
    json.object { json in StreamVerdict(of: SyntheticStream().statistics).write(to: &json) }
    let checks = [
      #"{"check":"observation_rate","result":"fail","finding":"no observations","#,
      #""remedy":"switch MSM4 or MSM7 on at the base (1074 or 1077, 1084, 1094, 1124)"},"#,
      #"{"check":"station_position","result":"fail","#,
      #""finding":"neither 1005 nor 1006: no rover can use the stream","#,
      #""remedy":"let the base send 1005 or 1006 every 10 s"},"#,
      #"{"check":"ephemerides","result":"pass","#,
      #""finding":"none: fine for RTK, the rover has them from the satellites","remedy":null},"#,
      #"{"check":"crc","result":"pass","finding":"no frame has a wrong CRC","remedy":null},"#,
      #"{"check":"stray_bytes","result":"pass","#,
      #""finding":"every byte belongs to a frame","remedy":null}"#,
    ]
    #expect(
      json.text == #"{"verdict":{"result":"fail","checks":["# + checks.joined() + "]}}")
  }

  @Test("what failed is told in one line")
  func failure() {
    #expect(
      StreamVerdict(of: SyntheticStream().statistics).failure
        == "observation_rate: no observations; station_position: neither 1005 nor 1006: "
        + "no rover can use the stream")
  }
}
