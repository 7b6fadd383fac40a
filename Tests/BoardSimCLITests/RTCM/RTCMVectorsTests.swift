import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm vectors")
struct RTCMVectorsTests {
  @Test("each frame is decoded to the message and the raw numbers that the vector has")
  func agreesWithDecode() async throws {
    let vectors = try await Self.entries("vectors")
    #expect(vectors.count > 180)
    let frames = try vectors.flatMap { try Self.bytes($0["frame"]) }
    let decoded = try await boardsim("rtcm", "decode", "-", "--json", "--raw", input: frames)
    let lines = decoded.text.split(separator: "\n")
    #expect(lines.count == vectors.count)
    for (vector, line) in zip(vectors, lines) {
      let frame = try JSONDocument(String(line))
      for key in ["message", "raw"] {
        #expect(
          frame[key] as? NSDictionary == vector[key] as? NSDictionary, "\(vector["name"] ?? "")")
      }
    }
  }

  @Test("each malformed frame has the error that decode tells")
  func agreesOnErrors() async throws {
    let malformed = try await Self.entries("malformed")
    let frames = try malformed.flatMap { try Self.bytes($0["frame"]) }
    let lines = try await boardsim("rtcm", "decode", "-", "--json", input: frames).text
      .split(separator: "\n")
    #expect(lines.count == malformed.count)
    for (malformed, line) in zip(malformed, lines) {
      let told = try JSONDocument(String(line))["error"] as? NSDictionary
      #expect(told == malformed["error"] as? NSDictionary, "\(malformed["name"] ?? "")")
    }
  }

  @Test("each stream has the frames that decode finds in it")
  func agreesWithScanner() async throws {
    let streams = try await Self.entries("streams")
    #expect(streams.count > 10)
    let counts = streams.map { ($0["frames"] as? [Any])?.count ?? 0 }
    #expect(counts.count { $0 == 6 } == 7, "five frames that are damaged, and six around them")
    #expect(counts.count { $0 == 5 } == 6, "five frames, each behind something else")
    for stream in streams {
      let bytes = try Self.bytes(stream["bytes"])
      let decoded = try await boardsim("rtcm", "decode", "-", "--json", input: bytes)
      let found = try decoded.text.split(separator: "\n").map { line in
        let frame = try JSONDocument(String(line))
        return ["offset", "length", "type"].map { frame[$0] as? Int }
      }
      let frames = try #require(stream["frames"] as? [[String: Int]])
      let expected = frames.map { frame in ["offset", "length", "type"].map { frame[$0] } }
      #expect(found == expected, "\(stream["name"] ?? "")")
      let length = frames.reduce(0) { $0 + ($1["length"] ?? 0) }
      #expect(length < bytes.count, "\(stream["name"] ?? ""): nothing else is in it")
    }
  }

  @Test(
    "two runs write the same bytes, also into a file, whose name tells the form",
    arguments: ["json", "c"])
  func isDeterministic(format: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(format == "c" ? "vectors.h" : "vectors.json")
    let first = try await boardsim("rtcm", "vectors", "--format", format)
    let second = try await boardsim("rtcm", "vectors", "-o", path)
    #expect(first.status == 0 && second.status == 0)
    #expect(second.output.isEmpty)
    #expect(try [UInt8](Data(contentsOf: URL(filePath: path))) == first.output)
  }

  @Test("the header names each field and its unit")
  func units() async throws {
    let outcome = try await boardsim("rtcm", "vectors", "--format", "c", "--type", "1005")
    #expect(outcome.text.contains("/* ecef_x, metres */\n"))
    #expect(outcome.text.contains("/* message_type */\n"))
  }

  @Test("--type leaves the other types out")
  func filters() async throws {
    let outcome = try await boardsim("rtcm", "vectors", "--type", "1005", "-t", "4072")
    let vectors = try #require(try JSONDocument(outcome.text)["vectors"] as? [[String: Any]])
    #expect(
      vectors.map { $0["name"] as? String } == ["1005-standard", "1005", "4072-0", "4072-1"])
    #expect(vectors.map { $0["subtype"] as? Int } == [nil, nil, 0, 1])
  }

  @Test("a type without a vector is told, and where to look")
  func unknownType() async throws {
    let outcome = try await boardsim("rtcm", "vectors", "--type", "999")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == [
        "boardsim: there is no vector of type 999; 'boardsim rtcm types' lists the types"
      ])
  }

  @Test(
    "the header compiles without a warning, and a scanner in C finds in it what it says",
    .compares(with: .cc, .cxx),
    arguments: [(Oracle.cc, ["-std=c99"]), (.cxx, ["-x", "c++", "-std=c++11"])],
    [[], ["--type", "1005"]])
  func compiles(compiler: (Oracle, options: [String]), types: [String]) async throws {
    let folder = try TemporaryFolder()
    let header = folder.path("rtcm_vectors.h")
    let made = try await BoardSimProcess(
      ["rtcm", "vectors", "--format", "c", "-o", header] + types
    ).end()
    #expect(made.status == 0)
    let source = SharedCaptures.packageRoot.appending(path: "Tests/Vectors/check_vectors.c").path
    let program = folder.path("check")
    let options =
      compiler.options + [
        "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I", folder.path, "-o", program,
      ]
    let compiled = try OutsideProgram(compiler.0).run(options + [source], in: folder.url)
    #expect(compiled.status == 0)
    let checked = try OutsideProgram(at: URL(filePath: program)).run([], in: folder.url)
    #expect(checked.status == 0 && checked.output.hasSuffix(" 0 failures\n"), "\(checked.output)")
  }

  // MARK: -

  private static func entries(_ name: String) async throws -> [[String: Any]] {
    let outcome = try await boardsim("rtcm", "vectors")
    #expect(outcome.status == 0)
    return try #require(try JSONDocument(outcome.text)[name] as? [[String: Any]])
  }

  private static func bytes(_ hexadecimal: Any?) throws -> [UInt8] {
    let digits = try #require(hexadecimal as? String).compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { index -> UInt8 in
      let value: Int = digits[index] << 4 | digits[index + 1]
      return UInt8(value)
    }
  }
}
