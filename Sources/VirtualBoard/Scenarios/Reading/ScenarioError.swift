internal import TextOutput

/// A fault of a scenario, or of a file that it names.
public struct ScenarioError: Error, Hashable, Sendable {
  /// The file; empty where nobody has told it.
  public var file: String
  /// The line, from 1; 0 where it is the file as a whole.
  public var line: Int
  /// The column in characters, from 1; 0 where it is the line as a whole.
  public var column: Int
  /// The fault in words.
  public var problem: String
  /// The remedy.
  public var remedy: String

  /// Creates an error.
  public init(
    file: String = "", line: Int = 0, column: Int = 0, _ problem: String, _ remedy: String
  ) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
    self.remedy = remedy
  }

  /// The error at the place of a node.
  init(at node: ScenarioNode, _ problem: String, _ remedy: String) {
    self.init(line: node.line, column: node.column, problem, remedy)
  }

  /// The same, of a file unless it has one.
  package func of(_ file: String) -> ScenarioError {
    var error = self
    if error.file.isEmpty { error.file = file }
    return error
  }
}

extension ScenarioError: CustomStringConvertible {
  /// `FILE:LINE:COLUMN: what is wrong; what to do`.
  public var description: String {
    let place = [line, column].prefix { $0 > 0 }.map { ":\($0)" }.joined()
    return "\(file)\(place): \(problem); \(remedy)"
  }
}

extension ScenarioError {
  /// Returns the remedy for an unknown name: the name that was meant, if it looks like one, or all.
  static func remedy(for name: String, among names: [String]) -> String {
    // A name of any length is compared with each: nobody writes long ones.
    let short = String(name.prefix(40))
    let nearest = names.map { ($0, editDistance(short, $0)) }.min { $0.1 < $1.1 }
    if let (candidate, distance) = nearest, distance <= max(2, name.count / 3) {
      return "did you mean \"\(candidate)\"?"
    }
    return "there are \(names.joined(separator: ", "))"
  }

  /// A text from a file as errors quote it: not too long, and on one line.
  static func quoted(_ text: String) -> String {
    let short = text.count > 40 ? text.prefix(39) + "…" : text[...]
    return "\"\(String(short.map { $0.isNewline || $0.asciiValue ?? 32 < 32 ? " " : $0 }))\""
  }
}
