internal import BoardSimulation

/// The options of a bus trace.
struct TraceArguments {
  var files: [String] = []
  var from: SecondsFromZero?
  var length: SecondsArgument?
  var parts: NameList = NameList()

  /// The transfers that are written.
  var selection: TraceSelection {
    TraceSelection(
      from: from?.duration ?? .zero, for: length?.duration, parts: Set(parts.names))
  }

  static func parameters<C>(in path: WritableKeyPath<C, TraceArguments>) -> [Parameter<C>] {
    [
      .list(
        "trace", path.appending(path: \.files), "FILE",
        help: "write every bus transfer: SCL and SDA where the name ends in .vcd, else a\n"
          + "line of text for each; - for standard output; repeatable"),
      .option(
        "trace-from", path.appending(path: \.from), "S",
        help: "the trace's start, seconds of board time; default 0"),
      .option(
        "trace-for", path.appending(path: \.length), "S",
        help: "the trace's length, seconds; default: to the end"),
      .option(
        "trace-parts", path.appending(path: \.parts), "NAMES",
        help: "only transfers with these parts, 'bme280,sps30'"),
    ]
  }
}

/// A number of seconds, 0 to 1,000,000,000.
struct SecondsFromZero: OptionValue {
  var duration: Duration

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let seconds = try Double(optionText: text, of: parameter)
    guard (0...1e9).contains(seconds) else {
      throw UsageError(message: "\(parameter) must be 0 to 1000000000 seconds, not '\(text)'")
    }
    duration = .seconds(seconds)
  }
}

/// A list of parts' names, separated by commas.
struct NameList: OptionValue {
  var names: [String] = []

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the rule that an option's names are those of parts of the board.
  ///
  /// - Parameters:
  ///   - option: The name of the option.
  ///   - path: The option's names.
  ///   - parts: The options with the parts from outside.
  /// - Returns: The rule.
  static func rule<C>(
    of option: String, _ path: KeyPath<C, NameList>, among parts: KeyPath<C, PartArguments>
  ) -> CommandRule<C> {
    CommandRule([option]) { command in
      let known = BoardFault.Kind.nack.parts + command[keyPath: parts].outside.map(\.name)
      let strange = command[keyPath: path].names.first { !known.contains($0) }
      return strange.map {
        "--\(option): there is no part '\($0)'; there are \(known.joined(separator: ", "))"
      }
    }
  }
}
