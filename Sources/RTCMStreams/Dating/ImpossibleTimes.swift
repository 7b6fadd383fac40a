/// The messages of one type in a stream that contain impossible times.
public struct ImpossibleTimes: Hashable, Sendable {
  /// The message type, DF002.
  public var messageType: UInt16
  /// The number of messages with impossible times.
  public var count: Int
  /// The impossible time in the first of these messages.
  public var first: ImpossibleTime
}

extension ImpossibleTimes: CustomStringConvertible {
  /// A phrase: `3 messages 1087 (DF034 is 86401500, at most 86400999)`.
  public var description: String {
    "\(count) \(count == 1 ? "message" : "messages") \(messageType) (\(first))"
  }
}

/// A tally of a stream's messages with impossible times.
package struct ImpossibleTimeTally: Sendable {
  /// The impossible times by message type, in order of appearance.
  package private(set) var all: [ImpossibleTimes] = []

  /// Creates the tally of an empty stream.
  package init() {}

  /// Counts a message if it contains an impossible time.
  package mutating func count(_ message: RTCMMessage) {
    if let time = message.impossibleTime { count(time, in: message.type) }
  }

  /// Counts an impossible time in a message of a type.
  package mutating func count(_ time: ImpossibleTime, in type: UInt16) {
    if let index = all.firstIndex(where: { $0.messageType == type }) {
      all[index].count += 1
    } else {
      all.append(ImpossibleTimes(messageType: type, count: 1, first: time))
    }
  }
}
