internal import Mathematics
internal import TextOutput

/// The reason for which a part from outside is absent.
public enum PartFailure: Error, Hashable, Sendable {
  /// The program cannot be started or reached, for the given reason.
  case unreachable(String)
  /// The program ended or closed the connection.
  case closed
  /// The program gave no answer within a real time.
  case silent(Duration)
  /// The program sent a line of too many bytes.
  case tooLong
  /// The program sent a line that no question had asked for.
  case unasked
  /// The program gave an answer of more than ``PartReply/mostLines`` lines.
  case endless
  /// A line that is none of those of an answer; the value is the line.
  case notAnAnswer(String)
  /// An answer with another number of bytes than was asked for.
  case wrongCount(asked: Int, got: Int)
  /// A refusal where the question cannot be refused; the value is the question.
  case cannotRefuse(String)
  /// A wish for a quantity that the world does not have.
  case unknownQuantity(String)
}

extension PartFailure: CustomStringConvertible {
  /// The reason as a phrase that follows a part's name.
  public var description: String {
    switch self {
    case .unreachable(let reason): reason.withControlsEscaped
    case .closed: "its program ended or closed the connection"
    case .silent(let limit): "its program gave no answer within \(limit.inMilliseconds)"
    case .tooLong: "its program sent a line of more than \(PartLines.longestLine) bytes"
    case .unasked: "its program sent a line that nobody had asked for"
    case .endless: "its program gave an answer of more than \(PartReply.mostLines) lines"
    case .notAnAnswer(let line): "its program answered '\(Self.excerpt(line))'"
    case .wrongCount(let asked, let got):
      "its program answered with \(got) bytes, and \(asked) were asked for"
    case .cannotRefuse(let question): "its program answered NACK to \(Self.excerpt(question))"
    case .unknownQuantity(let name): "its program asked for the quantity '\(Self.excerpt(name))'"
    }
  }

  /// The remedy, as an instruction.
  public var remedy: String {
    "\(correction); the part is tried again when its power comes back"
  }

  private var correction: String {
    switch self {
    case .unreachable, .closed: "start its program"
    case .silent: "answer each line at once, and flush the output after each answer"
    case .tooLong, .notAnAnswer, .endless:
      "answer OK, OK BYTES in hexadecimal, or NACK, after lines of INT, WAKE, STRETCH, GET, STATE or MISUSE"
    case .unasked: "answer each line once"
    case .wrongCount: "answer R with as many bytes as it asks for, and other lines without"
    case .cannotRefuse: "answer NACK to START, RESTART and W only"
    case .unknownQuantity:
      "ask for \(WorldQuantity.allCases.map(\.name).joined(separator: ", "))"
    }
  }

  private static func excerpt(_ text: String) -> String {
    String(text.prefix(40)).withControlsEscaped
  }
}
