internal import TextOutput

/// An error in a scenario, or in a file that the scenario names.
public struct ScenarioError: Error, Hashable, Sendable {
  /// The path of the file; empty while it is unknown.
  public var file: String
  /// The line, from 1; 0 for the file as a whole.
  public var line: Int
  /// The column in characters, from 1; 0 for the line as a whole.
  public var column: Int
  /// The problem, in words.
  public var problem: String
  /// The remedy, in words.
  public var remedy: String

  /// Creates an error, by default without a place.
  public init(
    file: String = "", line: Int = 0, column: Int = 0, _ problem: String, _ remedy: String
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.remedy = remedy
  }

  /// Creates an error at the place of a node.
  init(at node: ScenarioNode, _ problem: String, _ remedy: String) {
    self.init(line: node.line, column: node.column, problem, remedy)
  }

  /// Returns the error with a file, unless it has one already.
  package func of(_ file: String) -> ScenarioError {
    var error = self
    if error.file.isEmpty { error.file = file }
    return error
  }
}

extension ScenarioError: CustomStringConvertible {
  /// The error as `FILE:LINE:COLUMN: problem; remedy`, without a place as `problem; remedy`.
  public var description: String {
    let place = [line, column].prefix { $0 > 0 }.map { ":\($0)" }.joined()
    return (file + place).isEmpty
      ? "\(problem); \(remedy)" : "\(file)\(place): \(problem); \(remedy)"
  }
}

extension ScenarioError {
  /// Returns the remedy for an unknown name: the most similar known name, or else all names.
  package static func remedy(for name: String, among names: [String]) -> String {
    // An unknown name may have any length; 40 characters bound the cost of the comparison.
    let short = String(name.prefix(40))
    let nearest = names.map { ($0, editDistance(short, $0)) }.min { $0.1 < $1.1 }
    if let (candidate, distance) = nearest, distance <= max(2, name.count / 3) {
      return "did you mean \"\(candidate)\"?"
    }
    return "there are \(names.joined(separator: ", "))"
  }

  /// Returns a file's text as errors quote it: at most 40 characters, and on one line.
  package static func quoted(_ text: String) -> String {
    let short = text.count > 40 ? text.prefix(39) + "…" : text[...]
    return "\"\(String(short.map { $0.isNewline || $0.asciiValue ?? 32 < 32 ? " " : $0 }))\""
  }
}
