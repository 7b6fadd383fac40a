/// The way in which a client connects to its broker.
package struct BrokerAccess: Hashable, Sendable {
  /// The version of the protocol.
  package var version = MQTTClient.Version.v311
  /// The file of trusted certificates in PEM form; `nil` for those of the system.
  package var authority: String?
  /// Whether the broker's certificate and name are checked.
  package var verifiesBroker = true

  /// Creates the usual access: MQTT 3.1.1, and certificates that the system trusts.
  package init() {}
}
