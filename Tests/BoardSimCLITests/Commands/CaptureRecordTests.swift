import Foundation
import GNSSBasics
import RTCMStreams
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim capture record and info")
struct CaptureRecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let capture = Result { try [UInt8](contentsOf: "captures/milan-base.rtcm3") }

  /// Returns the number of bytes in whole frames among the capture's first `count` bytes.
  private func wholeCount(in count: Int) throws -> Int {
    var frames = WholeFrames()
    let bytes = Array(try Self.capture.get().prefix(count))
    return frames.consume(bytes.span).bytes.count
  }

  /// Expects whole frames only.
  private func expectWhole(_ bytes: [UInt8]) {
    let counts = Capture(bytes).counts
    #expect(counts.frames > 0 && counts.otherBytes == 0 && counts.frameBytes == bytes.count)
  }

  /// Waits until the recording has at least `count` bytes.
  private func waitFor(_ count: Int) throws {
    while try !folder.names.contains("got.rtcm3.timing")
      || folder.bytes(of: "got.rtcm3").count < count
    {
      sched_yield()
    }
  }

  /// Returns the arrival times in a file.
  private func arrivals(_ name: String) throws -> [CaptureArrival] {
    let bytes = try folder.bytes(of: name)
    return try CaptureTiming.arrivals(timing: bytes.span)
  }

  @Test("what a caster plays is recorded byte for byte, with when it came")
  func records() async throws {
    let capture = Array(try Self.capture.get().prefix(20_000))
    let short = try folder.write(capture, to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "40", file: short)
    let outcome = try await boardsim(
      "capture", "record", caster.url(), "-o", folder.path("got.rtcm3"), "--json", "-q")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let got = try folder.bytes(of: "got.rtcm3")
    #expect(capture.starts(with: got) && capture.count - got.count < 1029)
    expectWhole(got)
    let arrivals = try arrivals("got.rtcm3.timing")
    #expect(arrivals.reduce(0) { $0 + $1.count } == got.count && arrivals.count > 5)
    #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.time <= $1.time })
    let now = Date().timeIntervalSince1970
    #expect(abs(try #require(arrivals.last).time / .seconds(1) - now) < 300)
    let file = try JSONDocument(outcome.text)
    #expect(
      file.number("bytes") == Double(got.count) && file.text("path") == folder.path("got.rtcm3"))
    #expect(file.number("frames") == Double(Capture(got).counts.frames))

    let info = try await boardsim("capture", "info", folder.path("got.rtcm3"), "--json")
    let report = try JSONDocument(info.text)
    #expect(report.number("arrivals.count") == Double(arrivals.count))
    #expect(report.text("arrivals.file") == folder.path("got.rtcm3.timing"))
    // A recording of a stream at forty times its speed is played as fast as it was recorded.
    #expect(try #require(report.number("pass_seconds")) < 40)
  }

  @Test("Ctrl-C leaves whole files, though the stream stops inside a frame")
  func interrupted() async throws {
    let capture = try Self.capture.get()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      // Byte 5,000 is within a frame.
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + capture.prefix(5000))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let process = try BoardSimProcess([
      "capture", "record", "ntrip://127.0.0.1:\(caster.port)/M", "-o", folder.path("got.rtcm3"),
    ])
    try waitFor(try wholeCount(in: 5000))
    process.interrupt()
    let outcome = await process.end()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.contains { $0.contains("cut off are left out") })
    let got = try folder.bytes(of: "got.rtcm3")
    #expect(try capture.starts(with: got) && got.count == wholeCount(in: 5000))
    expectWhole(got)
    #expect(try arrivals("got.rtcm3.timing").reduce(0) { $0 + $1.count } == got.count)
  }

  @Test("files of a size hold whole frames, and together all of them")
  func rotates() async throws {
    let capture = Array(try Self.capture.get().prefix(30_000))
    let short = try folder.write(capture, to: "short.rtcm3")
    let caster = try await RunningCaster("--once", "--speed", "40", file: short)
    let outcome = try await boardsim(
      "capture", "record", caster.url(), "-o", folder.path("got.rtcm3"), "--rotate", "4k", "-q",
      "--json")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let paths = try outcome.text.split(separator: "\n").map {
      try #require(try JSONDocument(String($0)).text("path"))
    }
    #expect(paths.count >= 8 && Set(paths).count == paths.count)
    let name = /got-\d{8}T\d{6}Z(-\d+)?\.rtcm3/
    var all: [UInt8] = []
    for path in paths {
      let file = try #require(path.split(separator: "/").last.map(String.init))
      #expect(try name.wholeMatch(in: file) != nil, "\(file)")
      let bytes = try folder.bytes(of: file)
      expectWhole(bytes)
      #expect(bytes.count <= 4000)
      #expect(try arrivals(file + ".timing").reduce(0) { $0 + $1.count } == bytes.count)
      all += bytes
    }
    #expect(capture.starts(with: all) && capture.count - all.count < 1029)
  }

  @Test("files of an hour change with the hours of UTC, between two frames")
  func rotatesByTime() throws {
    let epochs = try MilanBase.epochs.prefix(3)
    // The hour begins in the middle of a frame.
    let blocks = [epochs[0].dropLast(5) + [], epochs[0].suffix(5) + epochs[1], epochs[2]]
    var frames = WholeFrames()
    var files = try RecordingFiles(
      folder.path("b.a.rtcm3"), rotation: .seconds(3600), overwrites: false)
    let start = UnixTime(seconds: 1_780_315_199)  // a second before noon
    for (second, block) in blocks.enumerated() {
      let piece = frames.consume(block.span)
      try files.write(piece, at: start.advanced(by: .seconds(second)))
    }
    try files.finish()
    #expect(
      try folder.names == [
        "b.a-20260601T115959Z.rtcm3", "b.a-20260601T115959Z.rtcm3.timing",
        "b.a-20260601T120000Z.rtcm3", "b.a-20260601T120000Z.rtcm3.timing",
      ])
    for name in ["b.a-20260601T115959Z.rtcm3", "b.a-20260601T120000Z.rtcm3"] {
      expectWhole(try folder.bytes(of: name))
    }
  }

  @Test("--keep comes back after a cut, and no frame of the recording is torn")
  func keeps() async throws {
    let capture = try Self.capture.get()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8) + capture.prefix(5000))
      connection.close()
    }
    defer { caster.close() }
    let process = try BoardSimProcess([
      "capture", "record", "ntrip://127.0.0.1:\(caster.port)/M", "-o", folder.path("got.rtcm3"),
      "--keep",
    ])
    try waitFor(2 * wholeCount(in: 5000))
    process.terminate()
    #expect(await process.end().status == 0)
    expectWhole(try folder.bytes(of: "got.rtcm3"))
  }

  @Test("without --keep it ends with the stream: 0 when the caster closed it, 1 when nothing came")
  func ends() async throws {
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      let isThere = !request.contains("GET /X ")
      let stream = request.contains("GET /M ") ? "\u{1}hello" : "Account in use"
      connection.send(
        Array((isThere ? "ICY 200 OK\r\n\r\n" + stream : "HTTP/1.1 404 No\r\n\r\n").utf8))
      connection.close()
    }
    defer { caster.close() }
    let url = "ntrip://127.0.0.1:\(caster.port)"
    #expect(
      try await boardsim("capture", "record", url + "/M", "-o", folder.path("a"), "-q").status == 0)
    #expect(try folder.text(of: "a") == "\u{1}hello")
    let missing = try await boardsim("capture", "record", url + "/X", "-o", folder.path("b"), "-q")
    #expect(missing.status == 1)
    #expect(missing.errorLines.first?.contains("has no mountpoint \"X\"") == true)
    #expect(try folder.names == ["a", "a.timing"])
    // An existing recording is not overwritten.
    let again = try await boardsim("capture", "record", url + "/M", "-o", folder.path("a"), "-q")
    #expect(again.status == 1 && again.errorLines.first?.contains("--force") == true)
    #expect(
      try await boardsim("capture", "record", url + "/M", "-o", folder.path("a"), "-q", "-f").status
        == 0)
    let words = try await boardsim("capture", "record", url + "/W", "-o", folder.path("c"), "-q")
    #expect(words.status == 1)
    #expect(words.errorLines.first?.contains("\"Account in use\"") == true)
  }

  @Test("a disk without room is told, and leaves whole files")
  func fullDisk() async throws {
    let capture = try Self.capture.get()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n\r\n".utf8))
      for start in stride(from: 0, to: 40_000, by: 500) {
        guard connection.send(Array(capture[start..<(start + 500)])) else { return }
      }
      connection.waitForEnd()
    }
    defer { caster.close() }
    // The process receives an error at the file size limit, and is not ended by it.
    let program = try BoardSimProcess.program.path
    let shell = try RunningProgram(
      "bash",
      [
        "-c",
        "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"", program, "capture", "record",
        "ntrip://127.0.0.1:\(caster.port)/M", "-o", folder.path("got.rtcm3"), "-q",
      ])
    #expect(shell.waitForEnd() == 1)
    let got = try folder.bytes(of: "got.rtcm3")
    #expect(capture.starts(with: got) && got.count <= 8192)
    if !got.isEmpty { expectWhole(got) }
    #expect(try arrivals("got.rtcm3.timing").reduce(0) { $0 + $1.count } == got.count)
  }

  @Test("a capture without arrival times is told by what is in it")
  func info() async throws {
    let outcome = try await boardsim("capture", "info", "captures/milan-base.rtcm3")
    #expect(outcome.status == 0)
    for words in [
      "3630 frames in 860615 bytes", "SHA-256", "45.4780000, 9.2300000, 170.000 m",
      "600, none missing", "played by the epochs inside",
      "STR;milan-base;milan-base;RTCM 3.3;1006(10),",
    ] { #expect(outcome.text.contains(words), "\(words)") }
    let json = try JSONDocument(
      try await boardsim("capture", "info", "captures/milan-base.rtcm3", "--json").text)
    #expect(json.number("frames.1077") == 600 && json.number("rates.epochs") == 600)
    #expect(json["arrivals"] == nil && json.number("pass_seconds") == 600)
    #expect(json.text("sha256")?.count == 64)
  }

  @Test("a side file that is none is named, and no capture is played by it")
  func badSideFile() async throws {
    let file = try folder.write(Array(try Self.capture.get().prefix(3000)), to: "a.rtcm3")
    _ = try folder.write(Array("<html>\n".utf8), to: "a.rtcm3.timing")
    for command in [["capture", "info"], ["replay"]] {
      let outcome = try await BoardSimProcess(command + [file]).end()
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.last?.contains("a.rtcm3.timing' line 1") == true)
    }
  }
}
