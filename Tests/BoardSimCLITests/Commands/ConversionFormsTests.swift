import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm convert from and to JSON Lines")
struct ConversionFormsTests {
  private let folder: TemporaryFolder
  private let capture = "captures/milan-base.rtcm3"
  /// A message written by hand, without counts and reserved bits.
  private let text = #"{"message":{"message_type":1029,"station_id":5,"modified_julian_day":61192,"#
  private let rest = #""second_of_day":43200,"text":"Grüß Gott"}}"#

  init() throws { folder = try TemporaryFolder() }

  @Test("a capture comes back from JSON Lines byte for byte")
  func roundTrips() async throws {
    let lines = folder.path("base.jsonl")
    let there = try await boardsim("rtcm", "convert", capture, "-o", lines, "-q")
    #expect(there.status == 0)
    let back = try await boardsim("rtcm", "convert", lines, "-o", "-", "-q")
    #expect(back.status == 0)
    #expect(try back.output == [UInt8](contentsOf: capture))
  }

  @Test("writes the very lines of 'rtcm decode --json'")
  func sameLines() async throws {
    let bytes = Array(try [UInt8](contentsOf: capture).prefix(10_000))
    let converted = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--to", "jsonl", "-q", input: bytes)
    let decoded = try await boardsim("rtcm", "decode", "-", "--json", input: bytes)
    #expect(converted.output.count > 1000)
    #expect(converted.output == decoded.output)
  }

  @Test("filters work on lines as well")
  func filters() async throws {
    let lines = try await boardsim(
      "rtcm", "convert", capture, "-o", "-", "--to", "jsonl", "--keep-type", "1006", "-q")
    let outcome = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--station-id", "9", "--to", "jsonl", "-q",
      input: lines.output)
    #expect(outcome.status == 0)
    let first = try #require(outcome.text.split(separator: "\n").first)
    #expect(first.contains(#""message_type":1006,"station_id":9,"#))
  }

  @Test("a line written by hand becomes a frame, known by how it begins")
  func handWritten() async throws {
    let frames = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "-q", input: Array((text + rest).utf8))
    #expect(frames.status == 0)
    let shown = try await boardsim("rtcm", "decode", "-", input: frames.output)
    #expect(shown.text.contains("Grüß Gott"))
  }

  @Test("a bad line is told with its number, left out and counted, and the rest is converted")
  func badLines() async throws {
    let incomplete = String(text.dropLast()) + "}}"
    let lines = [text + rest, "{", incomplete, text + rest].joined(separator: "\n")
    let outcome = try await boardsim(
      "rtcm", "convert", "-", "-o", folder.path("out.rtcm3"), "--json", input: Array(lines.utf8))
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 3)
    #expect(outcome.errorLines[0].hasPrefix("line 2: this is no JSON"))
    #expect(
      outcome.errorLines[1].hasPrefix("line 3: message.second_of_day_seconds (message 1029, DF052)")
    )
    #expect(outcome.errorLines[2].contains("2 of 4 lines"))
    let summary = try JSONDocument(outcome.text)
    #expect(summary.number("frames_out") == 2)
    #expect(summary.number("bad_lines") == 2)
  }

  @Test("a single bad line is a failure")
  func badLine() async throws {
    let outcome = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", input: Array("\(text + rest)\n{".utf8))
    #expect(outcome.status == 1 && !outcome.output.isEmpty)
    #expect(outcome.errorLines.last?.contains("1 of 2 lines hold no message") == true)
  }

  @Test(
    "a stream that begins within a frame is none of lines, and lines may begin with a blank one",
    arguments: ["{", "{{", " ", "\n"])
  func beginnings(text: String) async throws {
    let beginning = try [UInt8](contentsOf: capture).prefix(30_000)
    let frames = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--keep-type", "1077", "-q", input: Array(beginning)
    ).output
    let lines = try await boardsim(
      "rtcm", "convert", "-", "-o", "-", "--to", "jsonl", input: frames)
    #expect(frames.count > 1000)
    for stream in [frames, lines.output] {
      // A brace before a JSON line makes it an invalid line.
      if stream == lines.output && text.hasPrefix("{") { continue }
      let outcome = try await boardsim(
        "rtcm", "convert", "-", "-o", "-", "-q", input: Array(text.utf8) + stream)
      #expect(outcome.output == frames)
    }
  }

  @Test("bytes that are no frame have no place in JSON Lines")
  func usage() async throws {
    let outcome = try await boardsim(
      "rtcm", "convert", capture, "-o", "-", "--to", "jsonl", "--pass-through")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains("--to rtcm") == true)
  }
}
