internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import TextOutput

extension RINEXReport {
  /// The report as one JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      switch self {
      case .observations(let header, let summary, let errors, let isCompact):
        json.member("type", "observations")
        json.member("is_compact", isCompact)
        Self.write(header, to: &json)
        Self.write(summary, to: &json)
        Self.write(errors, to: &json)
      case .navigation(let file):
        json.member("type", "navigation")
        Self.write(file, to: &json)
        Self.write(ErrorSummary(of: file), to: &json)
      }
    }
    return json.text
  }

  private static func write(_ header: RINEXObservationHeader, to json: inout JSONWriter) {
    json.member("version", header.version, decimals: 2)
    json.member("system", header.constellation.map { String($0.rinexLetter) })
    json.member("program", header.program)
    json.object("header") { json in
      for field in RINEXHeader.Field.allCases {
        json.member(field.rawValue.replacing("-", with: "_"), header.station[field])
      }
    }
    write(header.station, to: &json)
    json.member("header_interval_seconds", header.interval, decimals: 3)
    json.member("leap_seconds", header.leapSeconds)
    json.member("is_clock_offset_applied", header.isClockOffsetApplied)
  }

  private static func write(_ station: RINEXHeader, to json: inout JSONWriter) {
    guard let position = station.position else { return json.member("position", nil as String?) }
    let place = GeodeticPosition(position)
    json.object("position") { json in
      json.member("latitude", place.latitude, decimals: 9)
      json.member("longitude", place.longitude, decimals: 9)
      json.member("height", place.height, decimals: 4)
    }
    let offset = station.antennaOffset ?? .init(height: 0)
    json.object("antenna_offset") { json in
      json.member("height", offset.height, decimals: 4)
      json.member("east", offset.east, decimals: 4)
      json.member("north", offset.north, decimals: 4)
    }
  }

  private static func write(_ summary: ObservationSummary, to json: inout JSONWriter) {
    json.member("interval_seconds", summary.steps.interval, decimals: 3)
    json.member("first_time_gps", summary.steps.first.map(\.iso8601))
    json.member("last_time_gps", summary.steps.last.map(\.iso8601))
    json.member("epochs", summary.steps.epochCount)
    json.member("missing_epochs", summary.steps.missingEpochs)
    json.member("incomplete_epochs", summary.incompleteEpochs)
    json.member("disordered_epochs", summary.steps.disorders)
    json.member("observations", summary.observations)
    json.member("arcs", summary.arcs)
    json.array("systems") { json in
      for system in Constellation.allCases {
        guard let content = summary.systems[system] else { continue }
        json.object { json in write(content, of: system, to: &json) }
      }
    }
    json.object("events") { json in
      for (event, count) in summary.events.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        json.member(event.name.replacing(" ", with: "_"), count)
      }
    }
    json.array("gaps") { json in
      for gap in summary.steps.gaps {
        json.object { json in
          json.member("after_time_gps", gap.start.iso8601)
          json.member("seconds", Double(gap.length) / 1e9, decimals: 3)
        }
      }
    }
  }

  private static func write(
    _ content: ObservationSummary.System, of system: Constellation, to json: inout JSONWriter
  ) {
    json.member("system", String(system.rinexLetter))
    json.array("satellites") { json in
      for number in content.satellites.sorted() {
        json.value(SatelliteID(system, number).description)
      }
    }
    json.object("signals") { json in
      for (code, count) in content.signals.sorted(by: { $0.key.description < $1.key.description }) {
        json.member(code.description, count)
      }
    }
  }

  private static func write(_ file: RINEXNavigation, to json: inout JSONWriter) {
    json.member("version", file.version, decimals: 2)
    json.member("ephemerides", file.ephemerides.count)
    json.member("has_ionosphere", file.ionosphere != nil)
    json.member("leap_seconds", file.leapSeconds)
    let satellites = NavigationSummary(of: file).satellites
    json.object("satellites") { json in
      for system in Constellation.allCases {
        for (number, count) in (satellites[system] ?? [:]).sorted(by: { $0.key < $1.key }) {
          json.member(SatelliteID(system, number).description, count)
        }
      }
    }
  }

  private static func write(_ errors: ErrorSummary, to json: inout JSONWriter) {
    json.member("error_count", errors.count)
    json.array("errors") { json in
      for error in errors.first {
        json.object { json in
          json.member("line", error.line)
          json.member("text", error.description)
        }
      }
    }
  }
}
