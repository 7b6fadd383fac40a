internal import Mathematics
internal import TextOutput

/// A date that messages of a stream tell.
public struct DateClaim: Hashable, Sendable {
  /// DF002 of the messages; `nil` for observations that came in none.
  public var messageType: UInt16?
  /// The first time that they tell, in GPS time.
  public var time: GPSTime
  /// The number of messages that tell that week.
  public var count: Int

  /// Creates a claim.
  public init(messageType: UInt16?, time: GPSTime, count: Int) {
    self.messageType = messageType
    self.time = time
    self.count = count
  }
}

extension DateClaim: CustomStringConvertible {
  /// A sentence's part: `1 message 1013 says 2037-08-20T12:00:00Z`.
  public var description: String {
    let source =
      messageType.map { count == 1 ? "1 message \($0) says " : "\(count) messages \($0) say " }
      ?? (count == 1 ? "1 epoch of observations is of " : "\(count) epochs of observations are of ")
    return source + time.utcText
  }
}

extension [DateClaim] {
  /// The first of them in a sentence, and how many more there are.
  package var phrase: String {
    let named = prefix(4).map { $0.description }
    return PlainText.list(named + (count > 4 ? ["\(count - 4) more"] : []))
  }
}

extension GPSTime {
  /// The time in UTC, in whole seconds: `2026-06-01T12:00:00Z`.
  package var utcText: String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(self, in: .utc))
    return String(decoding: text.dropLast(".000".utf8.count), as: UTF8.self) + "Z"
  }
}

/// A reason for which nobody knows when a stream was made.
public enum StreamDateError: Error, Hashable, Sendable {
  /// No date was given, and no message says which week it is.
  case unknown
  /// Most of what the stream tells contradicts the date that was given; the message that says so first, or,
  /// where that is `nil`, observations that came in none.
  case contradicted(byMessage: UInt16?, saying: GPSTime)
  /// No date was given, and the messages of the stream tell several, none of them more than the others.
  case divided([DateClaim])
}
