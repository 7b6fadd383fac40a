/// The connections that a listener keeps.
package struct ConnectionLimits: Hashable, Sendable {
  /// The greatest number of connections; one more costs the one that has kept the listener waiting longest.
  package var connections = 4096
  /// The greatest number of connections of one address beyond this machine; `nil` for any number.
  package var connectionsPerAddress: Int? = 64
  /// The number of descriptors of the process: they run short for other reasons too.
  package var descriptors = DescriptorLimit.current

  /// Creates the limits of a listener in service.
  package init() {}

  /// The number of descriptors that no connection takes for good.
  ///
  /// In a rush so many connections come before those that were ended for them are closed.
  package var spare: Int { min(256, descriptors / 4) }

  /// The number of descriptors that no connection takes at all.
  package var reserve: Int { DescriptorLimit.reserve(of: descriptors) }

  /// The time for which descriptors seen in use elsewhere are counted.
  static let memory = Duration.seconds(10)
}

/// The place that a newcomer among a listener's connections has got.
package struct Admission: Hashable, Sendable {
  /// The connection to end for it; `nil` where there is room, or no other keeps the listener waiting.
  package var ended: Int32?
  /// Whether all places are taken by connections that nobody waits for: the newcomer is told so.
  package var isSurplus: Bool
}
