/// The messages of a client that wait for the connection or for the broker's acknowledgement, in order.
///
/// The outbox is bounded. Where there is no room, the oldest message that has not been sent is dropped and counted.
/// A connection that is lost gives back the messages that were not acknowledged, which are sent again, in order and
/// before all others.
package struct MQTTOutbox: Sendable {
  /// The largest number of messages that wait.
  package let capacity: Int
  /// The largest number of sent messages without acknowledgement.
  package let window: Int
  /// The largest sum of payloads and topics that wait, bytes.
  package let byteCapacity: Int

  private var waiting = MessageQueue()
  /// The messages sent and not acknowledged, in the order of sending, with the numbers of their packets.
  private var sent: [(packet: Int32, message: MQTTMessage)] = []
  /// Packets whose acknowledgement came before ``noteSent(_:as:)``, and whether the broker has taken the message.
  private var early: [Int32: Bool] = [:]
  /// Whether a message is taken to be sent, and neither sent, refused nor given back yet.
  private var isOneTaken = false
  /// The number of connections lost in a row without an acknowledgement.
  private var fruitlessLosses = 0
  /// Whether an acknowledgement came since the last loss.
  private var hasProgress = false

  /// The number of messages acknowledged, or sent with quality 0.
  package private(set) var publishedCount = 0
  /// The number of messages dropped for lack of room.
  package private(set) var droppedCount = 0
  /// The number of messages that the broker does not take.
  package private(set) var refusedCount = 0

  /// The number of connections lost in a row with the same first message after which this message counts as refused.
  package static let mostFruitlessLosses = 3

  /// Creates an empty outbox.
  package init(capacity: Int = 10_000, window: Int = 100, byteCapacity: Int = 32 << 20) {
    (self.capacity, self.window, self.byteCapacity) = (capacity, window, byteCapacity)
  }

  /// Whether another message has room without one that is dropped.
  package var hasRoom: Bool { waiting.count < capacity && waiting.byteCount < byteCapacity }

  /// The number of messages that wait, are being handed over, or are not acknowledged.
  package var count: Int { waiting.count + (isOneTaken ? 1 : 0) + sent.count }

  /// Whether all messages are published.
  package var isEmpty: Bool { count == 0 }

  /// Appends a message, and drops the oldest waiting ones where there is no room.
  package mutating func append(_ message: MQTTMessage) {
    while !hasRoom, waiting.count > 0 {
      _ = waiting.takeFirst()
      droppedCount += 1
    }
    waiting.append(message)
  }

  /// Takes the next message to be sent; `nil` when none waits or too many are not acknowledged.
  ///
  /// ``noteSent(_:as:)``, ``refuse()`` or ``giveBack(_:)`` has to follow. After a connection that was lost without an
  /// acknowledgement the messages go one by one, so that one that the broker does not take is alone.
  package mutating func takeNext() -> MQTTMessage? {
    guard sent.count < (fruitlessLosses > 0 ? 1 : window), let message = waiting.takeFirst() else {
      return nil
    }
    isOneTaken = true
    return message
  }

  /// Records that a message was handed over as a packet.
  package mutating func noteSent(_ message: MQTTMessage, as packet: Int32) {
    isOneTaken = false
    if let isTaken = early.removeValue(forKey: packet) {
      noteAcknowledgement(isTaken)
    } else {
      sent.append((packet, message))
    }
  }

  private mutating func noteAcknowledgement(_ isTaken: Bool) {
    if isTaken { publishedCount += 1 } else { refusedCount += 1 }
    noteProgress()
  }

  private mutating func noteProgress() { (hasProgress, fruitlessLosses) = (true, 0) }

  /// Counts a message that was not even queued.
  package mutating func noteDropped() { droppedCount += 1 }

  /// Records that a taken message cannot be sent at all.
  package mutating func refuse() { (isOneTaken, refusedCount) = (false, refusedCount + 1) }

  /// Gives a taken message back, which could not be handed over now.
  package mutating func giveBack(_ message: MQTTMessage) {
    isOneTaken = false
    waiting.prepend(message)
  }

  /// Records the acknowledgement of a packet.
  ///
  /// - Parameters:
  ///   - packet: The packet's number.
  ///   - isTaken: Whether the broker has taken the message.
  package mutating func confirm(_ packet: Int32, isTaken: Bool = true) {
    guard let index = sent.firstIndex(where: { $0.packet == packet }) else {
      early[packet] = isTaken
      return
    }
    sent.remove(at: index)
    noteAcknowledgement(isTaken)
  }

  /// Takes back the messages that were not acknowledged when the connection was lost.
  ///
  /// A message of quality 0 was sent, and may have come or not: it is not sent again. A first message with which
  /// ``mostFruitlessLosses`` connections were lost is one that the broker does not take.
  package mutating func noteLoss() {
    fruitlessLosses = hasProgress ? 0 : fruitlessLosses + (sent.isEmpty ? 0 : 1)
    hasProgress = false
    if fruitlessLosses >= Self.mostFruitlessLosses, !sent.isEmpty {
      sent.removeFirst()
      refusedCount += 1
      fruitlessLosses = 0
    }
    for (_, message) in sent.reversed() where message.delivery == .atLeastOnce {
      waiting.prepend(message)
    }
    sent = []
    early = [:]
  }
}

/// A queue of messages that knows the sum of their bytes.
private struct MessageQueue: Sendable {
  private var messages: [MQTTMessage] = []
  /// The place of the first message; those before it have been taken.
  private var first = 0
  private(set) var byteCount = 0

  var count: Int { messages.count - first }

  mutating func append(_ message: MQTTMessage) {
    messages.append(message)
    byteCount += message.byteCount
  }

  mutating func prepend(_ message: MQTTMessage) {
    if first > 0 {
      first -= 1
      messages[first] = message
    } else {
      messages.insert(message, at: 0)
    }
    byteCount += message.byteCount
  }

  mutating func takeFirst() -> MQTTMessage? {
    guard first < messages.count else { return nil }
    let message = messages[first]
    messages[first] = MQTTMessage("", [])
    first += 1
    byteCount -= message.byteCount
    if first > 1000, first * 2 > messages.count {
      messages.removeFirst(first)
      first = 0
    }
    return message
  }
}

extension MQTTMessage {
  fileprivate var byteCount: Int { topic.utf8.count + payload.count }
}
