internal import BoardHost

/// The options that make a sweep of a replay: several captures, seeds and scenarios.
struct SweepArguments {
  var list: String?
  var seeds: SeedsArgument?
  var scenarios: ScenariosArgument?
  var jobs: CountArgument?
  var shard = ShardArguments()

  static func parameters<C>(in path: WritableKeyPath<C, Self>) -> [Parameter<C>] {
    [
      .option(
        "list", path.appending(path: \.list), "FILE",
        help: "further captures, one in each line; - for standard input"),
      .option(
        "seeds", path.appending(path: \.seeds), "LIST",
        help: "replay each capture with each seed of 1..100 or 1,5,9"),
      .option(
        "scenarios", path.appending(path: \.scenarios), "A,B",
        help: "replay each capture in each of these scenarios"),
      .option(
        "jobs", path.appending(path: \.jobs), "K",
        help: "the number of replays at a time; default: the processors"),
    ] + ShardArguments.parameters(in: path.appending(path: \.shard), of: "the replays")
  }

  /// Whether an option is given that only a sweep has.
  var isGiven: Bool {
    list != nil || seeds != nil || scenarios != nil || jobs != nil || shard.isGiven
      || shard.shards != nil
  }
}

/// A list of seeds: ranges such as `1..100`, and single ones, separated by commas.
struct SeedsArgument: OptionValue {
  let seeds: [UInt64]

  /// The largest number of seeds.
  private static let limit: UInt64 = 1_000_000

  init(optionText text: String, of parameter: String) throws(UsageError) {
    var seeds: [UInt64] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = word.split(separator: "..", omittingEmptySubsequences: false).map {
        UInt64($0)
      }
      guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2,
        first <= last
      else {
        throw UsageError(
          message: "\(parameter) must be seeds such as 1..100 or 1,5,9, not '\(text)'")
      }
      guard last - first < Self.limit - UInt64(seeds.count) else {
        throw UsageError(message: "\(parameter): more than \(Self.limit) seeds in '\(text)'")
      }
      seeds += first...last
    }
    self.seeds = seeds
  }
}

/// A list of scenarios, separated by commas.
struct ScenariosArgument: OptionValue {
  let scenarios: [ScenarioArgument]

  static var candidates: Candidates { ScenarioArgument.candidates }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    var scenarios: [ScenarioArgument] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      scenarios.append(try ScenarioArgument(optionText: String(word), of: parameter))
    }
    self.scenarios = scenarios
  }
}
