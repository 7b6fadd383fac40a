internal import BoardHost
internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import VirtualBoard

/// The options common to `run` and `replay`: world, firmware and parts of the board.
struct BoardArguments {
  var scenario = ScenarioArgument()
  var origin = OriginArgument.scenario
  /// The run's seed; `nil` for the default.
  var seed: UInt64?
  /// The date of boot; `nil` for the default.
  var start: DateArgument?
  var sampleInterval: SecondsArgument?
  var card = CardArguments()
  var gnssRate = RateArgument(1)
  var receiverLog: String?
  var events: [EventArgument] = []
  var parts = PartArguments()
  var trace = TraceArguments()

  /// The board's options; a receiver's log is read from its file.
  var options: BoardOptions {
    get throws { try makeOptions() }
  }

  private func makeOptions() throws -> BoardOptions {
    var options = BoardOptions()
    options.follow(try scenario.scenario())
    options.origin = origin.origin
    if let seed { options.seed = seed }
    if let start { options.bootDate = start.time }
    options.sampleInterval = sampleInterval?.duration
    options.events = events.map(\.event)
    parts.apply(to: &options)
    options.gnssRate = gnssRate.value
    options.receiverLog = try receiverLog.map { try ReceiverLogInput.read($0) }
    return options
  }

  /// Creates the files of the trace; returns `nil` without a trace.
  func traceFiles() throws(Failure) -> TraceFiles? {
    guard !trace.files.isEmpty else { return nil }
    return try TraceFiles(
      trace, clock: parts.busClock.clock, pins: parts.outside.map { $0.part.interruptPin })
  }

  static func parameters<C>(
    in path: WritableKeyPath<C, BoardArguments>, defaultOrigin: String
  ) -> [Parameter<C>] {
    worldParameters(in: path, defaultOrigin: defaultOrigin) + firmwareParameters(in: path)
      + PartArguments.parameters(in: path.appending(path: \.parts))
      + TraceArguments.parameters(in: path.appending(path: \.trace))
  }

  /// Returns the parameters that do not concern the firmware.
  static func worldParameters<C>(
    in path: WritableKeyPath<C, BoardArguments>, defaultOrigin: String = "scenario"
  ) -> [Parameter<C>] {
    [
      .option(
        "scenario", path.appending(path: \.scenario), "NAME|FILE",
        help: "the scenario: milan-walk (default), another name of 'boardsim scenario\n"
          + "list', or a file in the form of docs/scenarios.md"),
      .option(
        "origin", path.appending(path: \.origin), "WHERE",
        help: "the start of the track: scenario, base (1 km north of the reference station)\n"
          + "or LAT,LON[,H]; sets climate and time zone too; default \(defaultOrigin)"),
      .option(
        "seed", path.appending(path: \.seed), "N",
        help: "the seed of weather and noise: the same seed gives the same bytes; default 1,\n"
          + "or the scenario's"),
      .option(
        "start", path.appending(path: \.start), "DATE",
        help: "the date of boot, which sets season and weekday: 2026-06-01T12:00:00Z (default,\n"
          + "or the scenario's) or now"),
      .list(
        "set", path.appending(path: \.events), "WHAT",
        help: "set a quantity: 'temperature=-10 at=100 over=30' ramps it to -10 within 30 s from\n"
          + "board time 100; 'temperature=null at=200' releases it; repeatable"),
      .option(
        "receiver-log", path.appending(path: \.receiverLog), "FILE",
        help: "a recorded UBX or NMEA log, played at its own times in place of the receiver's\n"
          + "model; corrections are counted and not used"),
    ]
  }

  private static func firmwareParameters<C>(
    in path: WritableKeyPath<C, BoardArguments>
  ) -> [Parameter<C>] {
    [
      .option(
        "sample-interval", path.appending(path: \.sampleInterval), "S",
        help: "seconds between samples; default: the card's setting, or 2"),
      .option(
        "gnss-rate", path.appending(path: \.gnssRate), "HZ",
        help: "positions a second: 1 (default), 2, 4, 5, 8 or 10"),
      .option(
        "profile", path.appending(path: \.parts.profile), "NAME",
        help: "the way to the network: direct (default), or uno-esp8266, an Arduino Uno whose\n"
          + "answers and corrections pass an ESP8266 on SoftwareSerial at 9,600 baud"),
    ] + CardArguments.parameters(in: path.appending(path: \.card))
  }
}

/// An event: `NAME=VALUE [at=S] [over=S]`.
struct EventArgument: OptionValue {
  var event: BoardEvent

  init(optionText text: String, of parameter: String) throws(UsageError) {
    do throws(EventError) {
      event = try BoardEvent(parsing: text)
    } catch {
      throw UsageError(message: "\(parameter) '\(text)': \(error)")
    }
  }
}

/// The origin of the track: `scenario`, `base` or `LAT,LON[,H]`.
struct OriginArgument: OptionValue {
  var origin: BoardOptions.Origin

  static let scenario = Self(origin: .scenario)
  static let base = Self(origin: .base)
  static var candidates: Candidates { .words(["scenario", "base"]) }

  private init(origin: BoardOptions.Origin) { self.origin = origin }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    switch text {
    case "scenario": origin = .scenario
    case "base": origin = .base
    default: origin = .at(try PositionArgument(optionText: text, of: parameter).position)
    }
  }
}

/// A position: `LAT,LON[,H]`, degrees and metres above the ellipsoid.
struct PositionArgument: OptionValue {
  var position: GeodeticPosition

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard (2...3).contains(numbers.count), numbers.allSatisfy(\.isFinite),
      abs(numbers[0]) <= 90, abs(numbers[1]) <= 360
    else {
      throw UsageError(
        message: "\(parameter) must be LAT,LON or LAT,LON,H in degrees and metres, not '\(text)'")
    }
    position = GeodeticPosition(
      latitude: numbers[0], longitude: numbers[1], height: numbers.count == 3 ? numbers[2] : 165)
  }
}

/// The rate of a receiver's positions, positions a second.
struct RateArgument: OptionValue, Equatable {
  let value: Int
  /// The rates whose epochs are a whole number of milliseconds apart and include every whole second.
  private static let allowed = [1, 2, 4, 5, 8, 10]

  init(_ value: Int) { self.value = value }

  static var candidates: Candidates { .words(allowed.map { "\($0)" }) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Int(text), Self.allowed.contains(value) else {
      throw UsageError(
        message: "\(parameter) must be 1, 2, 4, 5, 8 or 10 positions a second, not '\(text)'")
    }
    self.value = value
  }
}

/// A time span in seconds, above 0 and at most 1,000,000,000.
struct SecondsArgument: OptionValue, Equatable {
  var duration: Duration

  init(_ seconds: Int) { duration = .seconds(seconds) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let seconds = try Double(optionText: text, of: parameter)
    guard seconds > 0 else {
      throw UsageError(message: "\(parameter) must be more than 0 seconds, not '\(text)'")
    }
    guard seconds <= 1e9 else {
      throw UsageError(message: "\(parameter) must be at most 1000000000 seconds, not '\(text)'")
    }
    duration = .seconds(seconds)
  }
}
