internal import Locks
internal import MQTTClient
internal import NtripMemory
internal import NtripProtocol

/// The exchange of a caster's streams with others over MQTT: its cluster and its publications.
final class StreamBus: Sendable {
  /// The cluster; `nil` for a caster by itself.
  let cluster: ClusterDesk?
  /// The publications; `nil` without any.
  let publications: PublicationDesk?
  private let caster: SharedCaster
  private let exports: ExportDesk

  /// Begins the exchange that a configuration asks for.
  ///
  /// - Parameters:
  ///   - configuration: The cluster and the publications.
  ///   - brokers: The thread of clients.
  ///   - parts: The caster.
  /// - Throws: ``MQTTError`` when the program has no MQTT.
  init(
    _ configuration: CasterConfiguration, by brokers: BrokerThread, _ parts: ClusterDesk.Caster
  ) throws(MQTTError) {
    (caster, exports) = (parts.caster, parts.exports)
    let publications =
      configuration.publications.isEmpty
      ? nil : try PublicationDesk(configuration.publications, by: brokers, tell: parts.tell)
    self.publications = publications
    let cluster = try configuration.cluster.map { options throws(MQTTError) in
      try ClusterDesk(options, by: brokers, parts)
    }
    self.cluster = cluster
    let report = parts.report
    if cluster != nil || publications != nil
      || configuration.mounts.contains(where: \.needsPosition)
    {
      caster.setReceivers(
        ofExports: { mountpoint, slice in
          cluster?.publish(slice, of: mountpoint)
          publications?.publish(slice, of: mountpoint)
        },
        ofPositions: { mountpoint, node, position in
          if node == nil {
            report(position, mountpoint)
          } else {
            cluster?.publish(position, of: mountpoint)
          }
        })
    }
  }

  /// Exports what the publications take of a configuration's mountpoints.
  func follow(_ mounts: [CasterConfiguration.Mount]) {
    exports.set(publications?.exports(of: mounts.map(\.name)) ?? [], for: .publications)
    exports.renew()
  }

  /// Ends the exchange.
  func stop() { cluster?.stop() }
}
