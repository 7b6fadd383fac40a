internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import Sessions
internal import VirtualBoard

/// The way of a scenario, as the truth about a track.
struct ScenarioTruth {
  private let world: World
  /// The date of board time zero, seconds since 1970; 0 for a track in board time.
  private let zero: Double
  private var last: Double?
  private var isOver = false

  /// The time between two true positions, seconds: chords across a runner's bends are then short by a
  /// five-thousandth at most.
  private static let interval = 0.2
  /// The longest time that is filled with true positions, seconds.
  private static let longestGap = 3600.0

  /// Creates the truth about a track of a kind.
  ///
  /// - Throws: ``Failure`` for a kind that has a truth of its own, or no board time.
  init(_ scenario: ScenarioArgument, _ kind: TrackInput.Kind, start: UnixTime?) throws {
    guard kind != .recording else {
      throw Failure(message: "a recording has the true positions in it; leave out --truth")
    }
    guard !kind.hasDates || start != nil else {
      throw Failure(message: "--truth for a GPX track needs the date of board time zero: --start")
    }
    var options = BoardOptions()
    options.follow(try scenario.scenario())
    world = ScenarioSpan(options, for: .zero).world
    zero = start.map { Double($0.nanoseconds) / 1e9 } ?? 0
  }

  /// Gives a survey the true positions up to a line of the track.
  ///
  /// After another start of the board its board time is no longer the scenario's.
  mutating func tell(_ survey: inout OutingSurvey, upTo sample: TrackSample) {
    let time = sample.time
    isOver = isOver || sample.beginsAnew || (last.map { time < $0 } ?? false)
    guard !isOver, time.isFinite, (0...1e9).contains(time - zero) else { return }
    var next = (last ?? time - Self.interval) + Self.interval
    if time - next > Self.longestGap { next = time }
    while next < time {
      see(at: next, &survey)
      next += Self.interval
    }
    see(at: time, &survey)
    last = time
  }

  private func see(at time: Double, _ survey: inout OutingSurvey) {
    survey.see(truth: world.position(at: .seconds(time - zero)), at: time)
  }
}

/// A survey of a track beside the truth about it.
struct TruthfulSurvey {
  private var survey: OutingSurvey
  private var truth: ScenarioTruth?

  init(_ survey: OutingSurvey, _ truth: ScenarioTruth?) {
    (self.survey, self.truth) = (survey, truth)
  }

  /// Takes the next line into account.
  mutating func consume(_ sample: TrackSample) {
    truth?.tell(&survey, upTo: sample)
    survey.consume(sample)
  }

  /// Takes a true position into account that the file holds.
  mutating func see(truth: GeodeticPosition, at time: Double) {
    survey.see(truth: truth, at: time)
  }

  mutating func finish() -> Outing { survey.finish() }
}
