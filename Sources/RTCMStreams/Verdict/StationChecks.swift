internal import TextOutput
/// The checks of a base station's stream for a rover, made from the stream's statistics.
struct StationChecks {
  typealias Check = StreamVerdict.Check

  private let statistics: StreamStatistics
  private let types: [TypeStatistics]
  private let observations: [TypeStatistics]

  init(of statistics: StreamStatistics) {
    self.statistics = statistics
    types = statistics.types
    observations = types.filter { $0.hasObservations }
  }

  /// All applicable checks, in reading order.
  var all: [Check] {
    [observationRate, observationGaps, position, kinds, glonassBiases, ephemerides, stationID]
      .compactMap { $0 }
  }

  /// The longest acceptable pause, milliseconds: a rover extrapolates observations for some seconds, and
  /// gives up after a minute.
  private static let patience = 60_000

  private func types(in list: Set<UInt16>) -> [TypeStatistics] {
    types.filter { list.contains($0.type) }
  }

  private static func list(_ types: [TypeStatistics]) -> String {
    PlainText.list(types.map { "\($0.type)" })
  }
}

// MARK: Observations

extension StationChecks {
  var observationRate: Check {
    let name = "observation_rate"
    guard !observations.isEmpty else {
      return Check(
        name, .fail, "no observations",
        remedy: "switch MSM4 or MSM7 on at the base (1074 or 1077, 1084, 1094, 1124)")
    }
    guard let interval = statistics.epochIntervalMilliseconds else {
      return Check(
        name, .warn, "one epoch only, so the rate is unknown", remedy: "give a longer capture")
    }
    let finding = "\(PlainText.rate(interval)), \(statistics.epochs) epochs"
    let result: StreamVerdict.Result =
      interval <= 2000 ? .pass : interval <= Self.patience / 2 ? .warn : .fail
    return Check(
      name, result, finding,
      remedy: result == .pass ? nil : "let the base send an epoch every second")
  }

  /// The check for missing epochs, also per type, because a rover loses the satellites of a type that
  /// pauses.
  var observationGaps: Check? {
    guard let interval = statistics.epochIntervalMilliseconds else { return nil }
    let missing = statistics.missingEpochs
    let remedy =
      "look at the radio or network between base and caster, and at the base's output rate"
    if missing > 0 {
      let longest = statistics.longestIntervalMilliseconds
      let isBad = longest > Self.patience || 10 * missing > statistics.epochs + missing
      return Check(
        "observation_gaps", isBad ? .fail : .warn,
        "\(missing) of \(statistics.epochs + missing) epochs are missing, "
          + "the longest pause is \(PlainText.seconds(longest))", remedy: remedy)
    }
    let worst = observations.max { ($0.missingEpochs ?? 0) < ($1.missingEpochs ?? 0) }
    if let worst, let missing = worst.missingEpochs, missing > 0 {
      return Check(
        "observation_gaps", worst.longestPauseMilliseconds > Self.patience ? .fail : .warn,
        "no epoch is missing as a whole, but \(missing) of \(worst.type), longest pause "
          + "\(PlainText.seconds(worst.longestPauseMilliseconds))", remedy: remedy)
    }
    return Check(
      "observation_gaps", .pass, "no epoch is missing at \(PlainText.rate(interval))")
  }

  /// The check of the observation types: MSM1 to MSM3 lack the whole phaserange, and a second form of the
  /// same observations is a waste.
  var kinds: Check? {
    guard !observations.isEmpty else { return nil }
    let forms = Constellation.allCases.compactMap { ObservationForms($0, in: observations) }
    let poor = forms.filter { !$0.isEnoughForRTK }
    if !poor.isEmpty {
      return Check(
        "observation_kinds", poor.count == forms.count ? .fail : .warn,
        PlainText.list(poor.map { $0.text }) + ": not enough for RTK",
        remedy: "send MSM4, or MSM5 to MSM7, for \(PlainText.list(poor.map { $0.name }))")
    }
    let twice = forms.filter { $0.isRedundant }
    if !twice.isEmpty {
      return Check(
        "observation_kinds", .warn,
        "the same observations more than once: " + twice.map { $0.text }.joined(separator: "; "),
        remedy: "send one form of each: MSM4 is enough for RTK, MSM7 adds Doppler and resolution")
    }
    return Check("observation_kinds", .pass, forms.map { $0.text }.joined(separator: ", "))
  }
}

// MARK: The station

extension StationChecks {
  var position: Check {
    let name = "station_position"
    let found = types(in: [1005, 1006])
    let remedy = "let the base send 1005 or 1006 every 10 s"
    guard let pause = found.map({ $0.longestPauseMilliseconds }).min() else {
      let isShort = !observations.isEmpty && (statistics.seconds ?? 0) < 60
      let length = PlainText.number(statistics.seconds ?? 0, decimals: 1)
      return isShort
        ? Check(
          name, .warn, "neither 1005 nor 1006 in \(length) s",
          remedy: "give a minute of the stream at least; if there is none, \(remedy)")
        : Check(name, .fail, "neither 1005 nor 1006: no rover can use the stream", remedy: remedy)
    }
    let often = found.compactMap { $0.intervalMilliseconds }.min().map {
      " every \(PlainText.seconds($0))"
    }
    let finding = Self.list(found) + (often ?? " once")
    guard pause > Self.patience else { return Check(name, .pass, finding) }
    return Check(
      name, .warn, "\(finding), but the stream goes without for \(PlainText.seconds(pause))",
      remedy: remedy)
  }

  /// The check for GLONASS biases: the phase differs by frequency and receiver make, so a rover needs them.
  var glonassBiases: Check? {
    guard observations.contains(where: { $0.stamp.constellation == .glonass }) else { return nil }
    let found = types(in: [1230, 1033])
    guard found.isEmpty else { return Check("glonass_biases", .pass, Self.list(found)) }
    return Check(
      "glonass_biases", .warn, "GLONASS without 1230 or 1033",
      remedy:
        "switch 1230 on at the base, or GLONASS ambiguities stay unfixed with another make of rover"
    )
  }

  var ephemerides: Check {
    let found = types(in: LinkBudget.ephemerisTypes)
    return Check(
      "ephemerides", .pass,
      found.isEmpty
        ? "none: fine for RTK, the rover has them from the satellites" : Self.list(found))
  }

  var stationID: Check? {
    let naming = types.filter { !$0.stationIDs.isEmpty }
    let ids = Set(naming.flatMap { $0.stationIDs }).sorted()
    guard let first = ids.first else { return nil }
    guard ids.count > 1 else { return Check("station_id", .pass, "\(first) in all messages") }
    let parts = ids.prefix(4).map { id in
      "\(id) in \(Self.list(naming.filter { $0.stationIDs.contains(id) }))"
    }
    let more = ids.count > 4 ? "; \(ids.count - 4) more" : ""
    return Check(
      "station_id", .fail, "several stations: " + parts.joined(separator: "; ") + more,
      remedy:
        "give all messages one station ID (DF003); a rover drops what does not belong together")
  }
}
