package import MQTTMessages

/// The place of a caster in a cluster of casters that are one for sources and readers.
package struct ClusterOptions: Hashable, Sendable {
  /// The broker by which the casters talk; its root is that of the cluster.
  package var broker: BrokerURL
  /// The caster's name in the cluster, 1 to 40 letters, digits, `-`, `_` or `.`; each caster has another one.
  package var node: String

  /// The rule of a node's name in words.
  package static let nameRule = "1 to 40 letters, digits, '-', '_' or '.'"

  /// Whether a text may name a node.
  package static func isNode(_ text: String) -> Bool { ClusterTopics.isNode(text) }

  /// Creates the place of a caster; `nil` where the name is none.
  package init?(_ broker: BrokerURL, node: String) {
    guard ClusterTopics.isNode(node) else { return nil }
    (self.broker, self.node) = (broker, node)
  }
}

/// The publication of a caster's streams to topics of an MQTT broker.
package struct StreamPublication: Hashable, Sendable {
  /// The mountpoint; `nil` for all, each at a topic of its name below the URL's.
  package var mountpoint: String?
  /// The broker and the topic.
  package var url: BrokerURL

  /// Creates a publication.
  package init(of mountpoint: String?, to url: BrokerURL) {
    (self.mountpoint, self.url) = (mountpoint, url)
  }
}
