import RTCMStreams
import TestSupport
import Testing
import TextOutput

@testable import RTCMText

@Suite("Statistics of a stream as a table and as JSON")
struct StatisticsTableTests {
  /// Twenty seconds with a gap of three seconds, a position every ten, ephemerides of two satellites, and a
  /// bad frame.
  private static func stream() throws -> SyntheticStream {
    var stream = SyntheticStream()
    for second in 0..<20 where !(5..<8).contains(second) {
      try stream.append(1077, epoch: 1000 * second, payload: 94)
      if second % 10 == 0 { try stream.append(1006) }
      if second % 10 < 2 {
        stream.stationID = UInt16(second % 10 + 1) << 6  // the bits of 1019's satellite ID
        try stream.append(1019, payload: 61)
        stream.stationID = 7
      }
    }
    return stream
  }

  private static func statistics() throws -> StreamStatistics {
    let untyped = try RTCMFrame.encoding(payload: [0x3E].span)
    var damaged = try RTCMFrame.encoding(payload: [0x3E, 0xD0, 0, 0, 0, 0, 0, 0].span)
    damaged[5] ^= 1
    let cut: [UInt8] = [0xD3, 0x00, 0x13, 0x3E, 0xD0, 0x00, 0x00]
    return SyntheticStream.statistics(try stream().bytes + untyped + damaged + [0x41] + cut)
  }

  @Test("text stands to the left, numbers to the right, and no line ends in blanks")
  func table() throws {
    let table = try Self.statistics().table
    #expect(
      table
        == """
        type  message                              frames  bytes       rate  gaps
        1006  Station position and antenna height       2     52       10 s
        1019  GPS ephemeris                             4    268  10 s each
        1077  GPS MSM7                                 17   1700       1 Hz  3 missing, longest 4 s
        none  too short for a type                      1

        24 frames in 2049 bytes; 22 bytes are not part of a frame
        frames with a wrong CRC: 1; cut off at the end: 1
        17 epochs in 20 s; 101 bytes a second, 193 in the busiest
        """)
  }

  @Test("rates are told of the stream and of each type, in seconds")
  func json() throws {
    var json = JSONWriter()
    try json.object { json in
      let statistics = try Self.statistics()
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
    }
    let expected = #"""
      {"frames":{"1006":2,"1019":4,"1077":17,"none":1},"total_frames":24,"bad_crc":1,
      "truncated_at_eof_candidates":1,"reserved_header_bits":0,"too_short_at_eof":0,
      "no_preamble_bytes":20,"frame_bytes":2027,"other_bytes":22,"bytes":2049,
      "rates":{"seconds":20.000,"epochs":17,"epoch_interval_seconds":1.000,"missing_epochs":3,
      "longest_interval_seconds":4.000,"time_jumps":0,"frame_bytes_per_second":101.3,
      "busiest_second_bytes":193,"types":{
      "1006":{"frames":2,"bytes":52,"longest_frame_bytes":26,"bytes_per_second":2.6,"busiest_second_bytes":26,"epochs":2,
      "interval_seconds":10.000,"missing_epochs":null,
      "longest_pause_seconds":10.000,"station_ids":[7]},
      "1019":{"frames":4,"bytes":268,"longest_frame_bytes":67,"bytes_per_second":13.4,"busiest_second_bytes":67,"epochs":4,
      "interval_seconds":10.000,"missing_epochs":null,
      "longest_pause_seconds":9.000,"station_ids":[]},
      "1077":{"frames":17,"bytes":1700,"longest_frame_bytes":100,"bytes_per_second":85.0,"busiest_second_bytes":100,
      "epochs":17,"interval_seconds":1.000,"missing_epochs":3,
      "longest_pause_seconds":4.000,"station_ids":[7]}}}}
      """#
    #expect(json.text == expected.filter { $0 != "\n" })
  }

  @Test("a stream of one epoch has no rates, and an empty one no time")
  func withoutTime() throws {
    var stream = SyntheticStream()
    try stream.append(1077, epoch: 1000)
    #expect(stream.statistics.seconds == nil)
    #expect(stream.statistics.epochs == 1)
    #expect(stream.statistics.table.hasSuffix("cut off at the end: 0"))
    #expect(!stream.statistics.table.contains("none"))
    #expect(SyntheticStream().statistics.epochs == 0)
    #expect(SyntheticStream().statistics.timeJumps == 0)
  }
}
