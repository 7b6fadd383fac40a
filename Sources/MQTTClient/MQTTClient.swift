internal import Locks
package import MQTTMessages
package import NtripProtocol
internal import Mathematics
internal import TextOutput

/// A client of an MQTT broker: publishes messages in order, and takes those of its subscriptions.
///
/// The client connects, and connects again after a loss, to the next address of its URL, with delays that grow. All its
/// functions may be called from any thread and return at once.
package final class MQTTClient: Sendable {
  /// The state of the connection.
  package enum Phase: Hashable, Sendable {
    /// No connection has been attempted.
    case idle
    /// A connection to a broker is being made.
    case connecting(to: String)
    /// The broker has let the client in.
    case connected(to: String)
    /// The last attempt failed for a reason, or the connection was lost; the next attempt comes after a delay.
    case waiting(reason: String)
    /// The client has ended.
    case ended
  }

  /// An event of the client, told on the loop's thread.
  package enum Event: Hashable, Sendable {
    /// The broker has let the client in, and has the subscriptions.
    case connected(to: String)
    /// The connection was lost, or could not be made: the reason, and the time until the next attempt.
    case lost(broker: String, reason: String, nextAttempt: Duration)
    /// A message of a subscription came.
    case message(MQTTMessage)
  }

  /// The numbers of a client's messages.
  package struct Counts: Hashable, Sendable {
    /// The messages that wait or are not acknowledged.
    package var waiting = 0
    /// The messages that the broker has acknowledged, or that were sent with quality 0.
    package var published = 0
    /// The messages dropped for lack of room.
    package var dropped = 0
    /// The messages that the broker does not take.
    package var refused = 0
    /// The connections made.
    package var connections = 0

    package init() {}

    /// Adds the numbers of another client.
    package static func += (sum: inout Self, counts: Self) {
      sum.waiting += counts.waiting
      sum.published += counts.published
      sum.dropped += counts.dropped
      sum.refused += counts.refused
      sum.connections += counts.connections
    }
  }

  struct State {
    var outbox: MQTTOutbox
    var phase = Phase.idle
    var connectionCount = 0
    /// The filters subscribed to beside those of the configuration.
    var subscriptions: Set<String> = []
    /// Whether the loop has been told of messages that wait.
    var isTold = false
  }

  let configuration: Configuration
  let state: Lock<State>
  let handler: @Sendable (Event) -> Void
  private let loop: MQTTLoop

  /// Creates a client; ``begin()`` lets it connect.
  ///
  /// - Parameters:
  ///   - configuration: The broker, the name and the subscriptions.
  ///   - loop: The loop that serves the client.
  ///   - handler: Called with each event on the loop's thread; it must not block.
  package init(
    _ configuration: Configuration, on loop: MQTTLoop,
    handler: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    (self.configuration, self.loop, self.handler) = (configuration, loop, handler)
    state = Lock(State(outbox: MQTTOutbox(capacity: configuration.capacity)))
  }

  /// Lets the client connect, and publish what waits.
  package func begin() { loop.send(.add(self)) }

  /// Publishes a message, after all that were given before.
  ///
  /// A full outbox drops its oldest waiting message, and counts it.
  package func publish(_ message: MQTTMessage) {
    let isNews = state.withLock { state in
      state.outbox.append(message)
      defer { state.isTold = true }
      return !state.isTold
    }
    if isNews { loop.send(.flush(self)) }
  }

  /// Publishes a message if there is room for it without dropping another; otherwise it is dropped and counted.
  package func publishIfRoom(_ message: MQTTMessage) {
    let hasRoom = state.withLock { state in
      if !state.outbox.hasRoom { state.outbox.noteDropped() }
      return state.outbox.hasRoom
    }
    if hasRoom { publish(message) }
  }

  /// Subscribes to a filter with quality 0, on this connection and later ones.
  package func subscribe(_ filter: String) {
    state.withLock { _ = $0.subscriptions.insert(filter) }
    loop.send(.subscribe(self, filter))
  }

  /// Ends the subscription to a filter of ``subscribe(_:)``.
  package func unsubscribe(_ filter: String) {
    state.withLock { _ = $0.subscriptions.remove(filter) }
    loop.send(.unsubscribe(self, filter))
  }

  /// Whether another message has room without one that is dropped.
  package var hasRoom: Bool { state.withLock(\.outbox.hasRoom) }

  /// The state of the connection.
  package var phase: Phase { state.withLock(\.phase) }

  /// The numbers of messages.
  package var counts: Counts {
    state.withLock { state in
      var counts = Counts()
      counts.waiting = state.outbox.count
      counts.published = state.outbox.publishedCount
      counts.dropped = state.outbox.droppedCount
      counts.refused = state.outbox.refusedCount
      counts.connections = state.connectionCount
      return counts
    }
  }

  /// Ends the connection by the protocol, so that the broker does not publish the will.
  ///
  /// Waiting messages are not sent; see ``counts``.
  package func end() { loop.send(.end(self)) }
}

extension MQTTClient.Event {
  /// Returns a sentence about a change of the connection, for a log.
  ///
  /// - Parameter purpose: The word for the connection's use, with which the sentence begins.
  /// - Returns: The sentence; `nil` for a message.
  package func sentence(of purpose: String) -> String? {
    switch self {
    case .connected(let broker): return "\(purpose): connected to \(broker)"
    case .lost(let broker, let reason, let delay):
      let next = PlainText.number(delay.inSeconds, decimals: 1)
      return "\(purpose): \(broker): \(reason); next attempt in \(next) s"
    case .message: return nil
    }
  }
}

extension MQTTClient.Phase {
  /// The state in one word: `connected`, `connecting`, `disconnected` or `ended`.
  package var word: String {
    switch self {
    case .idle, .connecting: "connecting"
    case .connected: "connected"
    case .waiting: "disconnected"
    case .ended: "ended"
    }
  }

  /// The broker of the connection, or of the attempt; `nil` without one.
  package var broker: String? {
    switch self {
    case .connected(let broker), .connecting(let broker): broker
    case .idle, .waiting, .ended: nil
    }
  }

  /// The reason for which there is no connection; `nil` without one.
  package var error: String? { if case .waiting(let reason) = self { reason } else { nil } }
}

extension MQTTClient {
  /// The settings of a client.
  package struct Configuration: Sendable {
    /// The brokers and the credentials.
    package var url: BrokerURL
    /// The client's identifier; a broker has one client of each.
    package var identifier: String
    /// The message that the broker publishes when the connection breaks; `nil` for none.
    package var will: MQTTMessage?
    /// The filters of topics to be told on every connection, with quality 1.
    package var subscriptions: [String] = []
    /// The messages published first on each connection.
    package var greetings: [MQTTMessage] = []
    /// The way in which the client connects.
    package var access = BrokerAccess()
    /// The largest number of messages that wait.
    package var capacity = 10_000
    /// The delays before attempts to connect, counted in rounds of all brokers.
    package var retry = RetryPolicy()
    /// The least time between two times of handing over messages, so that several go together.
    package var pause = Duration.zero
    /// The seed of the random part of delays.
    package var seed: UInt64 = 1

    /// Creates the settings of a client.
    package init(_ url: BrokerURL, identifier: String) {
      (self.url, self.identifier) = (url, identifier)
    }
  }

  /// A version of the protocol.
  package enum Version: String, Hashable, Sendable, CaseIterable {
    /// 3.1.1, which every broker speaks.
    case v311 = "3.1.1"
    /// 5.
    case v5 = "5"
  }

  /// The library that speaks MQTT and its version, `libmosquitto/2.0.11`; `nil` without it.
  package static var library: String? {
    #if MQTT
      MosquittoLibrary.version
    #else
      nil
    #endif
  }

  /// Whether the program was built with the library that speaks MQTT.
  package static var isBuiltIn: Bool {
    #if MQTT
      true
    #else
      false
    #endif
  }
}
