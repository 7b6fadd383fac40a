/// Whether the chained files of a card are as they were written.
public struct CardVerdict: Hashable, Sendable {
  /// What was done to a line.
  public enum Tampering: String, Hashable, Sendable, CaseIterable {
    /// It, or a signature, is not what was written.
    case changed
    /// Lines before it are gone.
    case removed
    /// It was not written there.
    case inserted
    /// It was written elsewhere.
    case reordered
    /// It is signed with another key than is asked for.
    case foreignKey = "signed by another key"
  }

  /// A line that is not as it was written.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var file: String
    /// The line in it, from 1.
    public var line: Int
    /// What was done to it.
    public var what: Tampering
    /// What else is known, in words.
    public var detail: String?

    /// `20260601.CSV:812: changed`, and what else is known.
    public var description: String {
      "\(file):\(line): \(what.rawValue)" + (detail.map { "; \($0)" } ?? "")
    }
  }

  /// What a file holds.
  public struct File: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its lines, headers and signatures not counted.
    public var lines: Int
    /// Those of them that no signature covers.
    public var unsignedLines: Int
    /// Whether its lines are chained.
    public var isChained: Bool
    /// Who signed it: public halves of keys, 64 digits each, each once, in the order of its signatures.
    public var keys: [String]
  }

  /// The days' files, by their names.
  public internal(set) var files: [File] = []
  /// What is not as it was written, the first hundred.
  public internal(set) var findings: [Finding] = []

  /// How many findings are told.
  static let mostFindings = 100

  /// Whether each line is as it was written.
  public var isWhole: Bool { findings.isEmpty }
  /// How many lines are not covered by a signature.
  public var unsignedLines: Int { files.reduce(0) { $0 + $1.unsignedLines } }
}
