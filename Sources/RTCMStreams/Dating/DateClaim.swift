internal import Mathematics
internal import TextOutput

/// A date given by messages of a stream.
public struct DateClaim: Hashable, Sendable {
  /// DF002 of the messages; `nil` for observations that came without a message.
  public var messageType: UInt16?
  /// The first time in the messages, in GPS time.
  public var time: GPSTime
  /// The number of messages that give that week.
  public var count: Int

  /// Creates a claim from its message type, time and count.
  public init(messageType: UInt16?, time: GPSTime, count: Int) {
    self.messageType = messageType
    self.time = time
    self.count = count
  }
}

extension DateClaim: CustomStringConvertible {
  /// A phrase: `1 message 1013 says 2037-08-20T12:00:00Z`.
  public var description: String {
    let source =
      messageType.map { count == 1 ? "1 message \($0) says " : "\(count) messages \($0) say " }
      ?? (count == 1 ? "1 epoch of observations is of " : "\(count) epochs of observations are of ")
    return source + time.utcText
  }
}

extension [DateClaim] {
  /// The first four claims as a phrase, with the number of the others.
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

/// An error in determining the date of a stream.
public enum StreamDateError: Error, Hashable, Sendable {
  /// No date was given, and no message gives the week.
  case unknown
  /// The majority of the stream contradicts the given date.
  ///
  /// The message type is the first one of the majority; `nil` for observations that came without a message.
  case contradicted(byMessage: UInt16?, saying: GPSTime)
  /// No date was given, and the messages of the stream give several dates, none of them decisive.
  case divided([DateClaim])
}
