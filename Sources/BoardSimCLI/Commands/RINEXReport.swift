internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

/// The report on a RINEX file.
enum RINEXReport {
  case observations(
    RINEXObservationHeader, ObservationSummary, ErrorSummary, _ isCompact: Bool)
  case navigation(RINEXNavigation)

  /// The report as text, a line for each part.
  var text: String {
    let (rows, errors) =
      switch self {
      case .observations(let header, let summary, let errors, let isCompact):
        (Self.rows(header, isCompact) + Self.rows(summary, of: header), errors)
      case .navigation(let file): (Self.rows(file), ErrorSummary(of: file))
      }
    let lines = rows.map { "\($0.0.padded(to: 14)) \($0.1.withControlsEscaped)" }
    return (lines + Self.lines(errors)).joined(separator: "\n")
  }

  // MARK: - Observation files

  private static func rows(
    _ header: RINEXObservationHeader, _ isCompact: Bool
  ) -> [(String, String)] {
    let station = header.station
    func joined(_ fields: RINEXHeader.Field...) -> String {
      let texts = fields.compactMap { station[$0] }
      return texts.isEmpty ? "none" : texts.joined(separator: ", ")
    }
    return [
      (
        "file",
        "observations, version \(version(header.version)), "
          + (header.constellation.map { "of \($0.name)" } ?? "of several systems")
          + (isCompact ? ", compact" : "")
      ),
      ("made by", header.program.isEmpty ? "unknown" : header.program),
      ("marker", joined(.markerName, .markerNumber, .markerType)),
      ("receiver", joined(.receiverType, .receiverVersion, .receiverNumber)),
      ("antenna", joined(.antennaType, .antennaNumber) + offset(station.antennaOffset)),
      ("position", position(station.position)),
    ]
  }

  private static func rows(
    _ summary: ObservationSummary, of header: RINEXObservationHeader
  ) -> [(String, String)] {
    let systems = Constellation.allCases.compactMap { system in
      summary.systems[system].map { (system.name, self.text(of: $0)) }
    }
    let gaps = summary.steps.gaps.map { gap in
      ("gap", "\(decimal(Double(gap.length) / 1e9, 3)) s after \(time(gap.start))")
    }
    let events = summary.events.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      ("events", "\($0.value) \($0.key.name)")
    }
    return [
      ("interval", interval(summary, header)),
      ("first epoch", summary.steps.first.map(time) ?? "none"),
      ("last epoch", summary.steps.last.map(time) ?? "none"),
      (
        "epochs",
        "\(summary.steps.epochCount), \(summary.steps.missingEpochs) missing"
          + (summary.incompleteEpochs > 0 ? ", \(summary.incompleteEpochs) incomplete" : "")
          + (summary.steps.disorders > 0
            ? ", \(summary.steps.disorders) not later than the one before" : "")
      ),
      ("observations", "\(summary.observations), with \(summary.arcs) arcs of phases"),
    ] + systems + events + gaps
  }

  private static func text(of system: ObservationSummary.System) -> String {
    let signals = system.signals.sorted { $0.key.description < $1.key.description }
    return "\(system.satellites.count) satellites: "
      + signals.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  private static func interval(
    _ summary: ObservationSummary, _ header: RINEXObservationHeader
  ) -> String {
    let told = header.interval.map { "\(decimal($0, 3)) s by the header" }
    let found = summary.steps.interval.map { "\(decimal($0, 3)) s" }
    if let found { return told.map { "\(found), \($0)" } ?? found }
    return told ?? "unknown"
  }

  private static func position(_ position: ECEFPosition?) -> String {
    guard let position else { return "none" }
    let place = GeodeticPosition(position)
    return "\(decimal(place.latitude, 7)), \(decimal(place.longitude, 7)), "
      + "\(decimal(place.height, 3)) m above the ellipsoid"
  }

  private static func offset(_ offset: RINEXHeader.AntennaOffset?) -> String {
    guard let offset, offset != .init(height: 0) else { return "" }
    return
      ", \(decimal(offset.height, 4)) m above the marker, \(decimal(offset.east, 4)) m east, "
      + "\(decimal(offset.north, 4)) m north"
  }

  // MARK: - Navigation files

  private static func rows(_ file: RINEXNavigation) -> [(String, String)] {
    let satellites = NavigationSummary(of: file).satellites
    let systems = Constellation.allCases.compactMap { system -> (String, String)? in
      guard let counts = satellites[system] else { return nil }
      let total = counts.values.reduce(0, +)
      return (system.name, "\(counts.count) satellites, \(total) ephemerides")
    }
    return [
      ("file", "ephemerides, version \(version(file.version))"),
      ("ephemerides", "\(file.ephemerides.count)"),
      ("ionosphere", file.ionosphere == nil ? "none" : "Klobuchar's coefficients"),
      ("leap seconds", file.leapSeconds.map { "\($0)" } ?? "none"),
    ] + systems
  }

  // MARK: - Parts

  private static func lines(_ errors: ErrorSummary) -> [String] {
    guard errors.count > 0 else { return ["errors".padded(to: 14) + " none"] }
    let more = errors.count - errors.first.count
    return ["errors".padded(to: 14) + " \(errors.count)"]
      + errors.first.map { "  \($0)".withControlsEscaped }
      + (more > 0 ? ["  and \(more) more"] : [])
  }

  private static func version(_ version: Double) -> String { decimal(version, 2) }

  private static func decimal(_ number: Double, _ decimals: Int) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: number, decimals: decimals)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func time(_ time: GPSTime) -> String { time.iso8601 + " GPS" }
}

extension RINEXEvent {
  /// The event's name in reports.
  var name: String {
    switch self {
    case .movingAntenna: "moving antenna"
    case .newStation: "new station"
    case .headerLines: "header lines"
    case .external: "external"
    case .cycleSlips: "cycle slips"
    }
  }
}
