import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX files in another program")
struct RINEXPositionTests {
  /// The first minute or so of a synthetic base without errors.
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
    "RTKLIB finds the station from the observations and the ephemerides, in each version",
    .compares(with: .rnx2rtkp), arguments: RINEXFormat.allCases)
  func position(version: RINEXFormat) throws {
    let stream = Array(try MilanBase.calm.prefix(20_000))
    let reference = GPSTime(week: 2421, secondsOfWeek: 130_000)
    let folder = try TemporaryFolder()
    let names = try RINEXTexts(of: stream, near: reference, version: version).write(into: folder)
    let program = try OutsideProgram(.rnx2rtkp)
    let output = try program.run(["-p", "0", "-e"] + names, in: folder.url).output
    let solutions = output.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("%") }
    let messages = try messages()
    let station = messages.lazy.compactMap { message in
      if case .antennaReferencePointAndHeight(let point) = message { point.position } else { nil }
    }.first
    let epochs = Set(
      messages.compactMap { if case .msm(let message) = $0 { message.header.epoch } else { nil } }
        .map(\.milliseconds))
    #expect(solutions.count > 10 && solutions.count <= epochs.count)
    let numbers = try #require(solutions.last).split(separator: " ").compactMap { Double($0) }
    let found = ECEFPosition(x: numbers[2], y: numbers[3], z: numbers[4])
    #expect(try #require(station).distance(to: found) < 5)
  }
}
