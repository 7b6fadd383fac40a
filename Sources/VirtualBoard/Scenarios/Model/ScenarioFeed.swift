internal import BoardSimulation
internal import Mathematics

/// The events of a board's scenario, given to the board ahead of their time.
///
/// Single events are all given at the beginning. Recurring events are given an hour ahead, so that a
/// scenario can go on for ever.
struct ScenarioFeed {
  private let entries: [ScenarioEntry]
  /// The board time at which the scenario's own time is zero.
  private let zero: Duration
  /// The recurring entries, each with the number of occurrences given so far.
  private var recurring: [(entry: Int, count: Int)] = []
  /// The scenario's time up to which all events have been given.
  private var horizon = Duration.zero
  private let seed: UInt64
  private let absentParts: Set<String>

  /// The least time by which an event is given ahead: one hour.
  private static let lead = Duration.seconds(3600)

  /// Creates the feed of the scenario in a board's options, whose time is zero at a board time.
  init(of options: BoardOptions, zero: Duration = .zero) {
    self.zero = zero
    entries = options.scenario.entries
    seed = options.boardSeed
    let sensors = LightSensor.allCases.filter { $0 != options.light }.map(\.rawValue)
    absentParts = Set(sensors)
    recurring = entries.indices.filter { entries[$0].period != nil }.map { ($0, 0) }
  }

  /// The board time at which more events have to be taken; `nil` when none are left.
  var refill: Duration? { recurring.isEmpty ? nil : zero + horizon - Self.lead }

  /// Returns the single events and the first two hours of recurring ones; to be called once.
  mutating func firstEvents() -> [BoardEvent] {
    let once = entries.indices.filter { entries[$0].period == nil }
    var found: [Occurrence] = []
    for index in once {
      guard let start = entries[index].start(of: 0) else { continue }
      found.append(Occurrence(entry: index, number: 0, start: start))
    }
    horizon = Self.lead * 2
    return events(of: found + occurrences())
  }

  /// Returns the events of the next hour that have not been given yet.
  mutating func moreEvents() -> [BoardEvent] {
    horizon += Self.lead
    return events(of: occurrences())
  }

  private struct Occurrence {
    var entry: Int
    var number: Int
    var start: Duration
  }

  /// Returns the recurrences before the horizon that have not been given yet.
  private mutating func occurrences() -> [Occurrence] {
    var found: [Occurrence] = []
    var left: [(entry: Int, count: Int)] = []
    for (index, given) in recurring {
      var count = given
      var next = entries[index].start(of: count)
      while let start = next, start < horizon {
        found.append(Occurrence(entry: index, number: count, start: start))
        count += 1
        next = entries[index].start(of: count)
      }
      if next != nil { left.append((index, count)) }
    }
    recurring = left
    return found
  }

  /// Returns the events of occurrences, in the order of their starts.
  ///
  /// Of two faults the later one has precedence, and of two that start together the one written later.
  private func events(of occurrences: [Occurrence]) -> [BoardEvent] {
    occurrences
      .sorted { ($0.start, $0.entry, $0.number) < ($1.start, $1.entry, $1.number) }
      .flatMap { events(of: entries[$0.entry], $0) }
  }

  private func events(of entry: ScenarioEntry, _ occurrence: Occurrence) -> [BoardEvent] {
    let start = zero + occurrence.start
    let end = entry.length.map { start + $0 }
    switch entry.deed {
    case .event(let deed, let undone):
      guard let end, let undone else { return [BoardEvent(deed, at: start)] }
      return [BoardEvent(deed, at: start), BoardEvent(undone, at: end)]
    case .fault(var fault):
      (fault.start, fault.end) = (start, end)
      return [BoardEvent(.fault(fault), at: .zero)]
    case .anyFault(let kinds, let part):
      guard var fault = draw(kinds, of: part, for: occurrence) else { return [] }
      (fault.start, fault.end) = (start, end)
      return [BoardEvent(.fault(fault), at: .zero)]
    }
  }

  /// Draws a random fault; the same seed gives the same fault, whatever was drawn before.
  private func draw(
    _ kinds: [BoardFault.Kind], of part: String?, for occurrence: Occurrence
  ) -> BoardFault? {
    let place = UInt64(occurrence.entry) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(occurrence.number)
    var chance = Xoshiro256(seed: seed ^ place &* 0xD1B5_4A32_D192_ED03, part: "scenario")
    var choices: [(BoardFault.Kind, String?)] = []
    for kind in kinds {
      let parts = kind.parts.filter { !absentParts.contains($0) && $0 == part ?? $0 }
      choices += parts.isEmpty && kind.parts.isEmpty ? [(kind, nil)] : parts.map { (kind, $0) }
    }
    guard !choices.isEmpty else { return nil }
    let (kind, struck) = choices[Int(chance.next() % UInt64(choices.count))]
    return BoardFault(kind, of: struck)
  }
}
