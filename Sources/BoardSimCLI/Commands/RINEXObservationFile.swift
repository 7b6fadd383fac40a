internal import RINEX
internal import RTCMParser

/// An observation file that is written of epochs, block by block.
final class RINEXObservationFile {
  private var file: ObservationTextFile
  private var writer: RINEXObservationWriter
  private var text: [UInt8] = []

  /// The number of bytes that are written at once.
  private static let block = 1 << 16

  /// The number of bytes of text written.
  private(set) var byteCount = 0

  /// Opens a file, and begins it with its header.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - survey: The survey of the file's epochs.
  ///   - isCompact: Whether the file is compact whatever its name says.
  ///   - locks: The locks with which the stream's file before ended; `nil` for epochs that come from files and
  ///     have their slips marked.
  /// - Throws: ``Failure`` when the file cannot be written.
  init(
    _ path: String, of survey: RINEXSurvey, isCompact: Bool, after locks: [SignalLock]? = nil
  ) throws {
    file = try ObservationTextFile(path, isCompact: isCompact, date: survey.header.date)
    writer =
      locks.map { RINEXObservationWriter(of: survey, after: $0) }
      ?? RINEXObservationWriter(of: survey, marksFirstPhases: false)
    writer.appendHeader(to: &text)
  }

  /// The locks with which the file ends so far.
  var locks: [SignalLock] { writer.locks }

  /// The station of the last epoch.
  var lastStationID: UInt16 { writer.lastStationID }

  func append(_ epoch: ObservationEpoch) throws {
    writer.append(epoch, to: &text)
    if text.count > Self.block { try writeText() }
  }

  private func writeText() throws {
    byteCount += text.count
    try file.write(text)
    text.removeAll(keepingCapacity: true)
  }

  /// Completes the file.
  func finish() throws {
    writer.finish(to: &text)
    try writeText()
    try file.finish()
  }
}
