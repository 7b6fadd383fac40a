internal import Bytes
internal import ScenarioFiles
internal import TextOutput
internal import VirtualBoard

/// A scenario by its name or its file.
struct ScenarioArgument: OptionValue, Equatable {
  var text = BundledScenarios.names[0]

  init() {}

  static var candidates: Candidates { .words(BundledScenarios.names, or: .files) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard !text.isEmpty else {
      throw UsageError(message: "\(parameter) must be a scenario's name or a file")
    }
    self.text = text
  }

  /// Returns the expectations of the scenario, read.
  func expectations() throws -> [Expectation] {
    try scenario().expectations.map { try Expectation($0) }
  }

  /// Returns the scenario, with the files that it names.
  ///
  /// - Throws: ``UsageError`` for an unknown name, otherwise ``Failure``.
  func scenario() throws -> Scenario {
    if let bundled = BundledScenarios.scenario(named: text) { return bundled }
    guard isFile else { throw unknown }
    do {
      return try ScenarioInput.scenario(text)
    } catch let error as ScenarioError {
      throw Failure(message: "\(error)")
    }
  }

  /// Returns the scenario's text, as it was written.
  func source() throws -> String {
    if let text = BundledScenarios.text(of: text) { return text }
    guard isFile else { throw unknown }
    return String(decoding: try ScenarioInput.bytes(text), as: UTF8.self)
  }

  /// Whether the text is a file: a name has neither slash nor dot.
  var isFile: Bool { text == "-" || text.contains("/") || text.contains(".") }

  private var unknown: UsageError {
    UsageError(message: "\(BundledScenarios.unknown(text))")
  }
}

/// The reading of scenarios from files.
enum ScenarioInput {
  /// Reads a scenario; the paths of the files that it names are relative to it.
  ///
  /// - Throws: `ScenarioError` for a fault in the scenario, ``Failure`` when the file cannot be read.
  static func scenario(_ path: String) throws -> Scenario {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return try Scenario(yaml: try bytes(path), file: path == "-" ? "standard input" : path) {
      name in
      beside(name.hasPrefix("/") ? name : folder + name)
    }
  }

  private static func beside(_ path: String) -> Result<[UInt8], ScenarioError> {
    do {
      return .success(try bytes(path))
    } catch {
      let reason = (error as? Failure)?.message ?? "\(error)"
      return .failure(ScenarioError(reason, "files lie relative to the scenario"))
    }
  }

  /// Returns the bytes of a file, or of standard input for `-`.
  static func bytes(_ path: String) throws -> [UInt8] {
    var input = try InputStream(path)
    var bytes: [UInt8] = []
    while try input.read({ chunk in bytes.append(contentsOf: chunk) }) {
      guard bytes.count <= YAMLText.mostBytes else {
        throw Failure(
          message: "'\(path)' is longer than \(YAMLText.mostBytes) bytes; that is no scenario")
      }
    }
    return bytes
  }
}

/// The options for viewing a scenario as a run would use it.
struct ScenarioViewArguments {
  var duration: SecondsArgument?
  var seed: UInt64?
  var start: DateArgument?

  static func parameters<C>(
    in path: WritableKeyPath<C, ScenarioViewArguments>, duration: String
  ) -> [Parameter<C>] {
    [
      .option("duration", path.appending(path: \.duration), "S", help: duration),
      .option(
        "seed", path.appending(path: \.seed), "N", help: "of the run; default: the scenario's, or 1"
      ),
      .option(
        "start", path.appending(path: \.start), "DATE",
        help: "date of boot; default: the scenario's, or 2026-06-01T12:00:00Z"),
    ]
  }

  /// Returns the options of a board in a scenario.
  func options(of scenario: Scenario) -> BoardOptions {
    var options = BoardOptions()
    options.follow(scenario)
    if let seed { options.seed = seed }
    if let start { options.bootDate = start.time }
    return options
  }
}
