internal import EventLoop
internal import Locks
internal import Platform

/// The thread that serves MQTT clients.
package final class MQTTLoop: Sendable {
  /// An order to the loop's thread.
  enum Order {
    case add(MQTTClient)
    case flush(MQTTClient)
    case subscribe(MQTTClient, String)
    case unsubscribe(MQTTClient, String)
    case end(MQTTClient)
    case stop
  }

  private let orders = Lock<[Order]>([])
  private let pipe = WakeUpPipe()
  private let thread = Lock<BackgroundThread?>(nil)

  /// Starts the thread.
  ///
  /// - Throws: ``MQTTError`` when the program was built without MQTT, or the system refuses a loop or a thread.
  package init() throws(MQTTError) {
    guard MQTTClient.isBuiltIn else { throw .notBuiltIn }
    guard pipe.descriptor >= 0 else { throw .noResources }
    #if MQTT
      let started = BackgroundThread { [self] in
        guard let sessions = MQTTSessions(wokenBy: pipe.descriptor) else { return }
        sessions.run { [self] in takeOrders() }
      }
      guard let started else { throw .noResources }
      thread.withLock { $0 = started }
    #endif
  }

  /// Gives an order to the thread.
  func send(_ order: Order) {
    let isFirst = orders.withLock { orders in
      orders.append(order)
      return orders.count == 1
    }
    if isFirst { pipe.wake() }
  }

  private func takeOrders() -> [Order] {
    pipe.drain()
    return orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
  }

  /// Ends all connections by the protocol and the thread, and waits for its end.
  package func stop() {
    send(.stop)
    thread.withLock { $0.take() }?.join()
  }
}

/// The error of MQTT clients that cannot be.
package enum MQTTError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program was built without the library that speaks MQTT.
  case notBuiltIn
  /// The system has no threads, descriptors or memory left.
  case noResources

  /// The error and its remedy.
  package var description: String {
    switch self {
    case .notBuiltIn:
      "this program was built without MQTT; install libmosquitto's files for developers (Debian: "
        + "libmosquitto-dev) and build again"
    case .noResources: "the system has no threads or descriptors left for MQTT"
    }
  }
}
