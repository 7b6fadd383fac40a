internal import Bytes

/// A line of a program that models a part.
///
/// An answer is any number of lines, up to ``PartReply/mostLines``, of which the last one is ``ok(_:)`` or
/// ``refused(byte:)``.
public enum PartReply: Hashable, Sendable {
  /// The end of an answer, with the bytes that were read: `OK 1580`.
  case ok([UInt8])
  /// The end of an answer that refuses an address, or the byte of a write with an index: `NACK 2`.
  case refused(byte: Int?)
  /// The level of the interrupt pin: `INT 0`.
  case interrupt(isHigh: Bool)
  /// The board time at which the program wants to be asked: `WAKE 1300000000`.
  case wake(Duration)
  /// The time for which the part holds SCL low after its address: `STRETCH 50000`.
  case stretch(Duration)
  /// The wish for quantities of the world: `GET temperature humidity`.
  case get([WorldQuantity])
  /// A value of the part's state, for those who look at the part: `STATE mode=one-shot`.
  case state(name: String, value: String)
  /// A mistake of the driver, in strict mode: `MISUSE reads too early; wait 100 ms; LM75 7.3`.
  case misuse(DriverMisuse)

  /// The greatest number of lines of an answer.
  public static let mostLines = 64

  /// Reads a line.
  ///
  /// - Parameter line: The bytes before the LF; a CR at their end is ignored.
  /// - Throws: ``PartFailure`` for a line of another form.
  public init(parsing line: [UInt8]) throws(PartFailure) {
    let bytes = line.last == .carriageReturn ? line.dropLast() : line[...]
    guard bytes.allSatisfy(\.isPrintable) else { throw .notAnAnswer(bytes.text) }
    let words = bytes.split(separator: UInt8(ascii: " "))
    let reply = words.first.flatMap { Self.reply($0.text, words.dropFirst(), of: bytes) }
    guard let reply else { throw .notAnAnswer(bytes.text) }
    self = try reply.get()
  }

  private static func reply(
    _ word: String, _ rest: ArraySlice<ArraySlice<UInt8>>, of line: ArraySlice<UInt8>
  ) -> Result<Self, PartFailure>? {
    switch word {
    case "OK": [UInt8](hexadecimalText: rest.joined()).map { .success(.ok($0)) }
    case "NACK": refusal(rest)
    case "INT": level(rest).map { .success(.interrupt(isHigh: $0)) }
    case "WAKE": time(rest).map { .success(.wake($0)) }
    case "STRETCH": time(rest).map { .success(.stretch($0)) }
    case "GET": quantities(rest)
    case "STATE": state(line.dropFirst(word.utf8.count + 1).text)
    case "MISUSE": misuse(line.dropFirst(word.utf8.count + 1).text)
    default: nil
    }
  }
}

// MARK: The words of a line

extension PartReply {
  private typealias Words = ArraySlice<ArraySlice<UInt8>>
  private typealias Outcome = Result<Self, PartFailure>

  private static func refusal(_ words: Words) -> Outcome? {
    guard let word = words.first else { return .success(.refused(byte: nil)) }
    guard words.count == 1, let byte = word.decimalInteger else { return nil }
    return .success(.refused(byte: byte))
  }

  private static func level(_ words: Words) -> Bool? {
    guard words.count == 1, let word = words.first, ["0", "1"].contains(word.text) else {
      return nil
    }
    return word.text == "1"
  }

  private static func time(_ words: Words) -> Duration? {
    guard words.count == 1 else { return nil }
    return words.first?.decimalInteger.map { .nanoseconds(Int64($0)) }
  }

  private static func quantities(_ words: Words) -> Outcome? {
    guard !words.isEmpty else { return nil }
    var quantities: [WorldQuantity] = []
    for word in words {
      guard let quantity = WorldQuantity(rawValue: word.text) else {
        return .failure(.unknownQuantity(word.text))
      }
      quantities.append(quantity)
    }
    return .success(.get(quantities))
  }

  private static func state(_ text: String) -> Outcome? {
    let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, OutsidePart.isName(String(halves[0])),
      !OutsidePartModel.ownConditions.contains(String(halves[0]))
    else { return nil }
    return .success(.state(name: String(halves[0]), value: String(halves[1])))
  }

  private static func misuse(_ text: String) -> Outcome? {
    let pieces = text.split(separator: ";", omittingEmptySubsequences: false).map {
      ArraySlice($0.utf8).trimmed.text
    }
    guard pieces.count == 3, !pieces.contains("") else { return nil }
    return .success(.misuse(DriverMisuse(pieces[0], remedy: pieces[1], section: pieces[2])))
  }
}
