internal import GNSSBasics
internal import RTCMStreams
internal import TextOutput

extension QualityTally {
  /// The results as lines and tables for readers.
  public var text: String {
    var parts = [summary.map { "\($0.0.padding(to: 13)) \($0.1)" }, systemTable, signalTable]
    if !latencies.isEmpty { parts.append(latencyTable) }
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The results in one line, for a stream that goes on.
  public var line: String {
    let counts = slipCounts(of: nil)
    var parts = [
      "\(steps.last.map(\.iso8601) ?? "no epoch")",
      "\(steps.epochCount) epochs, \(steps.missingEpochs) missing",
      "\(satellites.count) satellites",
    ]
    if let percent = completeness(of: nil).percent { parts.append("\(Self.number(percent, 1)) %") }
    parts.append("\(counts.shown) slips, \(counts.told) told")
    let multipath = [1, 2, 5].compactMap { band in
      self.multipath(ofBand: band, .gps).map { "MP\(band) \(Self.number($0, 2)) m" }
    }
    parts += multipath
    if clock.count > 0 { parts.append("\(clock.count) clock jumps") }
    if let deviation = scatter.deviation {
      parts.append("scatter \(Self.number(Self.level(deviation), 2)) m level")
    }
    var sums = ElevationBins.Sums()
    for type in latencies.keys.sorted() { sums += latencies[type] ?? .init() }
    if let mean = sums.mean, let greatest = greatestLatencies.values.max() {
      parts.append("latency \(Self.number(mean, 2)) s, \(Self.number(greatest, 2)) at most")
    }
    return parts.joined(separator: "; ")
  }

  private static func number(_ value: Double?, _ decimals: Int) -> String {
    value.map { PlainText.number($0, decimals: decimals) } ?? "-"
  }

  private static func fixed(_ value: Double?, _ decimals: Int) -> String {
    guard let value else { return "-" }
    var text: [UInt8] = []
    return text.append(decimal: value, decimals: decimals)
      ? String(decoding: text, as: UTF8.self) : "?"
  }

  private static func level(_ vector: SIMD3<Double>) -> Double {
    (vector.x * vector.x + vector.y * vector.y).squareRoot()
  }

  // MARK: The summary

  private var summary: [(String, String)] {
    [
      ("first epoch", steps.first.map { $0.iso8601 + " GPS" } ?? "none"),
      ("last epoch", steps.last.map { $0.iso8601 + " GPS" } ?? "none"),
      ("epochs", epochs),
      ("completeness", completenessText),
      ("slips", slipText),
      ("ionosphere", ionosphereText),
      ("clock", clockText),
      ("positions", positionText),
    ]
      + steps.gaps.map {
        ("gap", "\(Self.number(Double($0.length) / 1e9, 3)) s after \($0.start.iso8601)")
      }
  }

  private var epochs: String {
    let interval = steps.interval.map { " at \(Self.number($0, 3)) s" } ?? ""
    let disorders =
      steps.disorders > 0 ? ", \(steps.disorders) not later than the one before" : ""
    return "\(steps.epochCount)\(interval), \(steps.missingEpochs) missing\(disorders)"
  }

  private var completenessText: String {
    let sums = completeness(of: nil)
    guard let percent = sums.percent else {
      return place == nil
        ? "unknown: neither a message nor codes tell the antenna's place"
        : "unknown: there are no ephemerides; --nav FILE names some"
    }
    let unseen = neverObserved
    return "\(Self.number(percent, 2)) %, \(sums.found) of \(sums.expected) epochs of satellites "
      + "above \(Self.number(options.elevationMask, 1))°"
      + (unseen.isEmpty ? "" : "; never observed: \(PlainText.list(unseen.map { "\($0)" }))")
  }

  private var slipText: String {
    let counts = slipCounts(of: nil)
    let share =
      counts.observationsPerSlip.map { ", one to \(Self.number($0, 0)) observations" } ?? ""
    return "\(counts.shown) in \(counts.observations) observations\(share); by ionosphere "
      + "\(counts.ionosphere), by multipath \(counts.multipath); the receiver tells \(counts.told)"
      + (counts.outliers > 0 ? "; codes off for one epoch: \(counts.outliers)" : "")
  }

  private var ionosphereText: String {
    let rates = rates(of: nil)
    guard let rms = rates.sums.all.rms else { return "unknown: no phases of two frequencies" }
    return "rate \(Self.number(rms, 3)) m/min at L1, \(Self.number(rates.greatest, 3)) at most"
  }

  private var clockText: String {
    guard clock.count > 0 else { return "no jump" }
    let shown = clock.jumps.prefix(5).map {
      "\($0.milliseconds) ms at \($0.time.iso8601)" + ($0.ofPhases ? "" : ", codes alone")
    }
    return "\(clock.count) jumps: " + shown.joined(separator: "; ")
      + (clock.count > shown.count ? "; …" : "")
  }

  private var positionText: String {
    guard let mean = scatter.mean else {
      return options.solvesPositions ? "none: no ephemerides of four satellites" : "not computed"
    }
    let deviation = scatter.deviation.map {
      "scatter \(Self.number($0.x, 2)) m east, \(Self.number($0.y, 2)) north, "
        + "\(Self.number($0.z, 2)) up"
    }
    let offset =
      "mean \(Self.number(mean.x, 2)) m east, \(Self.number(mean.y, 2)) north, "
      + "\(Self.number(mean.z, 2)) up of the told place"
    return "\(scatter.count) of \(scatter.count + scatter.missing) epochs"
      + (deviation.map { "; \($0)" } ?? "") + (scatter.isTold ? "; \(offset)" : "")
  }

  // MARK: Tables

  private var systemTable: [String] {
    let heads = [
      "system", "satellites", "expected", "found", "%", "slips", "told", "observations a slip",
      "ionosphere m/min",
    ]
    return PlainText.table(
      [heads]
        + systems.map { system in
          let (sums, counts) = (completeness(of: system), slipCounts(of: system))
          return [
            system.name, "\(satellites(of: system).count)",
            "\(sums.expected)", "\(sums.found)", Self.fixed(sums.percent, 2), "\(counts.shown)",
            "\(counts.told)",
            Self.fixed(counts.observationsPerSlip, 0),
            Self.fixed(rates(of: system).sums.all.rms, 3),
          ]
        }, leading: 1)
  }

  private var signalTable: [String] {
    let heads =
      ["signal", "observations", "%", "slips", "told", "MP m", "C/N0"]
      + (0..<ElevationBins.count).map { "\($0 * Int(ElevationBins.width))°" }
    return PlainText.table(
      [heads]
        + systems.flatMap { system in
          let members = satellites(of: system)
          return signals(of: members).map { code, sums in
            [
              "\(system.rinexLetter)\(code)", "\(sums.observations)",
              Self.fixed(completeness(of: code, members).percent, 2), "\(sums.multipathSlips)",
              "\(sums.toldSlips)", Self.fixed(sums.multipath.aboveMask.rms, 3),
              Self.fixed(sums.ratios.all.mean, 1),
            ] + sums.ratios.bins.map { Self.fixed($0.mean, 1) }
          }
        }, leading: 1)
  }

  private var latencyTable: [String] {
    PlainText.table(
      [["message", "count", "mean latency s", "longest"]]
        + latencies.sorted { $0.key < $1.key }.map { type, sums in
          [
            "\(type)", "\(sums.count)", Self.fixed(sums.mean, 3),
            Self.fixed(greatestLatencies[type], 3),
          ]
        }, leading: 1)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }
}
