internal import MQTTClient
internal import MQTTMessages
internal import NtripProtocol
internal import Locks

/// The thread of a caster's clients of brokers, which starts with the first one.
final class BrokerThread: Sendable {
  let access: BrokerAccess
  private let loop = Lock<MQTTLoop?>(nil)

  /// Creates the thread of clients with an access.
  init(_ access: BrokerAccess) { self.access = access }

  /// Creates a client, which ``MQTTClient/begin()`` lets connect.
  ///
  /// - Parameters:
  ///   - url: The brokers.
  ///   - purpose: A word of the client's identifier, which is unique.
  ///   - change: Changes the settings.
  ///   - handler: Called with each event on the thread; it must not block.
  /// - Returns: The client.
  /// - Throws: ``MQTTError`` when the program has no MQTT, or the system no room for it.
  func client(
    of url: BrokerURL, for purpose: String,
    _ change: (inout MQTTClient.Configuration) -> Void = { _ in },
    handler: @escaping @Sendable (MQTTClient.Event) -> Void
  ) throws(MQTTError) -> MQTTClient {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    var configuration = MQTTClient.Configuration(url, identifier: "bs-\(purpose)-\(number)")
    configuration.access = access
    // Corrections are of use for seconds: nobody waits longer for a broker that has come back.
    configuration.retry.firstDelay = .milliseconds(250)
    configuration.retry.longestDelay = .seconds(4)
    configuration.seed = .random(in: 0 ... .max)
    change(&configuration)
    return MQTTClient(configuration, on: try running(), handler: handler)
  }

  private func running() throws(MQTTError) -> MQTTLoop {
    if let loop = loop.withLock({ $0 }) { return loop }
    let new = try MQTTLoop()
    loop.withLock { $0 = new }
    return new
  }

  /// Ends all connections by the protocol, and the thread.
  func stop() { loop.withLock { $0.take() }?.stop() }
}
