import RTCMStreams
import TestSupport
import Testing

@testable import NtripMemory
@testable import NtripProtocol

@Suite("What a meter sees of a source")
struct StreamMeterTests {
  private let meter = StreamMeter()
  private let record = StreamRecord(mountpoint: "FIELD")

  private static func frame(_ type: UInt16 = 1077, second: Int = 0) throws -> [UInt8] {
    try ObservationFrames.frame(type, time: second * 1000)
  }

  /// Returns frames a second apart, of at least `bytes` bytes in total.
  private static func frames(_ type: UInt16, bytes: Int) throws -> [UInt8] {
    var stream: [UInt8] = []
    while stream.count < bytes { stream += try frame(type, second: stream.count % 86_400) }
    return stream
  }

  @discardableResult
  private func push(_ bytes: [UInt8]) -> [UInt8] { meter.filter.pass(bytes.span) }

  private func description() -> StreamRecord? { meter.filter.describe(record) }

  @Test("nothing has gone through it at first, then all bytes are counted")
  func counts() throws {
    #expect(meter.reading.byteCount == 0 && meter.reading.cuts == 0)
    let frame = try Self.frame()
    push(Array(frame.prefix(9)))
    #expect(meter.reading.byteCount == 9)
    push(Array(frame.dropFirst(9)) + frame)
    #expect(meter.reading.byteCount == 2 * frame.count)
    #expect(meter.reading.statistics.frames.total == 2)
  }

  @Test("whole frames go on, each once, however they come", arguments: [1, 7, 28, 100])
  func passes(pieceSize: Int) throws {
    let stream = try (0..<10).flatMap { try Self.frame(second: $0) }
    var passed: [UInt8] = []
    for start in stride(from: 0, to: stream.count, by: pieceSize) {
      passed += push(Array(stream[start..<min(start + pieceSize, stream.count)]))
    }
    #expect(passed == stream)
  }

  @Test("a source that goes within a frame is cut, one that goes behind it is not")
  func cuts() throws {
    let frame = try Self.frame()
    push(frame)
    meter.filter.cut()
    #expect(meter.reading.cuts == 0)
    push(Array(frame.dropLast()))
    meter.filter.cut()
    #expect(meter.reading.cuts == 1)
    #expect(push(frame) == frame)
  }

  @Test("what has no frame in it is not described, and one frame is enough")
  func describes() throws {
    #expect(description() == nil)
    push(Array("hello, I am no stream".utf8))
    #expect(description() == nil)
    meter.filter.cut()
    push(try Self.frame())
    let seen = try #require(description())
    #expect(seen.mountpoint == "FIELD" && seen.format == "RTCM 3.2")
    #expect(seen.formatDetails == "1077" && seen.navigationSystem == "GPS")
  }

  @Test("it is described again when there is twice as much to see, or another source")
  func describesAgain() throws {
    push(try Self.frame(second: 0))
    #expect(description() != nil)
    #expect(description() == nil)
    push(Array(try Self.frame(1097, second: 0).dropLast()))
    #expect(description() == nil)
    push([try #require(Self.frame(1097, second: 0).last)])
    #expect(description()?.formatDetails == "1077,1097")
    meter.filter.cut()
    push(try Self.frame(1097))
    #expect(description()?.formatDetails == "1097")
  }

  @Test("the first 64 KiB tell what the stream is, and nothing behind them")
  func looksAtTheBeginning() throws {
    push(try Self.frames(1077, bytes: 40_000))
    push(try Self.frames(1087, bytes: 20_000))
    push(try Self.frames(1077, bytes: 10_000))
    push(try Self.frames(1097, bytes: 50_000))
    let details = try #require(description()?.formatDetails)
    #expect(details.contains("1077") && details.contains("1087") && !details.contains("1097"))
  }
}
