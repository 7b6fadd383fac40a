public import GNSSBasics
package import RTCMStreams

/// Why nobody knows when a stream was made.
public enum StreamDateError: Error, Hashable, Sendable {
  /// No date was given, and no message says which week it is.
  case unknown
  /// All that the stream tells contradicts the date that was given; what a message says first, or, where that is
  /// `nil`, observations that came in none.
  case contradicted(byMessage: UInt16?, saying: GPSTime)
}

/// About when a stream was made: what was given, what the stream tells, and whether these agree.
package struct StreamDate: Sendable {
  private let given: GPSTime?
  /// What the stream told first.
  private var told: (time: GPSTime, type: UInt16?)?
  private var isConfirmed = false

  /// Creates a date that was given, or that the stream is to tell.
  package init(given: GPSTime?) { self.given = given }

  /// Whether nothing more of the stream needs to be seen.
  package var isSettled: Bool { given == nil ? told != nil : isConfirmed }

  /// Takes what a message tells, while the date is not settled.
  package mutating func learn(from message: RTCMMessage) {
    let time = if let given { message.statedTime(near: given) } else { message.statedTime }
    if let time { learn(time, of: message.type) }
  }

  /// Takes a time that the stream tells, while the date is not settled.
  ///
  /// - Parameters:
  ///   - time: The time.
  ///   - type: DF002 of what tells it; `nil` for observations that came in no message.
  package mutating func learn(_ time: GPSTime, of type: UInt16?) {
    if told == nil { told = (time, type) }
    guard let given else { return }
    isConfirmed = time.seconds(since: given).magnitude < Self.tolerance
  }

  /// The date, once the stream has been seen.
  package func settled() throws(StreamDateError) -> GPSTime {
    guard let given else {
      guard let told else { throw .unknown }
      return told.time
    }
    if let told, !isConfirmed { throw .contradicted(byMessage: told.type, saying: told.time) }
    return given
  }

  /// Half a week, as the given date has it, and a day by which an ephemeris may be old; in seconds.
  private static let tolerance = 4.5 * 86_400
}
