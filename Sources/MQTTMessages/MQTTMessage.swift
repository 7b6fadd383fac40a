/// A message to be published, or one that came.
package struct MQTTMessage: Hashable, Sendable {
  /// The delivery that is asked of the broker (MQTT 3.1.1, section 4.3).
  package enum Delivery: Int, Hashable, Sendable {
    /// Quality 0: sent once, and lost with the connection.
    case atMostOnce = 0
    /// Quality 1: sent until the broker has acknowledged it.
    case atLeastOnce = 1
  }

  /// The topic's name.
  package var topic: String
  /// The content.
  package var payload: [UInt8]
  /// The delivery.
  package var delivery: Delivery
  /// Whether the broker keeps the message for later subscribers.
  package var isRetained: Bool

  /// Creates a message.
  package init(
    _ topic: String, _ payload: [UInt8], delivery: Delivery = .atMostOnce, isRetained: Bool = false
  ) {
    (self.topic, self.payload) = (topic, payload)
    (self.delivery, self.isRetained) = (delivery, isRetained)
  }
}
