internal import MQTTClient
internal import TextOutput

/// The state of a board's telemetry, for status and metrics.
struct TelemetryStatus {
  let phase: BoardTelemetry.Phase
  let connection: MQTTClient.Phase
  let counts: MQTTClient.Counts
  /// Whether boards wait until the broker follows.
  let isWaiting: Bool

  /// The state as a member of the board's status; the counts are those of the connection, which boards may share.
  var described: Described {
    Described(
      "telemetry",
      [
        Described("state", text: state, "State of the telemetry"),
        Described("broker", text: connection.broker, "Broker of the connection"),
        Described("error", text: error, "Why there is no connection"),
        Described(
          "published", count: counts.published, "Messages that the broker has taken",
          metric: .counter("telemetry_published_total")),
        Described(
          "waiting", count: counts.waiting, "Messages that wait or are not acknowledged",
          metric: .gauge("telemetry_waiting")),
        Described(
          "dropped", count: counts.dropped, "Messages dropped because the queue was full",
          metric: .counter("telemetry_dropped_total")),
        Described(
          "refused", count: counts.refused, "Messages that the broker does not take",
          metric: .counter("telemetry_refused_total")),
        Described(
          "connections", count: counts.connections, "Connections made to brokers",
          metric: .counter("telemetry_connections_total")),
      ])
  }

  private var state: String {
    switch (phase, connection) {
    case (.failed, _): "failed"
    case (_, .connected) where isWaiting: "waits"
    case (.claiming, .connected), (.running, _): connection.word
    case (.claiming, _): "claiming"
    }
  }

  private var error: String? {
    if case .failed(let reason) = phase { return reason }
    return connection.error
  }
}
