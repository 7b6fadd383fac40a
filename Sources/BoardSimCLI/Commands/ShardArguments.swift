internal import BoardHost

/// The part of a numbered set that this process does, when several share it.
struct ShardArguments {
  var choice: ShardChoice?
  var shards: CountArgument?

  /// Returns the options.
  ///
  /// - Parameters:
  ///   - path: The property of the command.
  ///   - whole: The set that is shared, as the help calls it.
  ///   - note: A further sentence of the help.
  /// - Returns: The parameters.
  static func parameters<C>(
    in path: WritableKeyPath<C, Self>, of whole: String, _ note: String? = nil
  ) -> [Parameter<C>] {
    [
      .option(
        "shard", path.appending(path: \.choice), "I/M",
        help: "do part I, from 0, of M parts of \(whole); auto takes I and M from the job\n"
          + "array of Slurm, or I from a Kubernetes Indexed Job"
          + (note.map { ".\n\($0)" } ?? "")),
      .option(
        "shards", path.appending(path: \.shards), "M",
        help: "with --shard auto: the number of parts, where the job does not tell it"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["shards", "shard"], says: "--shards is for --shard auto") {
        $0.shards != nil && $0.choice != .auto
      },
      CommandRule(["shard"]) { arguments in
        guard case .failure(let error) = arguments.resolved else { return nil }
        return "--shard: \(error)"
      },
    ]
  }

  /// Whether a part is chosen.
  var isGiven: Bool { choice != nil }

  /// The part; `nil` for the whole.
  var shard: Shard? {
    guard case .success(let shard) = resolved else { return nil }
    return shard
  }

  private var resolved: Result<Shard, ShardError>? {
    choice.map { choice in
      Result { () throws(ShardError) in
        switch choice {
        case .part(let shard): shard
        case .auto: try Shard(environment: ProcessEnvironment.value, count: shards?.value)
        }
      }
    }
  }
}

/// The choice of a part: `I/M`, or `auto` for that of the job array.
enum ShardChoice: OptionValue, Hashable {
  case auto
  case part(Shard)

  static var candidates: Candidates { .words(["auto"]) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard text != "auto" else {
      self = .auto
      return
    }
    do throws(ShardError) {
      self = .part(try Shard(text))
    } catch {
      throw UsageError(message: "\(parameter): \(error)")
    }
  }
}
