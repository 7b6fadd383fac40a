import RINEX
import Foundation
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX files in another program")
struct RINEXPositionTests {
  /// A synthetic base without errors: its first minute or so.
  private func messages() throws -> [RTCMMessage] {
    let bytes = Array(try MilanBase.calm.prefix(20_000))
    var messages: [RTCMMessage] = []
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      if let message = try? RTCMMessage(decoding: frame.payload) { messages.append(message) }
    }
    return messages
  }

  @Test(
    "RTKLIB finds the station from the observations and the ephemerides",
    .compares(with: .rnx2rtkp))
  func position() throws {
    let messages = try messages()
    let reference = GPSTime(week: 2421, secondsOfWeek: 130_000)
    var survey = RINEXSurvey(near: reference)
    for message in messages { survey.add(message) }
    survey.finish()
    var observationWriter = RINEXObservationWriter(of: survey)
    var navigationWriter = RINEXNavigationWriter(near: reference)
    var (observations, navigation) = ([UInt8](), [UInt8]())
    observationWriter.appendHeader(to: &observations)
    navigationWriter.appendHeader(to: &navigation)
    for message in messages {
      observationWriter.append(message, to: &observations)
      navigationWriter.append(message, to: &navigation)
    }
    observationWriter.finish(to: &observations)

    let folder = FileManager.default.temporaryDirectory.appending(path: "boardsim-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(observations).write(to: folder.appending(path: "base.obs"))
    try Data(navigation).write(to: folder.appending(path: "base.nav"))
    let program = try OutsideProgram(.rnx2rtkp)
    let options = "-p 0 -e base.obs base.nav".split(separator: " ").map(String.init)
    let output = try program.run(options, in: folder).output
    let solutions = output.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("%") }
    #expect(solutions.count >= observationWriter.epochs - 1)
    let station = messages.lazy.compactMap { message in
      if case .antennaReferencePointAndHeight(let point) = message { point.position } else { nil }
    }.first
    let numbers = try #require(solutions.last).split(separator: " ").compactMap { Double($0) }
    let found = ECEFPosition(x: numbers[2], y: numbers[3], z: numbers[4])
    #expect(try #require(station).distance(to: found) < 5)
  }
}
