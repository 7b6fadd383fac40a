internal import BoardFirmware
internal import HTTPMessages
internal import Locks
internal import MQTTClient
internal import MQTTMessages

/// The publisher of one board's measurements, status and events; called on the board's thread.
final class TelemetryPublisher: Sendable {
  /// The state between two snapshots.
  private struct State {
    var watch = SnapshotWatch()
    var sampleCount = 0
    /// The board time of the last measurement; `nil` before the first.
    var lastMeasurement: Duration?
    /// The board time of the last status.
    var lastStatus: Duration?
  }

  let board: ServedBoard
  let client: MQTTClient
  /// Whether the connection is the board's alone.
  let isOwn: Bool
  private let options: TelemetryOptions
  private let topics: TelemetryTopics
  /// Waits until a condition holds.
  private let wait: @Sendable (() -> Bool) -> Void
  private let state = Lock(State())

  /// The board time after which the status is published also without a change.
  private static let statusPause = Duration.seconds(60)

  init(
    _ board: ServedBoard, _ client: MQTTClient, _ options: TelemetryOptions,
    _ topics: TelemetryTopics, isOwn: Bool, whileFull wait: @escaping @Sendable (() -> Bool) -> Void
  ) {
    (self.board, self.client, self.options, self.topics) = (board, client, options, topics)
    (self.isOwn, self.wait) = (isOwn, wait)
  }

  /// Publishes from now on what the board publishes.
  func follow() {
    board.runner.state.follow { [self] snapshot in
      take(snapshot)
      return true
    }
    let kinds: Set<EventKind> = [.fault, .card, .clock, .finding, .request]
    board.events.follow(kinds) { [self] kind, data in
      // The hub must not wait for the broker.
      let payload = Array(#"{"event":"\#(kind.rawValue)","data":"#.utf8) + data + [0x7D]
      client.publishIfRoom(message("events", payload))
    }
  }

  private func take(_ snapshot: BoardSnapshot) {
    let (wantsMeasurement, wantsStatus) = state.withLock { due(&$0, snapshot) }
    if wantsMeasurement {
      let path = options.format == .json ? "/api/v1/measurement" : "/"
      publish("measurement", board.content(of: path, from: snapshot))
    }
    if wantsStatus {
      publish("status", board.content(of: "/api/v1/status", from: snapshot))
    }
  }

  /// Returns whether a measurement and a status are due.
  private func due(_ state: inout State, _ snapshot: BoardSnapshot) -> (Bool, Bool) {
    let now = snapshot.boardTime
    var isDue = snapshot.samples > 0 && snapshot.samples != state.sampleCount
    state.sampleCount = snapshot.samples
    if isDue, let interval = options.interval, let last = state.lastMeasurement {
      isDue = now - last >= interval
    }
    if isDue { state.lastMeasurement = now }
    let isChanged = state.watch.takeState(snapshot)
    let isStatusDue = isChanged || now - (state.lastStatus ?? now) >= Self.statusPause
    if isStatusDue || state.lastStatus == nil { state.lastStatus = now }
    return (isDue, isStatusDue)
  }

  private func publish(_ name: String, _ payload: [UInt8]) {
    if options.waits, !client.hasRoom { wait { [client] in client.hasRoom } }
    client.publish(message(name, payload, isRetained: options.isRetained))
  }

  private func message(
    _ name: String, _ payload: [UInt8], isRetained: Bool = false
  ) -> MQTTMessage {
    MQTTMessage(
      topics.board(board.number, name), payload, delivery: options.delivery,
      isRetained: isRetained)
  }
}
