internal import Bytes
public import RTCMParser
internal import RTCMText

/// Reads messages from JSON Lines, one object a line as `boardsim rtcm decode --json` writes them, cut
/// into pieces anywhere.
///
/// ```swift
/// var reader = JSONLinesReader()
/// reader.consume(piece.span) { number, line in
///   switch line {
///   case .success(let message): use(message)
///   case .failure(let error): print(error)  // line 3: message.station_id (message 1006, DF003): …
///   }
/// }
/// ```
/// A line that is wrong costs only itself. Empty lines are skipped.
public struct JSONLinesReader: Sendable {
  /// The longest line: many times what the longest message makes.
  public static let maximumLineLength = 1 << 20

  /// Bytes that were read.
  public private(set) var byteCount = 0
  /// Lines that were read, empty ones included: the number of the last one.
  public private(set) var lineCount = 0
  /// Messages that were found.
  public private(set) var messageCount = 0
  /// Lines that hold no message.
  public private(set) var badLineCount = 0

  /// The line that is not whole yet, as far as it is not too long.
  private var line: [UInt8] = []
  private var isTooLong = false
  /// The names of the members of the lines so far.
  private var names = MemberNames()

  /// Creates a reader at the beginning of a file.
  public init() {}

  /// Takes the next bytes and hands on each line that ends in them, with its number.
  public mutating func consume<E: Error>(
    _ bytes: Span<UInt8>,
    onLine: (_ number: Int, Result<RTCMMessage, JSONLineError>) throws(E) -> Void
  ) throws(E) {
    byteCount += bytes.count
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      append(bytes.extracting(start..<end))
      if end < bytes.count { try endLine(onLine) }
      start = end + 1
    }
  }

  /// Takes a part of a line.
  private mutating func append(_ bytes: Span<UInt8>) {
    let room = Self.maximumLineLength - line.count
    isTooLong = isTooLong || bytes.count > room
    line.append(contentsOf: bytes.extracting(first: min(bytes.count, room)))
  }

  /// Ends the file: hands on the last line where no line feed ends it.
  public mutating func finish<E: Error>(
    onLine: (_ number: Int, Result<RTCMMessage, JSONLineError>) throws(E) -> Void
  ) throws(E) {
    if !line.isEmpty { try endLine(onLine) }
  }

  private mutating func endLine<E: Error>(
    _ onLine: (Int, Result<RTCMMessage, JSONLineError>) throws(E) -> Void
  ) throws(E) {
    lineCount += 1
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    let result = message()
    switch result {
    case .success: messageCount += 1
    case .failure: badLineCount += 1
    }
    try onLine(lineCount, result)
  }

  /// Reads the line's message.
  private mutating func message() -> Result<RTCMMessage, JSONLineError> {
    do throws(JSONMessageError) {
      guard !isTooLong else {
        throw JSONMessageError(.tooLong(limit: Self.maximumLineLength), path: "")
      }
      return .success(try RTCMMessage(json: line, names: &names))
    } catch {
      return .failure(JSONLineError(line: lineCount, cause: error))
    }
  }
}

/// A line without a valid message.
public struct JSONLineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, the first is 1.
  public var line: Int
  /// The fault in the line.
  public var cause: JSONMessageError

  /// Creates an error.
  public init(line: Int, cause: JSONMessageError) {
    self.line = line
    self.cause = cause
  }

  /// The line, its fault and the remedy.
  public var description: String { "line \(line): \(cause)" }
}
