package import MQTTClient
internal import MQTTMessages
internal import NtripProtocol
internal import Locks

/// The way in which a caster's connections to MQTT brokers are made.
package struct BrokerAccess: Hashable, Sendable {
  /// The version of the protocol.
  package var version = MQTTClient.Version.v311
  /// The file of trusted certificates in PEM form; `nil` for those of the system.
  package var authority: String?
  /// Whether a broker's certificate and name are checked.
  package var verifiesBroker = true

  /// Creates the usual access: MQTT 3.1.1, and certificates that the system trusts.
  package init() {}

  /// Returns the settings of a client.
  func configuration(_ url: BrokerURL, identifier: String) -> MQTTClient.Configuration {
    var configuration = MQTTClient.Configuration(url, identifier: identifier)
    configuration.version = version
    configuration.authority = authority
    configuration.verifiesBroker = verifiesBroker
    // Corrections are of use for seconds: nobody waits longer for a broker that has come back.
    (configuration.retry.firstDelay, configuration.retry.longestDelay) = (
      .milliseconds(250), .seconds(4)
    )
    configuration.seed = .random(in: 0 ... .max)
    return configuration
  }
}

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
    var configuration = access.configuration(url, identifier: "bs-\(purpose)-\(number)")
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
