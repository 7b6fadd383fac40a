internal import RINEX
internal import RTCMParser
internal import RTCMText

/// Writes the observations and ephemerides of a stream as two RINEX files, in up to three passes.
///
/// The first looks for the date, or whether one that is given can be true; the second finds what the header of the observation
/// file must say; the third writes. A stream that comes only once is kept in memory instead.
final class RINEXOutput: ConversionOutput {
  private enum Pass { case date, survey, writing, done }

  private let path: String
  private let navigationPath: String?
  private var observations: OutputFile?
  private var navigation: OutputFile?
  private let markerName: String?
  /// The whole stream, where it comes only once.
  private var kept: [UInt8]?

  private var pass = Pass.date
  private var scanner = FrameScanner()
  private var date: StreamDate
  private var survey: RINEXSurvey?
  private var observationWriter: RINEXObservationWriter?
  private var navigationWriter: RINEXNavigationWriter?
  private(set) var byteCount = 0

  /// Prepares files that are opened once the date is known, and not before, so that a stream without a
  /// date costs nobody the files of an earlier one.
  ///
  /// - Parameters:
  ///   - path: The observation file, `-` for standard output.
  ///   - arguments: What else was asked for.
  ///   - comesOnce: Whether the stream cannot be read again.
  /// - Throws: ``UsageError`` when both files are one.
  init(_ path: String, _ arguments: RINEXArguments, comesOnce: Bool) throws(UsageError) {
    self.path = path
    navigationPath = try arguments.navigationPath(beside: path)
    markerName = arguments.markerName
    kept = comesOnce ? [] : nil
    date = StreamDate(given: arguments.date)
  }

  /// How many epochs were written.
  var epochs: Int { observationWriter?.epochs ?? 0 }
  /// How many ephemerides were written.
  var ephemerides: Int { navigationPath == nil ? 0 : navigationWriter?.records ?? 0 }

  var needsAnotherPass: Bool { pass != .done }

  func write(_ stream: [UInt8]) throws {
    kept?.append(contentsOf: stream)
    try take(stream)
  }

  func flush() {}

  func finish() throws {
    try endPass()
    guard let stream = kept else { return }
    while needsAnotherPass {
      try take(stream)
      try endPass()
    }
  }

  // MARK: -

  private func take(_ stream: [UInt8]) throws {
    var text = Text()
    scanner.consume(stream.span) { take($0, &text) }
    try write(text)
  }

  private func take(_ frame: borrowing FrameView, _ text: inout Text) {
    let mayTellDate = frame.messageType.map { MSMType(messageType: $0) == nil } ?? false
    guard pass != .date || (mayTellDate && !date.isSettled),
      let message = try? RTCMMessage(decoding: frame.payload)
    else { return }
    switch pass {
    case .date: date.note(message)
    case .survey: survey?.add(message)
    case .writing:
      observationWriter?.append(message, to: &text.observations)
      navigationWriter?.append(message, to: &text.navigation)
    case .done: break
    }
  }

  private func endPass() throws {
    var text = Text()
    scanner.finish { take($0, &text) }
    switch pass {
    case .date: try beginSurvey(near: try date.settled())
    case .survey: beginWriting(&text)
    case .writing:
      observationWriter?.finish(to: &text.observations)
      pass = .done
    case .done: break
    }
    scanner = FrameScanner()
    try write(text)
    if pass == .done {
      try observations?.finish()
      try navigation?.finish()
    }
  }

  private func beginSurvey(near reference: GPSTime) throws {
    let file = try OutputFile(path)
    let written = file.workingPath
    observations = consume file
    if let navigationPath { navigation = try openNavigation(navigationPath, beside: written) }
    survey = RINEXSurvey(near: reference, markerName: markerName)
    pass = .survey
  }

  private func openNavigation(_ path: String, beside other: String) throws -> OutputFile {
    let file = try OutputFile(path)
    guard !isSameFile(file.workingPath, other) else {
      throw UsageError(message: "--nav and -o must be two files, not '\(self.path)' twice")
    }
    return file
  }

  private func beginWriting(_ text: inout Text) {
    guard var survey else { return }
    survey.finish()
    observationWriter = RINEXObservationWriter(of: survey)
    navigationWriter = RINEXNavigationWriter(near: survey.reference)
    observationWriter?.appendHeader(to: &text.observations)
    navigationWriter?.appendHeader(to: &text.navigation)
    pass = .writing
  }

  /// What comes of a piece of the stream.
  private struct Text {
    var observations: [UInt8] = []
    var navigation: [UInt8] = []
  }

  private func write(_ text: Text) throws {
    try observations?.write(text.observations)
    byteCount += text.observations.count
    guard navigationPath != nil else { return }
    try navigation?.write(text.navigation)
    byteCount += text.navigation.count
  }
}
