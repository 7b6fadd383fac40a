internal import Platform

/// How much a listener takes from its clients, and how long it waits for them.
package struct HTTPLimits: Sendable {
  /// How many connections stay; one more costs the one that has kept the listener waiting longest.
  package var connections = 4096
  /// How many of them one address beyond this machine may have.
  package var connectionsPerAddress = 64
  /// How many descriptors the process has: they run short for other reasons too.
  package var descriptors = DescriptorLimit.current
  /// From the start of a connection to the end of its first request's head.
  package var head = Duration.seconds(10)
  /// From the end of a head to the moment its answer is sent; an answer that comes later has no limit.
  package var request = Duration.seconds(30)
  /// How long a connection may say nothing, and take nothing of what there is for it, whole seconds.
  ///
  /// A little longer than it is told it may be idle.
  package var silence = idle + .seconds(2)

  /// Creates the limits of a board in service.
  package init() {}

  /// How long a connection may say nothing between two requests; every answer announces it.
  static let idle = Duration.seconds(30)

  /// Descriptors that no connection is to take for good.
  ///
  /// In a rush so many connections come before those that were ended for them are closed.
  var spare: Int { min(256, descriptors / 4) }

  /// Descriptors that no connection is to take at all.
  var reserve: Int { DescriptorLimit.reserve(of: descriptors) }

  /// From an answer to the end of the next request's head.
  var nextHead: Duration { Self.idle + head }

  /// How often connections are looked at: no deadline is missed by more than that.
  var tick: Duration { min(head, request) / 10 }
}
