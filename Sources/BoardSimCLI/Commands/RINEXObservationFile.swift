internal import RINEX
internal import RTCMParser

/// An observation file that is written of epochs, block by block.
final class RINEXObservationFile {
  private var file: ObservationTextFile
  private var writer: RINEXObservationWriter
  private var text: [UInt8] = []

  /// The number of bytes that are written at once.
  private static let block = 1 << 16

  /// Opens a file, and begins it with its header.
  init(_ path: String, of survey: RINEXSurvey, isCompact: Bool) throws {
    file = try ObservationTextFile(path, isCompact: isCompact, date: survey.header.date)
    writer = RINEXObservationWriter(of: survey, marksFirstPhases: false)
    writer.appendHeader(to: &text)
  }

  func append(_ epoch: ObservationEpoch) throws {
    writer.append(epoch, to: &text)
    guard text.count > Self.block else { return }
    try file.write(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Completes the file.
  func finish() throws {
    writer.finish(to: &text)
    try file.write(text)
    try file.finish()
  }
}
