package import MQTTClient
package import MQTTMessages

/// The settings of the boards' telemetry to an MQTT broker.
package struct TelemetryOptions: Sendable {
  /// The form of a measurement's message.
  package enum Format: String, Sendable, CaseIterable {
    /// The body of `/api/v1/measurement`.
    case json
    /// The text that apps poll, in the board's dialect.
    case fields
  }

  /// The share of boards to connections.
  package enum Clients: String, Sendable, CaseIterable {
    /// A single connection for all boards of the process.
    case process
    /// A connection for each board, with a will of its own.
    case board
  }

  /// The brokers, the credentials and the root of the topics.
  package var url: BrokerURL
  /// The delivery of measurements, status and events.
  package var delivery = MQTTMessage.Delivery.atMostOnce
  /// Whether the broker keeps the last measurement and status.
  package var isRetained = false
  /// The least board time between two measurements; `nil` for every sample.
  package var interval: Duration?
  /// The form of a measurement's message.
  package var format = Format.json
  /// The share of boards to connections; `nil` for one each up to 200 boards, and one for all of more.
  package var clients: Clients?
  /// Whether orders are taken at the boards' topics.
  package var takesOrders = false
  /// Whether Home Assistant's discovery is published.
  package var announcesToHomeAssistant = false
  /// The way in which the boards connect to the broker.
  package var access = BrokerAccess()
  /// Whether a board waits while the broker does not follow, as at full speed; else the oldest messages are dropped.
  package var waits = false

  /// Creates the settings of telemetry to a broker.
  package init(_ url: BrokerURL) { self.url = url }

  /// Returns the share of boards to connections for a number of boards.
  func clients(of boardCount: Int) -> Clients {
    clients ?? (boardCount <= BoardService.portCount ? .board : .process)
  }
}

/// The topics of telemetry, below the root of the broker's URL.
struct TelemetryTopics: Sendable {
  let root: String

  /// Returns a topic of a board: `measurement`, `status`, `events`, `online`, `orders` or `answers`.
  func board(_ number: Int, _ name: String) -> String { "\(root)/boards/\(number)/\(name)" }

  /// The filter of the orders to all boards.
  var orders: String { "\(root)/boards/+/orders" }

  /// Returns the number of the board whose orders a topic has; `nil` for another topic.
  func board(ofOrders topic: String) -> Int? {
    let prefix = "\(root)/boards/", suffix = "/orders"
    guard topic.hasPrefix(prefix), topic.hasSuffix(suffix) else { return nil }
    let text = topic.dropFirst(prefix.count).dropLast(suffix.count)
    guard let number = Int(text), "\(number)" == text, number >= 0 else { return nil }
    return number
  }

  /// Returns the topic that tells whether the process of some boards is connected.
  func process(_ numbers: Range<Int>) -> String {
    "\(root)/processes/\(numbers.lowerBound)-\(numbers.upperBound - 1)/online"
  }

  /// The topic at which processes tell which boards are theirs.
  var claims: String { "\(root)/claims" }

  /// Returns the topic at which a process is told that its boards are another's.
  func claim(of process: String) -> String { "\(root)/claims/\(process)" }
}
