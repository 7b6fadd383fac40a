internal import RINEX
internal import RTCMParser
internal import RTCMText

/// Writes the observations of a stream as CSV.
///
/// What comes before the stream tells its date is kept in memory until it does.
final class CSVOutput: ConversionOutput {
  private var file: OutputFile
  private let given: StreamDateArgument?
  private var date: StreamDate
  private var scanner = FrameScanner()
  private var writer: ObservationCSVWriter?
  private let glonassChannels: [UInt8: Int]
  /// What has come without a date.
  private var waiting: [RTCMMessage] = []
  private(set) var byteCount = 0

  /// Writes to a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - date: When the stream was made; what its messages tell when `nil`.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot that were given.
  init(
    _ file: consuming OutputFile, date: StreamDateArgument?, glonassChannels: [UInt8: Int]
  ) {
    self.glonassChannels = glonassChannels
    self.file = file
    given = date
    self.date = StreamDate(given: date?.time)
    if let date { begin(near: date.time) }
  }

  func write(_ stream: [UInt8]) throws {
    var text: [UInt8] = []
    try scanner.consume(stream.span) { frame in try take(frame, &text) }
    try give(text)
  }

  func write(_ epoch: ObservationEpoch) throws {
    if !date.isSettled { date.learn(epoch.time, of: nil) }
    if writer == nil { begin(near: epoch.time) }
    var text: [UInt8] = []
    writer?.append(epoch, to: &text)
    try give(text)
  }

  var losses: ConversionLosses? {
    ConversionLosses(
      omissions: writer?.omissions ?? [], contradictedChannels: writer?.contradictedChannels ?? [],
      isEmpty: writer?.epochs ?? 0 == 0, verb: "left empty")
  }

  func flush() throws { try file.flush() }

  func finish() throws {
    var text: [UInt8] = []
    try scanner.finish { frame in try take(frame, &text) }
    do { _ = try date.settled() } catch { throw UsageError(error, given: given) }
    writer?.finish(to: &text)
    try give(text)
    try file.finish()
  }

  // MARK: -

  private func take(_ frame: borrowing FrameView, _ text: inout [UInt8]) throws {
    guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
    waiting.append(message)
    if !date.isSettled { date.learn(from: message) }
    if writer == nil, date.isSettled { begin(near: try date.settled()) }
    guard writer != nil else { return }
    for message in waiting { writer?.append(message, to: &text) }
    waiting = []
  }

  private func begin(near time: GPSTime) {
    writer = ObservationCSVWriter(near: time, glonassChannels: glonassChannels)
  }

  private func give(_ text: [UInt8]) throws {
    let text = byteCount == 0 ? ObservationCSVWriter.header + text : text
    byteCount += text.count
    try file.write(text)
  }
}
