/// The limits on a listener's connections.
package struct ConnectionLimits: Hashable, Sendable {
  /// The largest number of connections.
  ///
  /// A further connection ends the one that has kept the listener waiting longest.
  package var connections = 4096
  /// The largest number of connections from one remote address; `nil` for no limit.
  package var connectionsPerAddress: Int? = 64
  /// The process's limit of descriptors, which other parts of the process use too.
  package var descriptors = DescriptorLimit.current

  /// Creates the default limits of a listener.
  package init() {}

  /// The number of descriptors kept free of lasting connections.
  ///
  /// In a rush, up to this number of new connections arrive before the connections ended for them are closed.
  package var spare: Int { min(256, descriptors / 4) }

  /// The number of descriptors that no connection may use.
  package var reserve: Int { DescriptorLimit.reserve(of: descriptors) }

  /// The time for which the number of descriptors used by other parts of the process is remembered.
  static let memory = Duration.seconds(10)
}

/// The result of admitting a new connection to a listener's connections.
package struct Admission: Hashable, Sendable {
  /// The connection to end for the new one; `nil` if there is room, or no other keeps the listener waiting.
  package var ended: Int32?
  /// Whether connections that do not keep the listener waiting take all places.
  ///
  /// The new connection is then told that the listener is full.
  package var isSurplus: Bool
}
