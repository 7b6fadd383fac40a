package import Platform

/// The limits of a listener's clients: sizes, counts and times.
package struct HTTPLimits: Sendable {
  /// The connections it keeps.
  package var admission = ConnectionLimits()
  /// From the start of a connection to the end of its first request's head.
  package var head = Duration.seconds(10)
  /// From the end of a head to the moment its answer is sent; an answer that comes later has no limit.
  package var request = Duration.seconds(30)
  /// The longest time a connection may neither send nor take waiting bytes, whole seconds.
  ///
  /// A little longer than it is told it may be idle.
  package var silence = idle + .seconds(2)

  /// Creates the limits of a board in service.
  package init() {}

  /// The longest silence between two requests; every answer announces it.
  static let idle = Duration.seconds(30)

  /// From an answer to the end of the next request's head.
  var nextHead: Duration { Self.idle + head }

  /// The interval at which connections are looked at: no deadline is missed by more than that.
  var tick: Duration { min(head, request) / 10 }
}
