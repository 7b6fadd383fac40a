internal import GNSSBasics
internal import RTCMStreams
public import TextOutput

extension QualityTally {
  /// The results as a tree of values, which is their JSON and which expectations name.
  public var report: DescribedValue {
    .object(
      times + completeness + slips + multipath + [
        Described("ionosphere", ionosphere),
        Described("clock_jumps", .count(clock.count), "Jumps of the receiver's clock"),
        Described("jumps", .array(clock.jumps.map(Self.described))),
        Described("position", positions),
        Described(
          "latency",
          .table(
            latencies.keys.sorted().map { Described("\($0)", latency(of: $0)) },
            of: .object([]))),
        Described(
          "systems",
          .table(
            systems.map { Described("\($0.rinexLetter)", described($0)) }, of: .object([]))),
        Described(
          "by_satellite",
          .table(
            satellites.keys.sorted().map { Described("\($0)", described($0)) }, of: .object([]))),
      ])
  }

  /// The systems with observations, in the order of their messages.
  package var systems: [Constellation] {
    Constellation.allCases.filter { system in
      satellites.keys.contains { $0.constellation == system }
    }
  }

  /// Returns the satellites of a system, or of all of them, in the order in which their sums are added up.
  ///
  /// The order is the same on every run, and so is the last digit of the sums.
  func satellites(of system: Constellation?) -> [SatelliteID] {
    satellites.keys.filter { system == nil || $0.constellation == system }.sorted()
  }

  /// The sums of each signal of some satellites, by band and attribute.
  package func signals(
    of satellites: [SatelliteID]
  ) -> [(code: RINEXSignalCode, sums: SignalQuality)] {
    var sums: [RINEXSignalCode: SignalQuality] = [:]
    for satellite in satellites {
      for signal in self.satellites[satellite]?.signals ?? [] {
        sums[signal.code, default: SignalQuality()] += signal.sums
      }
    }
    return sums.sorted { $0.key.sortKey < $1.key.sortKey }.map { ($0.key, $0.value) }
  }
}

// MARK: - Times and completeness

extension QualityTally {
  private var times: [Described] {
    [
      Described(
        "first_time_gps", text: steps.first.map(\.iso8601), "Time of the first epoch, GPS time"),
      Described(
        "last_time_gps", text: steps.last.map(\.iso8601), "Time of the last epoch, GPS time"),
      Described(
        "interval_seconds", .number(steps.interval, decimals: 3), "Time between epochs",
        unit: "seconds", isNullable: true),
      Described("epochs", .count(steps.epochCount), "Epochs"),
      Described("missing_epochs", .count(steps.missingEpochs), "Epochs missing in gaps"),
      Described(
        "disordered_epochs", .count(steps.disorders), "Epochs not later than the one before"),
      Described(
        "gaps",
        .array(
          steps.gaps.map {
            .object([
              Described("after_time_gps", text: $0.start.iso8601),
              Described("seconds", .number(Double($0.length) / 1e9, decimals: 3)),
            ])
          })),
      Described("satellites", .count(satellites.count), "Satellites observed"),
      Described(
        "never_observed", .array(neverObserved.map { .text("\($0)") }),
        "Satellites above the mask of systems observed, of which nothing was received"),
    ]
  }

  /// The completeness of some satellites' observations.
  struct Completeness {
    var expected = 0
    var found = 0

    /// The share of what was expected, percent; `nil` where nothing was.
    var percent: Double? {
      expected == 0 ? nil : min(100 * Double(found) / Double(expected), 100)
    }

    fileprivate var members: [Described] {
      [
        Described("expected", .count(expected), "Observations that the visible sky offers"),
        Described("found", .count(found), "Complete observations above the mask"),
        Described(
          "completeness", .number(percent, decimals: 2), "Share of the expected observations",
          unit: "percent", isNullable: true),
      ]
    }
  }

  /// Returns the number of epochs at which a satellite was above the mask; of a single epoch, one.
  private func expected(_ satellite: SatelliteID) -> Int {
    sky.expected(satellite, every: steps.interval ?? 1)
  }

  /// The satellites of the observed systems that were above the mask, and of which nothing was received.
  var neverObserved: [SatelliteID] {
    let known = Set(satellites.keys.map(\.constellation))
    return Set(sky.visible.keys).union(sky.atFirst).filter {
      known.contains($0.constellation) && satellites[$0] == nil
        && expected($0) > 0
    }.sorted()
  }

  /// Returns the epochs of satellites: those above the mask, and those of them with an observation.
  ///
  /// - Parameter system: The system; `nil` for all that are observed.
  /// - Returns: The numbers of both.
  func completeness(of system: Constellation?) -> Completeness {
    var sums = Completeness()
    for satellite in satellites(of: system) + neverObserved
    where system == nil || satellite.constellation == system {
      sums.expected += expected(satellite)
      sums.found += satellites[satellite]?.epochsAboveMask ?? 0
    }
    return sums
  }

  /// Returns the completeness of a signal, of the satellites that were seen to send it.
  func completeness(of code: RINEXSignalCode, _ among: [SatelliteID]) -> Completeness {
    var sums = Completeness()
    for satellite in among {
      guard let signal = satellites[satellite]?.signals.first(where: { $0.code == code })
      else { continue }
      sums.expected += expected(satellite)
      sums.found += signal.sums.completeAboveMask
    }
    return sums
  }

  private var completeness: [Described] {
    [
      Described(
        "completeness", .number(completeness(of: nil).percent, decimals: 2),
        "Share of the epochs of visible satellites in which they were observed", unit: "percent",
        isNullable: true)
    ]
  }
}

// MARK: - Slips, multipath, ionosphere

extension QualityTally {
  /// The slips of some satellites.
  struct SlipCounts {
    var observations = 0
    var told = 0
    var ionosphere = 0
    var multipath = 0
    var outliers = 0

    /// The slips that the observations show, whatever the receiver tells.
    var shown: Int { ionosphere + multipath }

    /// The number of observations to one slip; `nil` without slips.
    var observationsPerSlip: Double? { shown == 0 ? nil : Double(observations) / Double(shown) }

    fileprivate var members: [Described] {
      [
        Described("observations", .count(observations), "Observations of a signal"),
        Described("slips", .count(shown), "Slips that the observations show"),
        Described(
          "observations_per_slip",
          .number(observationsPerSlip, decimals: 1),
          "Observations to one slip", isNullable: true),
        Described(
          "ionosphere_slips", .count(ionosphere), "Jumps of the delay by the ionosphere"),
        Described("multipath_slips", .count(multipath), "Jumps of code less phase"),
        Described("told_slips", .count(told), "Breaks of a phase that the receiver tells"),
        Described("outliers", .count(outliers), "Codes that are off for one epoch"),
      ]
    }
  }

  /// Returns the slips of a system, or of all of them.
  func slipCounts(of system: Constellation?) -> SlipCounts { slipCounts(satellites(of: system)) }

  private func slipCounts(_ satellites: [SatelliteID]) -> SlipCounts {
    var counts = SlipCounts()
    for satellite in satellites {
      guard let quality = self.satellites[satellite] else { continue }
      counts.ionosphere += quality.ionosphereSlips
      for signal in quality.signals {
        counts.observations += signal.sums.observations
        counts.told += signal.sums.toldSlips
        counts.multipath += signal.sums.multipathSlips
        counts.outliers += signal.sums.outliers
      }
    }
    return counts
  }

  private var slips: [Described] { slipCounts(of: nil).members }

  /// Returns the multipath of all signals of a band, metres; `nil` where it is not known.
  func multipath(ofBand band: UInt8, _ system: Constellation) -> Double? {
    var sums = ElevationBins.Sums()
    for signal in signals(of: satellites(of: system)) where signal.code.band == band {
      sums += signal.sums.multipath.aboveMask
    }
    return sums.rms
  }

  private var multipath: [Described] {
    [1, 2, 5].map { band in
      Described(
        "mp\(band)", .number(multipath(ofBand: band, .gps), decimals: 4),
        "Multipath of GPS's codes on L\(band)", unit: "metres", isNullable: true)
    }
  }

  /// Returns the rates of the ionosphere's delay.
  func rates(of system: Constellation?) -> (sums: ElevationBins, greatest: Double) {
    var (sums, greatest) = (ElevationBins(), 0.0)
    for satellite in satellites(of: system) {
      guard let quality = satellites[satellite] else { continue }
      sums += quality.rates
      greatest = max(greatest, quality.greatestRate)
    }
    return (sums, greatest)
  }

  private var ionosphere: DescribedValue { Self.described(rates(of: nil)) }

  private static func described(
    _ rates: (sums: ElevationBins, greatest: Double)
  ) -> DescribedValue {
    .object([
      Described("rates", .count(rates.sums.all.count), "Rates of half a minute or more"),
      Described(
        "rms", .number(rates.sums.all.rms, decimals: 4), "Rate of the delay at L1",
        unit: "metres a minute", isNullable: true),
      Described(
        "greatest", .number(rates.sums.all.count == 0 ? nil : rates.greatest, decimals: 4),
        "Greatest rate", unit: "metres a minute", isNullable: true),
    ])
  }
}

// MARK: - Clock, positions, latency

extension QualityTally {
  private static func described(_ jump: ClockJump) -> DescribedValue {
    .object([
      Described("time_gps", text: jump.time.iso8601),
      Described("milliseconds", .count(jump.milliseconds)),
      Described("of_phases", .flag(jump.ofPhases), "Whether the phases jumped too"),
    ])
  }

  private var positions: DescribedValue {
    let (mean, deviation) = (scatter.mean, scatter.deviation)
    func metres(_ name: String, _ value: Double?, _ meaning: String) -> Described {
      Described(name, .number(value, decimals: 3), meaning, unit: "metres", isNullable: true)
    }
    return .object([
      Described("count", .count(scatter.count), "Positions by codes of one epoch"),
      Described("missing", .count(scatter.missing), "Epochs without a position"),
      Described(
        "is_told", .flag(scatter.isTold), "Whether offsets are from the antenna's told place"),
      metres("mean_east", mean?.x, "Mean offset to the east"),
      metres("mean_north", mean?.y, "Mean offset to the north"),
      metres("mean_up", mean?.z, "Mean offset upwards"),
      metres("scatter_east", deviation?.x, "Standard deviation to the east"),
      metres("scatter_north", deviation?.y, "Standard deviation to the north"),
      metres("scatter_up", deviation?.z, "Standard deviation upwards"),
    ])
  }

  private func latency(of type: UInt16) -> DescribedValue {
    let sums = latencies[type]
    return .object([
      Described("messages", .count(sums?.count ?? 0), "Messages"),
      Described(
        "mean", .number(sums?.mean, decimals: 3), "Mean time under way", unit: "seconds",
        isNullable: true),
      Described(
        "greatest", .number(greatestLatencies[type], decimals: 3), "Longest time under way",
        unit: "seconds", isNullable: true),
    ])
  }
}

// MARK: - Systems and satellites

extension QualityTally {
  private func described(_ system: Constellation) -> DescribedValue {
    let members = satellites(of: system)
    return .object(
      [
        Described("satellites", .count(members.count), "Satellites observed"),
        Described("without_orbit", .count(members.count { sky.directions[$0] == nil })),
      ] + completeness(of: system).members + slipCounts(of: system).members + [
        Described("ionosphere", Self.described(rates(of: system))),
        Described(
          "signals",
          .table(
            signals(of: members).map {
              Described("\($0.code)", described($0.code, $0.sums, members))
            }, of: .object([]))),
      ])
  }

  private func described(_ satellite: SatelliteID) -> DescribedValue {
    let quality = satellites[satellite]
    return .object(
      [
        Described("epochs", .count(quality?.epochs ?? 0), "Epochs with the satellite"),
        Described(
          "expected", .count(expected(satellite)),
          "Epochs with the satellite above the mask"),
        Described(
          "found", .count(quality?.epochsAboveMask ?? 0),
          "Epochs with an observation of the satellite above the mask"),
      ] + slipCounts([satellite]).members + [
        Described(
          "signals",
          .table(
            signals(of: [satellite]).map {
              Described("\($0.code)", described($0.code, $0.sums, [satellite]))
            }, of: .object([])))
      ])
  }

  private func described(
    _ code: RINEXSignalCode, _ sums: SignalQuality, _ among: [SatelliteID]
  ) -> DescribedValue {
    .object(
      [
        Described("observations", .count(sums.observations), "Observations"),
        Described("complete", .count(sums.complete), "Observations with code and phase"),
      ] + completeness(of: code, among).members + [
        Described("told_slips", .count(sums.toldSlips)),
        Described("multipath_slips", .count(sums.multipathSlips)),
        Described("outliers", .count(sums.outliers)),
        Described(
          "multipath", .number(sums.multipath.aboveMask.rms, decimals: 4),
          "Scatter of multipath above the mask", unit: "metres", isNullable: true),
        Described(
          "multipath_by_elevation",
          .array(sums.multipath.bins.map { .number($0.rms, decimals: 4) }),
          "The same in steps of ten degrees", unit: "metres"),
        Described(
          "cnr", .number(sums.ratios.all.mean, decimals: 2), "Mean carrier-to-noise ratio",
          unit: "dB-Hz", isNullable: true),
        Described(
          "cnr_by_elevation", .array(sums.ratios.bins.map { .number($0.mean, decimals: 2) }),
          "The same in steps of ten degrees", unit: "dB-Hz"),
      ])
  }
}
