/// The result of verifying a card's chained files.
public struct CardVerdict: Hashable, Sendable {
  /// A way in which a line was tampered with.
  public enum Tampering: String, Hashable, Sendable, CaseIterable {
    /// A line or signature that differs from the one written.
    case changed
    /// The lines before this line were removed.
    case removed
    /// A line that was not written at this position.
    case inserted
    /// A line that was written at another position.
    case reordered
    /// A signature by another key than the expected one.
    case foreignKey = "signed by another key"
  }

  /// A line that differs from the line written.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The name of the file.
    public var file: String
    /// The line number in the file, from 1.
    public var line: Int
    /// The kind of tampering.
    public var what: Tampering
    /// Further details in words; `nil` for none.
    public var detail: String?

    /// The finding as text: `20260601.CSV:812: changed`, then the details.
    public var description: String {
      "\(file):\(line): \(what.rawValue)" + (detail.map { "; \($0)" } ?? "")
    }
  }

  /// A summary of a file's lines and signatures.
  public struct File: Hashable, Sendable {
    /// The name of the file.
    public var name: String
    /// The number of lines, without header and signatures.
    public var lines: Int
    /// The number of lines that no signature covers.
    public var unsignedLines: Int
    /// Whether the file's lines are chained.
    public var isChained: Bool
    /// The signers in order of first signature: public halves of keys, 64 digits each.
    public var keys: [String]
  }

  /// The daily files, in order of their names.
  public internal(set) var files: [File] = []
  /// The findings of tampering, at most one hundred.
  public internal(set) var findings: [Finding] = []

  /// The limit of the number of findings.
  static let mostFindings = 100

  /// Whether no tampering was found.
  public var isWhole: Bool { findings.isEmpty }
  /// The number of lines that no signature covers.
  public var unsignedLines: Int { files.reduce(0) { $0 + $1.unsignedLines } }
}
