/// Whether the chained files of a card are as they were written.
public struct CardVerdict: Hashable, Sendable {
  /// A way in which a line was tampered with.
  public enum Tampering: String, Hashable, Sendable, CaseIterable {
    /// A line or signature that differs from the one written.
    case changed
    /// Lines before it are gone.
    case removed
    /// A line that was not written in this place.
    case inserted
    /// A line that was written in another place.
    case reordered
    /// A signature with another key than the requested one.
    case foreignKey = "signed by another key"
  }

  /// A line that is not as it was written.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public var file: String
    /// The line in it, from 1.
    public var line: Int
    /// The kind of tampering.
    public var what: Tampering
    /// The further details, in words.
    public var detail: String?

    /// `20260601.CSV:812: changed`, and what else is known.
    public var description: String {
      "\(file):\(line): \(what.rawValue)" + (detail.map { "; \($0)" } ?? "")
    }
  }

  /// A summary of a file's lines and signatures.
  public struct File: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its lines, headers and signatures not counted.
    public var lines: Int
    /// The number of lines that no signature covers.
    public var unsignedLines: Int
    /// Whether its lines are chained.
    public var isChained: Bool
    /// The signers: public halves of keys, 64 digits each, each once, in the order of the signatures.
    public var keys: [String]
  }

  /// The days' files, by their names.
  public internal(set) var files: [File] = []
  /// The first hundred findings of tampering.
  public internal(set) var findings: [Finding] = []

  /// The largest number of findings reported.
  static let mostFindings = 100

  /// Whether each line is as it was written.
  public var isWhole: Bool { findings.isEmpty }
  /// The number of lines that no signature covers.
  public var unsignedLines: Int { files.reduce(0) { $0 + $1.unsignedLines } }
}
