import Foundation
import Positioning
import RINEX
import RTCMParser
import TestSupport
import Testing

/// The observations are those of real receivers; the base's file is written anew, with another header inside.
@Suite("The base's position in the headers of a file", .compares(with: .captures))
struct GNSSSolveHeaderTests {
  private let folder: TemporaryFolder
  private static let truth = GeodeticPosition(
    latitude: 35.13469901, longitude: 136.97757549, height: 104.8626)

  init() throws { folder = try TemporaryFolder() }

  /// The lines of a RINEX file of the base.
  private func baseLines() throws -> [String] {
    let stream = try Data(contentsOf: try SharedCaptures.file("rtk/mosaic-static/base.rtcm3"))
    let messages = TestSupport.frames(of: [UInt8](stream)).compactMap { try? decoded($0.payload) }
    var survey = RINEXSurvey(near: GPSTime(week: 2320, secondsOfWeek: 116_400))
    for message in messages { survey.add(message) }
    survey.finish()
    var (writer, text) = (RINEXObservationWriter(of: survey), [UInt8]())
    writer.appendHeader(to: &text)
    for message in messages { writer.append(message, to: &text) }
    writer.finish(to: &text)
    return text.split(separator: 10, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("lines of a header between two epochs move the base from then on")
  func moves() async throws {
    var lines = try baseLines()
    let position = try #require(lines.first { $0.hasSuffix("APPROX POSITION XYZ") })
    let z = try #require(Double(position.dropFirst(28).prefix(14).trimmingPrefix { $0 == " " }))
    let moved = position.prefix(28) + String(format: "%14.4f", z + 1.5) + position.dropFirst(42)
    let epochs = lines.indices.filter { lines[$0].hasPrefix("> ") }
    #expect(epochs.count == 301)
    lines.insert(
      contentsOf: ["> 2024 06 24 08 23 20.0000000  4  1", String(moved)], at: epochs[200])
    let base = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "base.obs")
    let rover = try SharedCaptures.file("rtk/mosaic-static/rover.rtcm3").path
    let outcome = await boardsimHere([
      "gnss", "solve", "--systems", "G,E", "--rover", rover, "--base", base, "-q", "-o",
      folder.path("rtk.pos"),
    ])
    #expect(
      outcome.errorLines.map { $0.drop { $0 != ":" } } == [
        ": the base moved 1.5 m after 2024-06-24T08:23:01.000Z"
      ])
    let bytes = try folder.bytes(of: "rtk.pos")
    let records = PositionFile(reading: bytes.span).records
    #expect(records.allSatisfy { $0.quality == .fixed })
    let truth = ECEFPosition(Self.truth)
    let errors = records.map { ECEFPosition($0.position).distance(to: truth) }
    #expect(errors.count == 301)
    #expect(errors.prefix(200).allSatisfy { $0 < 0.03 })
    #expect(errors.dropFirst(200).allSatisfy { ($0 - 1.5).magnitude < 0.03 })
  }
}
