internal import BoardHost
internal import GNSSBasics
internal import Sessions
internal import TextOutput
internal import VirtualBoard

/// A track that was read and surveyed.
struct SurveyedTrack {
  let outing: Outing
  let kind: TrackInput.Kind
  let clock: TrackClock
  let rules: SurveyRules
  private(set) var faults = TrackFaults()

  /// Reads a track to its end.
  ///
  /// - Throws: ``Failure`` for a track that cannot be read, or without a single position or line.
  init(
    reading input: TrackInput, by rules: SurveyRules, truth: ScenarioTruth?,
    start: UnixTime?, isQuiet: Bool
  ) throws {
    var survey = TruthfulSurvey(OutingSurvey(rules), truth)
    (kind, self.rules) = (input.kind, rules)
    clock = rules.isDated ? .utc : .boardTime
    let path = input.path
    switch kind {
    case .card: faults = try Self.readCard(path, start, into: &survey)
    case .cardFile: faults = try Self.readCardFile(input, start, isQuiet, into: &survey)
    case .recording: faults = try Self.readRecording(input, isQuiet, into: &survey)
    case .gpx: faults = try Self.readGPX(input, isQuiet, into: &survey)
    }
    outing = survey.finish()
    if outing.positionCount == 0 {
      let reason = faults.first.map { "; the first unreadable line is \($0)" } ?? ""
      throw Failure(message: "'\(path)' has no position with a time\(reason)")
    }
  }

  private static func readCard(
    _ path: String, _ start: UnixTime?, into survey: inout TruthfulSurvey
  ) throws -> TrackFaults {
    var reader = CardTrackReader(start: start)
    do {
      try CardTrack.read(path, by: &reader) { sample in
        try Interruption.check()
        survey.consume(sample)
      }
    } catch let error as CardTrackError {
      throw Failure(message: "\(error)")
    }
    return reader.faults
  }

  private static func readCardFile(
    _ input: TrackInput, _ start: UnixTime?, _ isQuiet: Bool,
    into survey: inout TruthfulSurvey
  ) throws -> TrackFaults {
    var reader = CardTrackReader(start: start)
    reader.begin(file: input.title)
    try read(input, isQuiet) { reader.consume($0) { survey.consume($0) } }
    reader.finish { survey.consume($0) }
    return reader.faults
  }

  private static func readRecording(
    _ input: TrackInput, _ isQuiet: Bool, into survey: inout TruthfulSurvey
  ) throws -> TrackFaults {
    var reader = RecordedTrackReader()
    try read(input, isQuiet) { reader.consume($0, into: &survey) }
    reader.finish(into: &survey)
    return reader.faults
  }

  private static func readGPX(
    _ input: TrackInput, _ isQuiet: Bool, into survey: inout TruthfulSurvey
  ) throws -> TrackFaults {
    var reader = GPXTrackReader()
    try read(input, isQuiet) { bytes in
      reader.consume(bytes) { point in
        var sample = TrackSample(time: point.time)
        sample.position = point.position
        survey.consume(sample)
      }
    }
    reader.finish()
    return TrackFaults(count: reader.faultCount, first: reader.firstFault)
  }

  private static func read(
    _ input: TrackInput, _ isQuiet: Bool, _ body: (Span<UInt8>) throws -> Void
  ) throws {
    var progress = Progress("reading \(input.title)", of: input.length, isQuiet: isQuiet)
    var byteCount = 0
    try input.read { bytes in
      try body(bytes)
      byteCount += bytes.count
      progress.update(after: byteCount)
    }
    progress.finish()
  }
}

extension SurveyedTrack {
  /// The track as text for readers.
  var text: String {
    "\(kind.rawValue), times in \(clock == .utc ? "UTC" : "board time")\n\(estimator)\n"
      + outing.text(clock)
  }

  /// The estimator of distances, in words.
  var estimator: String {
    let step =
      rules.minimumStep.map { "\(PlainText.number($0, decimals: 3)) m" }
      ?? "\(PlainText.number(SurveyRules.stepPerAccuracy, decimals: 1)) times the accuracy of a position"
    return "distances over ground on WGS 84, without heights, in steps of at least \(step)"
  }

  /// Writes the members of the track.
  func write(to json: inout JSONWriter) {
    json.member("kind", kind.rawValue)
    json.object("estimator") { json in
      json.member("minimum_step", rules.minimumStep, decimals: 3)
      json.member("steps_per_accuracy", SurveyRules.stepPerAccuracy, decimals: 1)
      json.member("pause", rules.pause, decimals: 3)
    }
    json.member("unreadable_lines", faults.count)
    json.member("first_unreadable_line", faults.first)
    outing.write(to: &json, clock)
  }
}
