internal import Bytes
public import RTCMParser
internal import RTCMText

/// A reader of messages in JSON Lines, which may be cut into pieces anywhere.
///
/// Each line is an object in the form of `boardsim rtcm decode --json`.
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
/// An invalid line does not affect the other lines. Empty lines are skipped.
public struct JSONLinesReader: Sendable {
  /// The length limit of a line in bytes, many times the longest message's line.
  public static let maximumLineLength = 1 << 20

  /// The number of bytes read.
  public private(set) var byteCount = 0
  /// The number of lines read, including empty ones; also the number of the last line.
  public private(set) var lineCount = 0
  /// The number of messages found.
  public private(set) var messageCount = 0
  /// The number of lines without a valid message.
  public private(set) var badLineCount = 0

  /// The current incomplete line, up to the length limit.
  private var line: [UInt8] = []
  private var isTooLong = false
  /// The member names of the lines so far.
  private var names = MemberNames()

  /// Creates a reader at the beginning of a file.
  public init() {}

  /// Reads the next bytes and calls the closure for each line that ends in them, with its number.
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

  /// Appends a part of the current line.
  private mutating func append(_ bytes: Span<UInt8>) {
    let room = Self.maximumLineLength - line.count
    isTooLong = isTooLong || bytes.count > room
    line.append(contentsOf: bytes.extracting(first: min(bytes.count, room)))
  }

  /// Ends the file: also calls the closure for a last line without a line feed.
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

  /// Decodes the current line's message.
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

/// An error for a line without a valid message.
public struct JSONLineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line's number, from 1.
  public var line: Int
  /// The fault of the line.
  public var cause: JSONMessageError

  /// Creates an error.
  public init(line: Int, cause: JSONMessageError) {
    self.line = line
    self.cause = cause
  }

  /// The line number, the fault and the remedy.
  public var description: String { "line \(line): \(cause)" }
}
