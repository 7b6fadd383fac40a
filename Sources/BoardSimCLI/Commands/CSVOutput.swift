internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import RTCMText

/// A conversion of a stream's observations to CSV.
///
/// A stream that can be read again is dated in a first pass. Of a stream that can be read only once, the
/// messages before the first date are kept in memory, and dates of later messages are compared at the end.
final class CSVOutput: ConversionOutput {
  private var file: OutputFile
  private let given: StreamDateArgument?
  private var date: StreamDate
  /// Whether the pass only determines the date, before anything is written.
  private var isDating: Bool
  /// The date by which the written observations were dated.
  private var dated: GPSTime?
  private var times = ImpossibleTimeTally()
  /// The observation messages that cannot be decoded.
  private var undecodable = OmissionRecord()
  private var scanner = FrameScanner()
  private var writer: ObservationCSVWriter?
  private let glonassChannels: [UInt8: Int]
  /// The messages read before a date is known.
  private var waiting: [RTCMMessage] = []
  private(set) var needsAnotherPass = false
  private(set) var byteCount = 0

  /// Creates a conversion that writes to a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - date: The stream's date; `nil` takes it from the messages.
  ///   - glonassChannels: The given frequency channels of GLONASS satellites, by slot.
  ///   - comesOnce: Whether the stream cannot be read again.
  init(
    _ file: consuming OutputFile, date: StreamDateArgument?, glonassChannels: [UInt8: Int],
    comesOnce: Bool
  ) {
    self.glonassChannels = glonassChannels
    self.file = file
    given = date
    self.date = StreamDate(given: date?.time)
    isDating = !comesOnce
    if comesOnce, let date { begin(near: date.time) }
  }

  var dateOutliers: [DateClaim] { date.outliers }

  func write(_ stream: [UInt8]) throws {
    var text: [UInt8] = []
    scanner.consume(stream.span) { frame in take(frame, &text) }
    try give(text)
  }

  func write(_ epoch: ObservationEpoch) throws {
    if !needsAnotherPass { date.learn(from: epoch.time) }
    if isDating { return }
    if writer == nil { begin(near: epoch.time) }
    var text: [UInt8] = []
    writer?.append(epoch, to: &text)
    try give(text)
  }

  var losses: ConversionLosses? {
    ConversionLosses(
      omissions: (writer?.omissions ?? []) + undecodable.all, impossibleTimes: times.all,
      contradictedChannels: writer?.contradictedChannels ?? [], isEmpty: writer?.epochs ?? 0 == 0,
      verb: "left empty")
  }

  func flush() throws { try file.flush() }

  func finish() throws {
    var text: [UInt8] = []
    scanner.finish { frame in take(frame, &text) }
    let settled: GPSTime
    do { settled = try date.settled() } catch { throw UsageError(error, given: given) }
    if isDating {
      begin(near: settled)
      (isDating, needsAnotherPass) = (false, true)
      return
    }
    needsAnotherPass = false
    writer?.finish(to: &text)
    try give(text)
    try file.finish()
    try date.check(dated, against: settled, times: "the times written")
  }

  // MARK: -

  private func take(_ frame: borrowing FrameView, _ text: inout [UInt8]) {
    if !needsAnotherPass { date.learn(from: frame.payload) }
    if isDating { return }
    guard let message = try? RTCMMessage(decoding: frame.payload) else {
      if hasObservations(frame.messageType) { undecodable.noteUndecodable(frame.payload) }
      return
    }
    // Nearly all times are possible, so the costlier check for observations, which are made from the
    // message here, comes second.
    if message.impossibleTime != nil, !message.observations.isEmpty { times.count(message) }
    waiting.append(message)
    if writer == nil, date.isTold { begin(near: date.guess) }
    guard writer != nil else { return }
    for message in waiting { writer?.append(message, to: &text) }
    waiting = []
  }

  private func hasObservations(_ type: UInt16?) -> Bool {
    guard let type else { return false }
    return MSMType(messageType: type) != nil || LegacyObservationType(messageType: type) != nil
  }

  private func begin(near time: GPSTime) {
    dated = time
    writer = ObservationCSVWriter(near: time, glonassChannels: glonassChannels)
  }

  private func give(_ text: [UInt8]) throws {
    if isDating { return }
    let text = byteCount == 0 ? ObservationCSVWriter.header + text : text
    byteCount += text.count
    try file.write(text)
  }
}
