internal import GNSSBasics
internal import TextOutput

/// The checks of state-space corrections, for a rover that computes its position without a base.
struct CorrectionChecks {
  typealias Check = StreamVerdict.Check

  private let tally: CorrectionTally
  private let systems: [System]

  /// Creates the checks; `nil` for a stream without corrections.
  init?(of statistics: StreamStatistics) {
    tally = statistics.corrections
    guard !tally.entries.isEmpty else { return nil }
    let entries = tally.entries
    systems = Constellation.allCases.compactMap { constellation in
      let own = entries.filter { $0.type.constellation == constellation }
      return own.isEmpty ? nil : System(name: constellation.name, entries: own)
    }
  }

  /// The corrections of one constellation.
  private struct System {
    let name: String
    let entries: [CorrectionTally.Entry]

    func has(_ kinds: SSRType.Kind...) -> Bool { entries.contains { kinds.contains($0.type.kind) } }

    var hasOrbits: Bool { has(.orbit, .orbitAndClock) }
    /// Whether the stream has clocks, including high-rate clocks alone, as MADOCA sent.
    var hasClocks: Bool { has(.clock, .orbitAndClock, .highRateClock) }
    var isComplete: Bool { hasOrbits && hasClocks }
  }

  /// The longest acceptable interval of clocks, milliseconds: satellite clocks drift by centimetres in a
  /// minute.
  private static let longestClockInterval = 60_000

  /// All applicable checks, in reading order.
  var all: [Check] { [orbitsAndClocks, rate, gaps, biases, solution].compactMap { $0 } }

  private func names(_ isMeant: (System) -> Bool) -> String {
    PlainText.list(systems.filter(isMeant).map { $0.name })
  }

  /// Returns the message number as text: `1058`, or `4076.22` in IGS SSR.
  private static func number(of type: SSRType) -> String {
    "\(type.messageType)" + (type.igsMessageNumber.map { ".\($0)" } ?? "")
  }
}

extension CorrectionChecks {
  /// The check for complete systems: orbits alone or clocks alone are of no use.
  private var orbitsAndClocks: Check {
    let name = "corrections"
    let remedy = "ask the provider for a mountpoint with orbits and clocks of the systems you use"
    guard systems.contains(where: { $0.isComplete }) else {
      let found = systems.map { system in
        system.hasOrbits
          ? "orbits of \(system.name)"
          : "\(system.hasClocks ? "clocks" : "biases") of \(system.name)"
      }
      return Check(
        name, .fail, "no system's orbits and clocks: only \(PlainText.list(found))", remedy: remedy)
    }
    let complete = "orbits and clocks of " + names { $0.isComplete }
    guard systems.contains(where: { !$0.isComplete }) else { return Check(name, .pass, complete) }
    return Check(
      name, .warn, "\(complete), not of " + names { !$0.isComplete }, remedy: remedy)
  }

  private var clocks: [CorrectionTally.Entry] {
    let plain = tally.entries.filter { [.clock, .orbitAndClock].contains($0.type.kind) }
    return plain.isEmpty ? tally.entries.filter { $0.type.kind == .highRateClock } : plain
  }

  /// The clock check of the constellation with the lowest rate.
  private var rate: Check? {
    guard !clocks.isEmpty else { return nil }
    let name = "clock_rate"
    let slowest = clocks.max { ($0.intervals.mostCommon ?? 0) < ($1.intervals.mostCommon ?? 0) }
    guard let slowest, let interval = slowest.intervals.mostCommon else {
      return Check(
        name, .warn, "one epoch of clocks only, so the rate is unknown",
        remedy: "give a longer capture")
    }
    let announced = 1000 * slowest.announcedSeconds
    let finding = "clocks every \(PlainText.seconds(interval)), as announced"
    if interval > max(announced, Self.longestClockInterval) {
      return Check(
        name, .fail, "clocks every \(PlainText.seconds(interval)): stale before the next ones come",
        remedy: "look for a mountpoint with clocks every 5 to 30 s")
    }
    guard interval > announced else { return Check(name, .pass, finding) }
    return Check(
      name, .warn,
      "\(Self.number(of: slowest.type)) every \(PlainText.seconds(interval)), announced for "
        + PlainText.seconds(announced),
      remedy: "look at the caster: it may thin the stream, and a rover may drop what is overdue")
  }

  private var gaps: Check? {
    let steady = tally.entries.filter { $0.intervals.mostCommon != nil }
    guard let worst = steady.max(by: { $0.intervals.missing < $1.intervals.missing }) else {
      return nil
    }
    let missing = worst.intervals.missing
    guard missing > 0 else {
      return Check(
        "correction_gaps", .pass, "no epoch is missing in any of \(steady.count) messages")
    }
    let expected = worst.epochs + missing
    return Check(
      "correction_gaps", 10 * missing > expected ? .fail : .warn,
      "\(missing) of \(expected) epochs of \(Self.number(of: worst.type)) are missing, the longest "
        + "pause is \(PlainText.seconds(worst.intervals.longest))",
      remedy: "look at the network between provider and caster")
  }

  /// The check for biases: without code biases, a receiver of signals other than the clocks' is metres off.
  private var biases: Check? {
    guard systems.contains(where: { $0.isComplete }) else { return nil }
    let without = names { $0.isComplete && !$0.has(.codeBias) }
    guard without.isEmpty else {
      return Check(
        "biases", .warn, "no code biases of \(without)",
        remedy: "use the signals that the provider's clocks are of, or its mountpoint with biases")
    }
    let phases = names { $0.has(.phaseBias) }
    return Check(
      "biases", .pass,
      "code biases of all, "
        + (phases.isEmpty ? "no phase biases: ambiguities stay float" : "phase biases of \(phases)")
    )
  }

  private var solution: Check {
    var solutions: [CorrectionTally.Solution] = []
    for solution in tally.entries.flatMap({ $0.solutions }) where !solutions.contains(solution) {
      solutions.append(solution)
    }
    let texts = solutions.prefix(4).map { solution in
      let text = "provider \(solution.providerID), solution \(solution.solutionID)"
      guard solutions.count > 1 else { return text }
      let types = tally.entries.filter { $0.solutions.contains(solution) }.map { $0.type }
      return "\(text) in \(PlainText.list(types.map(Self.number)))"
    }
    guard texts.count > 1 else { return Check("solution", .pass, texts[0]) }
    return Check(
      "solution", .fail, "several: " + texts.joined(separator: "; "),
      remedy: "split them: orbits and clocks of different solutions do not belong together")
  }
}
