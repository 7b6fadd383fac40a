internal import GNSSBasics

/// A crossing of a line, interpolated between the positions before and after it.
struct LapCrossing: Hashable, Sendable {
  /// The time, seconds.
  var time: Double
  /// The distance since the beginning of the session, metres.
  var distance: Double
  /// The raw distance since the beginning of the file, metres.
  var rawDistance = 0.0
  /// The longest time between two positions since the crossing before, seconds.
  var longestGap = 0.0

  /// Returns the crossing between this and a later moment, at a share of the way between them.
  func between(_ later: Self, at share: Double) -> Self {
    LapCrossing(
      time: time + share * (later.time - time),
      distance: distance + share * (later.distance - distance),
      rawDistance: rawDistance + share * (later.rawDistance - rawDistance),
      longestGap: later.longestGap)
  }
}

/// A finder of the crossings of a line, in the direction of travel.
struct LapTimer: Hashable, Sendable {
  /// The largest number of crossings that are kept.
  static let limit = 10_000

  private let frame: LapFrame
  /// The crossings in order of time.
  private(set) var crossings: [LapCrossing] = []
  private var last: LapCrossing?
  private var lastPlace = (along: 0.0, across: 0.0)
  private var isArmed = false
  private var longestGap = 0.0

  init(_ frame: LapFrame) { self.frame = frame }

  static func == (a: Self, b: Self) -> Bool {
    a.frame == b.frame && a.crossings == b.crossings && a.last == b.last
  }
  func hash(into hasher: inout Hasher) { hasher.combine(crossings) }

  /// Adds a crossing at the beginning of a session, on the line.
  mutating func begin(_ moment: LapCrossing) { crossings = [moment] }

  /// Adds the next position, with the distances up to it.
  mutating func pass(_ point: GroundPoint, _ moment: LapCrossing) {
    let place = frame.coordinates(of: point)
    defer { (last, lastPlace) = (moment, place) }
    guard let last else { return }
    longestGap = max(longestGap, moment.time - last.time)
    if hasCrossed(to: place) {
      let share = lastPlace.along / (lastPlace.along - place.along)
      var crossing = last.between(moment, at: share)
      (crossing.longestGap, longestGap) = (longestGap, moment.time - last.time)
      if crossings.count < Self.limit { crossings.append(crossing) }
      isArmed = false
    }
    let square = place.along * place.along + place.across * place.across
    isArmed = isArmed || square > LapLine.armingDistance * LapLine.armingDistance
  }

  /// Forgets the last position, after a way that was not measured.
  mutating func interrupt() { last = nil }

  private func hasCrossed(to place: (along: Double, across: Double)) -> Bool {
    guard isArmed, lastPlace.along < 0, place.along >= 0 else { return false }
    let share = lastPlace.along / (lastPlace.along - place.along)
    let across = lastPlace.across + share * (place.across - lastPlace.across)
    return abs(across) <= LapLine.halfWidth
  }
}
