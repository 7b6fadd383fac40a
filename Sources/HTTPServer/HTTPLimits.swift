package import Platform

/// How much a listener takes from its clients, and how long it waits for them.
package struct HTTPLimits: Sendable {
  /// The connections it keeps.
  package var admission = ConnectionLimits()
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

  /// From an answer to the end of the next request's head.
  var nextHead: Duration { Self.idle + head }

  /// How often connections are looked at: no deadline is missed by more than that.
  var tick: Duration { min(head, request) / 10 }
}
