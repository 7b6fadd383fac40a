import Foundation
import RTCMStreams
import TestSupport
import Testing

@Suite("Arrival times beside a capture")
struct CaptureTimingTests {
  private func arrivals(_ text: String) throws -> [CaptureArrival] {
    let bytes = Array(text.utf8)
    return try CaptureTiming.arrivals(timing: bytes.span)
  }

  private func arrivals(tag bytes: [UInt8], of length: Int) throws -> [CaptureArrival] {
    try CaptureTiming.arrivals(tag: bytes.span, of: length)
  }

  @Test("ours are read as they are written")
  func roundTrip() throws {
    let arrivals = [
      CaptureArrival(time: .milliseconds(1_780_315_200_250), count: 512),
      CaptureArrival(time: .milliseconds(1_780_315_201_000), count: 1),
    ]
    let bytes = arrivals.flatMap { $0.encode() }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\"t\":1780315200.250,\"n\":512}\n{\"t\":1780315201.000,\"n\":1}\n")
    let read = try self.arrivals(String(decoding: bytes, as: UTF8.self))
    #expect(read == arrivals)
  }

  @Test("members in any order, others beside them, blank lines and CR LF are read over")
  func lenient() throws {
    let read = try arrivals("{ \"n\" : 7, \"from\": 1, \"t\" : -0.5 }\r\n\r\n{\"t\":1,\"n\":2}\n")
    #expect(
      read == [
        CaptureArrival(time: .milliseconds(-500), count: 7),
        CaptureArrival(time: .seconds(1), count: 2),
      ])
    #expect(try arrivals("").isEmpty)
  }

  @Test("a last line that was cut short is left out")
  func interrupted() throws {
    #expect(try arrivals("{\"t\":1,\"n\":2}\n{\"t\":2,\"n").count == 1)
    #expect(try arrivals("{\"t\":1,\"n\":2}\n{\"t\":2,\"n\":33}").count == 1)
  }

  @Test(
    "another line is told by its number",
    arguments: [
      "<html>", "{\"t\":1}", "{\"n\":1}", "{\"t\":1,\"n\":-2}", "{\"t\":1e5,\"n\":2}",
      "{\"t\":99999999999999,\"n\":2}", "[]", "{t:1,n:2}",
    ])
  func refuses(line: String) {
    #expect(throws: CaptureTimingError.badLine(2)) { try arrivals("{\"t\":1,\"n\":2}\n\(line)\n") }
  }

  // MARK: RTKLIB's time tags

  /// Returns a file as `str2str -out FILE::T` writes it, with positions of 4 or 8 bytes.
  private func tag(_ entries: [(UInt32, UInt64)], positionSize: Int) -> [UInt8] {
    var bytes = Array("TIMETAG RTKLIB 2.4.3".utf8)
    bytes += [UInt8](repeating: 0, count: 76 - bytes.count)
    for (time, position) in entries {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: time >> UInt32(8 * $0)) }
      bytes += (0..<positionSize).map { UInt8(truncatingIfNeeded: position >> UInt64(8 * $0)) }
    }
    return bytes
  }

  @Test("RTKLIB's tag gives what came from one entry to the next", arguments: [4, 8])
  func readsTag(positionSize: Int) throws {
    let bytes = tag(
      [(101, 0), (301, 32_768), (301, 65_536), (900, 70_619)], positionSize: positionSize)
    let read = try arrivals(tag: bytes, of: 70_619)
    #expect(
      read == [
        CaptureArrival(time: .milliseconds(301), count: 32_768),
        CaptureArrival(time: .milliseconds(301), count: 32_768),
        CaptureArrival(time: .milliseconds(900), count: 5083),
      ])
    // The last entry is truncated and ignored.
    let cut = try arrivals(tag: bytes.dropLast(), of: 70_619)
    #expect(cut.count == 2)
  }

  @Test("what is no tag, or that of a longer capture, is told")
  func refusesTag() {
    let bytes = tag([(1, 5), (2, 900)], positionSize: 4)
    #expect(throws: CaptureTimingError.otherCapture) {
      try arrivals(tag: bytes, of: 800)
    }
    #expect(throws: CaptureTimingError.noTag) {
      try arrivals(tag: Array(bytes.dropFirst()), of: 900)
    }
    #expect(throws: CaptureTimingError.noTag) {
      try arrivals(tag: Array("TIMETAG RTKLIB".utf8), of: 900)
    }
  }

  @Test(
    "str2str's own tag is read, in both its forms", .compares(with: .captures, .str2str),
    arguments: ["", "::P=8"])
  func readsStr2str(option: String) throws {
    let folder = try TemporaryFolder()
    let capture = try SharedCaptures.bytes(of: "swift__trimble.rtcm")
    let file = try folder.write(capture, to: "in.rtcm3")
    // The input file is read without pauses, so its arrival times are those of str2str's writes.
    let program = try RunningProgram(
      "str2str",
      ["-in", "file://\(file)", "-out", "file://\(folder.path("out.rtcm3"))::T\(option)"])
    // str2str writes the tag after the bytes, and never ends by itself.
    func read() -> [CaptureArrival] {
      let bytes = (try? folder.bytes(of: "out.rtcm3.tag")) ?? []
      return (try? self.arrivals(tag: bytes, of: capture.count)) ?? []
    }
    while read().reduce(0, { $0 + $1.count }) < capture.count { sched_yield() }
    program.end()
    let copy = try folder.bytes(of: "out.rtcm3")
    #expect(copy == capture)
    let arrivals = read()
    #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect((arrivals.last?.time ?? .zero) < .seconds(60))
  }
}
