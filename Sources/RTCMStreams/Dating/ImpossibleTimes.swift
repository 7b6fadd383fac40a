/// The messages of one type in a stream that tell a time which is none.
public struct ImpossibleTimes: Hashable, Sendable {
  /// DF002.
  public var messageType: UInt16
  /// The number of messages.
  public var count: Int
  /// The number in the first of them.
  public var first: ImpossibleTime
}

extension ImpossibleTimes: CustomStringConvertible {
  /// A sentence's part: `3 messages 1087 (DF034 is 86401500, at most 86400999)`.
  public var description: String {
    "\(count) \(count == 1 ? "message" : "messages") \(messageType) (\(first))"
  }
}

/// Counts the messages of a stream that tell times which are none.
package struct ImpossibleTimeTally: Sendable {
  /// The impossible times, by message type in the order of its coming.
  package private(set) var all: [ImpossibleTimes] = []

  /// Creates the tally of an empty stream.
  package init() {}

  /// Takes the next message of the stream.
  package mutating func count(_ message: RTCMMessage) {
    if let time = message.impossibleTime { count(time, in: message.type) }
  }

  /// Takes a number of a message that is no time.
  package mutating func count(_ time: ImpossibleTime, in type: UInt16) {
    if let index = all.firstIndex(where: { $0.messageType == type }) {
      all[index].count += 1
    } else {
      all.append(ImpossibleTimes(messageType: type, count: 1, first: time))
    }
  }
}
