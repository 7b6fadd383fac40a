internal import BoardSimulation
internal import Mathematics

/// Gives a board what its scenario does to it, some time before it is done.
///
/// What is done once is given at the beginning. What is done again and again is given an hour ahead, so
/// that it may go on for ever.
struct ScenarioFeed {
  private let entries: [ScenarioEntry]
  /// The entries that recur, with the number of times they have been given.
  private var recurring: [(entry: Int, count: Int)] = []
  /// Up to when everything has been given.
  private var horizon = Duration.zero
  private let seed: UInt64
  private let absentParts: Set<String>

  /// The least time by which an event is given ahead of its own time.
  private static let lead = Duration.seconds(3600)

  /// Prepares a scenario for a board.
  init(of options: BoardOptions) {
    entries = options.scenario.entries
    seed = options.boardSeed
    let sensors = LightSensor.allCases.filter { $0 != options.light }.map(\.rawValue)
    absentParts = Set(sensors)
    recurring = entries.indices.filter { entries[$0].period != nil }.map { ($0, 0) }
  }

  /// When more is to be asked for; `nil` when there will be nothing more.
  var refill: Duration? { recurring.isEmpty ? nil : horizon - Self.lead }

  /// Returns the events at the beginning and for an hour or more; to be called once.
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

  /// Returns the events of the next hour that were not returned yet.
  mutating func moreEvents() -> [BoardEvent] {
    horizon += Self.lead
    return events(of: occurrences())
  }

  private struct Occurrence {
    var entry: Int
    var number: Int
    var start: Duration
  }

  /// Returns the recurrences before the horizon that have not been given.
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

  /// In the order of their beginnings, so that of two faults the one that begins later counts; of those
  /// that begin together, the one that is written later.
  private func events(of occurrences: [Occurrence]) -> [BoardEvent] {
    occurrences
      .sorted { ($0.start, $0.entry, $0.number) < ($1.start, $1.entry, $1.number) }
      .flatMap { events(of: entries[$0.entry], $0) }
  }

  private func events(of entry: ScenarioEntry, _ occurrence: Occurrence) -> [BoardEvent] {
    let (start, end) = (occurrence.start, entry.length.map { occurrence.start + $0 })
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

  /// A fault by chance, the same for the same seed whatever was given before it.
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
