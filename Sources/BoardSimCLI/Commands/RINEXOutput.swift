internal import RTCMParser
internal import RTCMText

/// Writes the observations and ephemerides of a stream as two RINEX files, in up to three passes.
///
/// The first looks for the date, unless it is given; the second finds what the header of the observation
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
  private var reference: GPSTime?
  private var survey: RINEXSurvey?
  private var observationWriter: RINEXObservationWriter?
  private var navigationWriter: RINEXNavigationWriter?
  private(set) var byteCount = 0

  /// Opens the files, if the date is given; else they are once it is found, and not before, so that a
  /// stream without a date costs nobody the files of an earlier one.
  ///
  /// - Parameters:
  ///   - path: The observation file, `-` for standard output.
  ///   - arguments: What else was asked for.
  ///   - comesOnce: Whether the stream cannot be read again.
  /// - Throws: ``Failure`` when a file cannot be written, ``UsageError`` when both are one.
  init(_ path: String, _ arguments: RINEXArguments, comesOnce: Bool) throws {
    self.path = path
    navigationPath = try arguments.navigationPath(beside: path)
    markerName = arguments.markerName
    kept = comesOnce ? [] : nil
    reference = arguments.date?.time
    if let reference { try beginSurvey(near: reference) }
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
    guard pass != .date || reference == nil,
      let message = try? RTCMMessage(decoding: frame.payload)
    else { return }
    switch pass {
    case .date: reference = message.statedTime
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
    case .date: try beginSurvey(near: try foundReference())
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

  private func foundReference() throws(UsageError) -> GPSTime {
    if let reference { return reference }
    throw UsageError(
      message: """
        give --date: observations say only the time of the week, and no message of this stream \
        (1013, 1029, 1042, 1045 or 1046) says which week; a day such as 2018-10-04 will do
        """)
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
