internal import GNSSBasics
internal import Platform
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// A file of a period.
struct PeriodFile {
  /// The content of a file.
  enum Kind: String {
    case observations, navigation
  }

  let path: String
  let kind: Kind
  /// The number of epochs or ephemerides.
  let count: Int
  /// The times of the period's first and last epoch.
  let span: ClosedRange<GPSTime>
  /// Whether the stream has gone past the end of the period.
  let isComplete: Bool

  /// The file as a line of text.
  var text: String {
    let unit = kind == .observations ? "epochs" : "ephemerides"
    return "\(path): \(count) \(unit)\(isComplete ? "" : ", up to the end of the stream")"
  }

  /// The file as a JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("event", "file")
      json.member("path", path)
      json.member("kind", kind.rawValue)
      json.member(kind == .observations ? "epochs" : "ephemerides", count)
      json.member("first_gps", span.lowerBound.iso8601)
      json.member("last_gps", span.upperBound.iso8601)
      json.member("complete", isComplete)
    }
    return json.text
  }
}

/// The making of a period's files from its journal.
struct PeriodFiles {
  private let arguments: RINEXArguments
  private let folder: String
  private let channels: [UInt8: Int]

  /// The outcome of making a period's files.
  struct Outcome {
    /// The files; none for a period without an observation.
    var files: [PeriodFile] = []
    /// The observations that have no place in the files.
    var omissions: [Omission] = []
    var byteCount = 0
    /// The knowledge of the stream at the period's end.
    var continuity = StreamContinuity()
  }

  /// Creates the making of files.
  ///
  /// - Parameters:
  ///   - arguments: The options of RINEX.
  ///   - folder: The folder of the files.
  ///   - glonassChannels: The given frequency channels of GLONASS satellites, by slot.
  init(_ arguments: RINEXArguments, in folder: String, glonassChannels: [UInt8: Int]) {
    (self.arguments, self.folder, channels) = (arguments, folder, glonassChannels)
  }

  /// Makes the files of a journal's period, and replaces those of the same names.
  ///
  /// Files of other names that were made of the journal before, when it knew less, are removed.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - isComplete: Whether the stream has gone past the end of the period; otherwise the journal notes the
  ///     files' names.
  /// - Returns: The files, and what the stream leaves to the next period.
  /// - Throws: ``Failure`` when the journal cannot be read or a file cannot be written; files that are there
  ///   already stay.
  func make(of journal: PeriodJournal, isComplete: Bool) throws -> Outcome {
    var (outcome, made) = (Outcome(), Set<String>())
    let survey = try survey(journal, &outcome.continuity, &made)
    guard let survey, let span = survey.span else { return outcome }
    outcome.omissions = survey.omissions
    let paths = try arguments.paths(of: survey, in: journal.period, folder: folder)
    let file = try RINEXObservationFile(
      paths.observations, of: survey, isCompact: arguments.isCompact,
      after: outcome.continuity.locks(of: survey.stationID))
    var navigation = PeriodNavigation(paths.navigation, arguments, near: span.lowerBound)
    try journal.read { record in
      switch record {
      case .epoch(let epoch):
        try file.append(epoch)
        navigation.follow(epoch.time)
      case .message(let payload): try navigation.append(payload)
      default: break
      }
    }
    try file.finish()
    try navigation.finish()
    outcome.byteCount = file.byteCount + navigation.byteCount
    outcome.continuity.end(
      locks: file.locks, stationID: file.lastStationID, channels: survey.glonassChannels)
    outcome.files.append(
      PeriodFile(
        path: paths.observations, kind: .observations, count: survey.epochs, span: span,
        isComplete: isComplete))
    if navigation.records > 0 {
      outcome.files.append(
        PeriodFile(
          path: paths.navigation, kind: .navigation, count: navigation.records, span: span,
          isComplete: isComplete))
    }
    try replace(made, by: outcome.files.map(\.path), in: isComplete ? nil : journal)
    return outcome
  }

  // MARK: -

  /// Reads a journal for the header of its observation file; returns `nil` without an observation.
  private func survey(
    _ journal: PeriodJournal, _ continuity: inout StreamContinuity, _ made: inout Set<String>
  ) throws -> RINEXSurvey? {
    var survey: RINEXSurvey?
    var (earlier, types) = ([[UInt8]](), Set<UInt16>())
    func begun() -> RINEXSurvey {
      RINEXSurvey(
        near: journal.period.start, version: arguments.version ?? .v3_04,
        header: arguments.header,
        glonassChannels: channels.merging(continuity.channels) { $1 })
    }
    func learn(_ payload: [UInt8]) {
      if survey == nil { survey = begun() }
      if let message = try? RTCMMessage(decoding: payload.span) {
        survey?.add(message)
      } else {
        survey?.noteUndecodable(payload.span)
      }
    }
    try journal.read { record in
      continuity.take(record)
      switch record {
      case .station(let payload): earlier.append(payload)
      case .message(let payload):
        if let type = RTCMFrame.messageType(ofPayload: payload.span) { types.insert(type) }
        learn(payload)
      case .epoch(let epoch):
        if survey == nil { survey = begun() }
        survey?.add(epoch)
      case .file(let name): made.insert(name)
      case .period, .locks, .channels, .phases: break
      }
    }
    // The earlier messages stand in for those that have not come in the period.
    for payload in earlier {
      guard let type = RTCMFrame.messageType(ofPayload: payload.span), !types.contains(type)
      else { continue }
      learn(payload)
    }
    survey?.finish()
    return survey
  }

  /// Removes the files that were made before under other names, and notes the new ones.
  private func replace(
    _ made: Set<String>, by paths: [String], in journal: PeriodJournal?
  ) throws(Failure) {
    let names = Set(paths.map { String($0.split(separator: "/").last ?? "") })
    for name in made.subtracting(names) {
      BlockFile.remove(PeriodPlaces.path(of: name, in: folder))
    }
    guard let journal else { return }
    for name in names.subtracting(made).sorted() { try journal.append(.file(name)) }
    try journal.flush()
  }
}

/// The navigation file of a period, which is there from its first ephemeris on.
private struct PeriodNavigation: ~Copyable {
  private let path: String
  private var writer: RINEXNavigationWriter
  private var file: OutputFile?
  private(set) var byteCount = 0

  init(_ path: String, _ arguments: RINEXArguments, near time: GPSTime) {
    self.path = path
    writer = RINEXNavigationWriter(
      near: time, version: arguments.version ?? .v3_04, header: arguments.header)
  }

  /// The number of ephemerides written.
  var records: Int { writer.records }

  mutating func follow(_ time: GPSTime) { writer.follow(time) }

  /// Takes a message's payload; only ephemerides are written.
  mutating func append(_ payload: [UInt8]) throws {
    guard let message = try? RTCMMessage(decoding: payload.span) else { return }
    var text: [UInt8] = []
    writer.append(message, to: &text)
    if text.isEmpty { return }
    if file == nil {
      file = try OutputFile(path, isCompressed: FileEnding.isGzip(path))
      var header: [UInt8] = []
      writer.appendHeader(to: &header)
      text = header + text
    }
    byteCount += text.count
    try file?.write(text)
  }

  mutating func finish() throws { try file?.finish() }
}
