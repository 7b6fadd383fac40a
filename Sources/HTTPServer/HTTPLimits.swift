package import Platform

/// The limits of a listener's clients: sizes, numbers and times.
package struct HTTPLimits: Sendable {
  /// The limits of the number of connections.
  package var admission = ConnectionLimits()
  /// The longest time from the start of a connection to the end of its first request's head.
  package var head = Duration.seconds(10)
  /// The longest time from the end of a head to its answer; an answer made later has no limit.
  package var request = Duration.seconds(30)
  /// The longest time without sending or reading pending bytes, whole seconds.
  ///
  /// The limit is slightly longer than the idle time announced to clients.
  package var silence = idle + .seconds(2)

  /// Creates the limits of a board's data port.
  package init() {}

  /// The longest pause between two requests, which every answer announces.
  static let idle = Duration.seconds(30)

  /// The longest time from an answer to the end of the next request's head.
  var nextHead: Duration { Self.idle + head }

  /// The interval at which deadlines are checked; no deadline is exceeded by more than that.
  var tick: Duration { min(head, request) / 10 }
}
