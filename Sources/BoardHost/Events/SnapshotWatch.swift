internal import BoardFirmware
internal import BoardSimulation
internal import NtripProtocol

/// A comparison of a board's snapshots, which finds the kinds of events between two of them.
struct SnapshotWatch {
  private var last: BoardSnapshot?
  private var faults: [BoardFault] = []
  /// For each fault, whether it was active.
  private var active: [Bool] = []

  /// Takes the next snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot.
  ///   - faults: All faults given so far.
  /// - Returns: The kinds of events that have happened since the last snapshot; none for the first one.
  mutating func take(_ snapshot: BoardSnapshot, _ faults: [BoardFault]) -> [EventKind] {
    let active = faults.map { $0.isActive(at: snapshot.boardTime) }
    defer { (last, self.faults, self.active) = (snapshot, faults, active) }
    guard let last else { return [] }
    var kinds: [EventKind] = []
    let isSample = snapshot.samples != last.samples
    if isSample { kinds.append(.sample) }
    if isSample || !snapshot.hasSameState(as: last) { kinds.append(.status) }
    if snapshot.findings.count > last.findings.count { kinds.append(.finding) }
    if active != self.active || faults != self.faults { kinds.append(.fault) }
    if snapshot.card.withoutLines != last.card.withoutLines { kinds.append(.card) }
    return kinds
  }

  /// Takes the next snapshot.
  ///
  /// - Returns: Whether power, fix, Wi-Fi, link, parts or card are in another state than in the last one; `true` for the
  ///   first. Numbers that change all the time, as a receiver's, are no state.
  mutating func takeState(_ snapshot: BoardSnapshot) -> Bool {
    defer { last = snapshot }
    return last.map { !snapshot.hasSameWords(as: $0) } ?? true
  }
}

extension BoardSnapshot {
  /// Whether the words for power, fix, Wi-Fi, link, parts and card are those of another snapshot.
  fileprivate func hasSameWords(as other: BoardSnapshot) -> Bool {
    startTime == other.startTime && gnss.fix == other.gnss.fix && wifi.state == other.wifi.state
      && card.state == other.card.state
      && corrections.link.state == other.corrections.link.state
      && zip(sensors.byName, other.sensors.byName).allSatisfy { $0.1.state == $1.1.state }
  }

  /// Whether power, receiver, Wi-Fi, link and parts are in the same state as in another snapshot.
  fileprivate func hasSameState(as other: BoardSnapshot) -> Bool {
    hasSameWords(as: other) && gnss == other.gnss && wifi == other.wifi
      && card.withoutLines == other.card.withoutLines
  }
}

extension CardStatus {
  /// The status with the lines of all cards set equal, since each sample writes one.
  fileprivate var withoutLines: Self {
    var status = self
    status.lines = 0
    return status
  }
}
