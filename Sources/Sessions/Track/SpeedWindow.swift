/// The greatest mean speed over some seconds, from the distances of a session as they grow.
struct SpeedWindow: Hashable, Sendable {
  /// The time over which a speed is the mean, seconds.
  static let length = 10.0
  /// The shortest time between two entries, seconds, which bounds their number.
  private static let interval = 1.0

  private var entries: [(time: Double, distance: Double)] = []
  /// The greatest speed, metres a second; `nil` for a shorter session.
  private(set) var greatest: Double?

  static func == (a: Self, b: Self) -> Bool { a.greatest == b.greatest }
  func hash(into hasher: inout Hasher) { hasher.combine(greatest) }

  /// Adds a distance since the beginning of the session, metres.
  mutating func add(_ distance: Double, at time: Double) {
    if let last = entries.last, time - last.time < Self.interval { return }
    entries.append((time, distance))
    while entries.count > 2, time - entries[1].time >= Self.length { entries.removeFirst() }
    let first = entries[0]
    guard time - first.time >= Self.length else { return }
    greatest = max(greatest ?? 0, (distance - first.distance) / (time - first.time))
  }
}
