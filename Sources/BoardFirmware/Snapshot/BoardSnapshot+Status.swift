package import GNSSBasics
import Mathematics
import NtripProtocol
import RTCMParser
package import TextOutput

extension BoardSnapshot {
  /// Returns the board's status at a board time.
  ///
  /// The result is the source of `/api/v1/status`, its schema, the metrics and the report of a replay.
  package func status(at now: Duration) -> DescribedValue {
    let sensors = sensors.byName.map { name, status in
      Described(name, status.members(at: now), schema: "Sensor")
    }
    return .object(
      [
        boardTime(now), date(now),
        Described(
          "uptime", seconds: uptime(at: now),
          "Time since the power came on; null while it is off"),
        Described("gnss", gnss.members(at: now), schema: "GNSS"),
        Described("ntrip", corrections.members, schema: "Ntrip"),
        Described("sensors", sensors, memberLabel: "sensor"),
        Described("card", card.members, schema: "Card"),
        Described("wifi", wifi.members, schema: "WiFi"),
        Described("bus", bus.members, schema: "Bus"),
        Described("findings", .array(findings.map { $0.described })),
      ] + (line.map { [Described("line", $0.members, schema: "Line")] } ?? []), schema: "Status")
  }

  /// Returns the last sample at a board time, as `/api/v1/measurement` and its schema have it.
  package func sample(at now: Duration) -> DescribedValue {
    let fields = Quantity.allCases.map { quantity in
      quantity.field(measurement[quantity], at: now)
    }
    return .object(
      [boardTime(now), date(now), Described("fields", .array(fields))], schema: "Measurement")
  }

  /// Returns a quantity of the last sample: its value, age and provenance.
  package func field(of quantity: Quantity, at now: Duration) -> DescribedValue {
    quantity.field(measurement[quantity], at: now)
  }

  private func boardTime(_ now: Duration) -> Described {
    Described(
      "board_time", number: now.inSeconds, decimals: 3, "Time since boot", unit: "seconds",
      metric: .gauge("board_time_seconds"))
  }

  private func date(_ now: Duration) -> Described {
    Described("time_utc", .date(CivilTime(bootDate.advanced(by: now)).iso8601))
  }
}

extension BusCounts {
  /// The members of the bus in the status.
  package var members: [Described] {
    [
      Described(
        "transfers", count: transfers, "Transfers begun on the bus",
        metric: .counter("bus_transfers_total")),
      Described(
        "nacks", count: nacks, "Transfers that were refused", metric: .counter("bus_nacks_total")),
    ]
  }
}

extension DriverFinding {
  /// The description of the finding in the status.
  package var described: DescribedValue {
    .object(
      [
        Described(
          "board_time", number: time.inSeconds, decimals: 6, "When it was first done",
          unit: "seconds"),
        Described("transfer", count: transfer, "In which transfer of the bus, from 1"),
        Described("part", text: part, "With which part"),
        Described("what", text: what, "What was done and what comes of it"),
        Described("remedy", text: remedy, "What to do instead"),
        Described("section", text: section, "Where the datasheet says so"),
        Described("count", count: count, "How often it was done"),
      ], schema: "Finding")
  }
}

extension Described {
  /// Creates the description of a time; `nil` for a missing time.
  fileprivate init(
    _ name: String, seconds: Duration?, _ meaning: String, limits: ClosedRange<Int>? = nil,
    metric: Metric? = nil
  ) {
    self.init(
      name, number: seconds?.inSeconds, decimals: 3, meaning, unit: "seconds", limits: limits,
      metric: metric)
  }

  /// Creates the description of a length; `nil` for a missing length.
  fileprivate init(
    _ name: String, metres: Double?, decimals: Int = 4, _ meaning: String, metric: Metric? = nil
  ) {
    self.init(
      name, number: metres, decimals: decimals, meaning, unit: "metres", metric: metric)
  }

  /// Creates the description of an age, which is never negative; `nil` for a missing age.
  fileprivate init(_ name: String, age: Duration?, _ meaning: String, metric: Metric? = nil) {
    self.init(name, seconds: age, meaning, limits: 0...Int.max, metric: metric)
  }
}

extension Quantity {
  private static let names = allCases.map { $0.name }
  private static let provenances = [Provenance.measured, .derived].map { $0.name }

  fileprivate func field(_ value: Timed<Double>?, at now: Duration) -> DescribedValue {
    .object(
      [
        Described("name", .word(name, of: Self.names)),
        Described("value", number: value?.value, decimals: decimals),
        Described("unit", text: unit),
        Described("provenance", .word(provenance.name, of: Self.provenances)),
        Described("age", age: value?.age(at: now), "Age of the value"),
      ], schema: "Field")
  }
}

extension GNSSStatus {
  /// Returns the members of the receiver's status at a board time.
  package func members(at now: Duration) -> [Described] {
    let place = position?.value
    return [
      Described(
        "board_time", seconds: position?.time,
        "Board time of the epoch that the position belongs to"),
      Described("fix", fix: fix, metric: .gauge("gnss_fix", Self.fixNumbers)),
      Described("reason", text: reason, "Why the fix is what it is"),
      Described(
        "latitude", number: place?.latitude, decimals: 9, "Geodetic latitude", unit: "degrees"),
      Described("longitude", number: place?.longitude, decimals: 9, "Longitude", unit: "degrees"),
      Described(
        "height", metres: place?.height, "Height above the ellipsoid",
        metric: .gauge("gnss_height_meters")),
      Described(
        "mean_sea_level_height", metres: meanSeaLevelHeight, "Height above mean sea level"),
      Described(
        "horizontal_accuracy", metres: horizontalAccuracy, "Estimated horizontal accuracy",
        metric: .gauge("gnss_horizontal_accuracy_meters")),
      Described("vertical_accuracy", metres: verticalAccuracy, "Estimated vertical accuracy"),
      Described(
        "satellites", count: satellites, "Satellites used",
        metric: .gauge("gnss_satellites", after: "gnss_fix")),
      Described(
        "correction_age", age: correctionAge(at: now), "Age of the corrections in use",
        metric: .gauge("gnss_correction_age_seconds")),
      Described(
        "station_id", count: stationID, "Reference station of the corrections that were used last",
        limits: 0...4095),
      Described(
        "baseline", metres: baseline, decimals: 3, "Distance to the reference station",
        metric: .gauge("gnss_baseline_meters")),
      Described(
        "heading", number: heading?.value.degrees, decimals: 2,
        "Direction from the second antenna to the first one, from north; null without a second one",
        unit: "degrees", metric: .gauge("gnss_heading_degrees")),
      Described(
        "heading_accuracy", number: heading?.value.accuracy, decimals: 2,
        "Estimated accuracy of the heading", unit: "degrees"),
      Described(
        "antenna_distance", metres: heading?.value.distance, "Distance between the two antennas"),
      Described("model", text: model, "What the receiver says it is"),
      Described(
        "ratio", number: solution?.ratio, decimals: 1,
        "Ratio of the last search for integer ambiguities, where the receiver solves"),
      Described(
        "used", .array((solution?.used ?? []).map { .text($0) }),
        "Satellites that the position is computed from"),
      Described(
        "left_out", .array((solution?.leftOut ?? []).map { .text($0) }),
        "Satellites and signals that the position is computed without, with the reasons"),
    ]
  }

  /// The numbers of the fixes with their names: `0 none, 1 3d, …`.
  private static let fixNumbers = GNSSFix.allCases.map { "\($0.rawValue) \($0.name)" }
    .joined(separator: ", ")
}

extension Described {
  /// Creates the description of a fix.
  package init(_ name: String, fix: GNSSFix, metric: Metric? = nil) {
    let words = GNSSFix.allCases.map { $0.name }
    self.init(name, .rank(Int(fix.rawValue), of: words), metric: metric)
  }
}

extension CorrectionCounts {
  fileprivate var members: [Described] {
    [
      Described(
        "state", .word(link.state.rawValue, of: NtripLinkStatus.State.allCases.map { $0.rawValue }),
        metric: .gauge(
          "ntrip_streaming", "Whether the link to the caster carries a stream", is: "streaming")),
      Described("mountpoint", text: link.mountpoint, "The mountpoint that is asked for"),
      bytes("bytes", link.bytes, "Bytes that the link has received", stage: "link"),
      bytes(
        "bytes_received", bytesReceived, "Bytes that the firmware took from the link",
        stage: "received"),
      bytes(
        "bytes_written", bytesWritten, "Bytes that it wrote to the receiver", stage: "written"),
      bytes("bytes_dropped", bytesDropped, "Bytes that the receiver never took", stage: "dropped"),
      Described(
        "frames",
        .table(frames.byType.map { Described("\($0.type)", count: $0.count) }, of: .count(0)),
        "Valid frames by message type", metric: .counter("rtcm_frames_total"), memberLabel: "type"),
      Described("total_frames", count: frames.total, "Valid frames"),
      Described("frame_bytes", count: frameBytes, "Bytes of valid frames"),
      Described("other_bytes", count: otherBytes, "Bytes that belong to no valid frame"),
      Described(
        "bad_crc", count: badCRC, "Frames with a wrong checksum",
        metric: .counter("rtcm_bad_crc_total")),
      Described(
        "reconnects", count: link.reconnects, "Streams that began after the first one",
        metric: .counter("ntrip_reconnects_total", after: "ntrip_streaming")),
      Described("error", text: link.error, "Why the last connection ended or failed"),
    ]
  }

  private func bytes(
    _ name: String, _ count: some BinaryInteger, _ meaning: String, stage: String
  ) -> Described {
    Described(
      name, count: count, meaning,
      metric: .counter(
        "correction_bytes_total", "Bytes of corrections by how far they came",
        label: Metric.Label("stage", stage)))
  }
}

extension SensorStatus {
  fileprivate func members(at now: Duration) -> [Described] {
    [
      Described(
        "state", .word(state.name, of: State.allCases.map { $0.name }),
        metric: .gauge("sensor_up", "Whether a part delivers values", is: "ok")),
      Described("age", age: age(at: now), "Age of its last value"),
      Described(
        "starts", count: starts, "How often a part was set up",
        metric: .counter("sensor_starts_total")),
      Described("error", text: error, "What went wrong"),
    ]
  }
}

extension WiFiStatus {
  fileprivate var members: [Described] {
    [
      Described("state", .word(state.rawValue, of: State.allCases.map { $0.rawValue })),
      Described("ssid", text: ssid, "The hotspot that the board looks for"),
      Described("address", text: address, "The address that the hotspot gave"),
      Described(
        "joins", count: joins, "How often it has joined since the power came on",
        metric: .counter("wifi_joins_total")),
      Described("error", text: error, "Why it is not joined"),
    ]
  }
}

extension LineStatus {
  /// The members of the line in the status.
  fileprivate var members: [Described] {
    [
      Described("baud", count: baud, "Rate of the line to the modem, bits per second"),
      Described(
        "carries", count: bytesPerSecond, "Bytes a second that the line carries",
        metric: .gauge("line_capacity_bytes_per_second")),
      Described(
        "wanted", count: wanted, "Bytes a second that the caster sends",
        metric: .gauge("line_wanted_bytes_per_second")),
      Described(
        "backlog", count: backlog, "Bytes of the stream that wait for the line",
        metric: .gauge("line_backlog_bytes")),
      Described(
        "frames_lost", count: framesLost, "Frames of the caster that never arrived",
        metric: .counter("line_frames_lost_total")),
      Described(
        "overruns", count: overruns, "Bytes that found the receive buffer full",
        metric: .counter("line_overruns_total")),
      Described(
        "lost_while_sending", count: lostWhileSending, "Bytes that came while the board sent",
        metric: .counter("line_lost_while_sending_total")),
      Described(
        "restarts", count: restarts, "Set-ups of a modem that did not answer",
        metric: .counter("line_modem_restarts_total")),
      Described(
        "answers", count: answers, "Requests that were answered over the line",
        metric: .counter("line_answers_total")),
      Described("error", text: shortage, "Why the line does not carry what is asked of it"),
    ]
  }
}

extension CardStatus {
  /// The members of the card in the status.
  package var members: [Described] {
    [
      Described("state", .word(state.name, of: State.allCases.map { $0.name })),
      Described("file", text: file, "The file that was written last"),
      Described(
        "lines", count: lines, "Lines written to the card", metric: .counter("card_lines_total")),
      Described(
        "lost_lines", count: lostLines, "Lines that could not be written",
        metric: .counter("card_lost_lines_total")),
      Described("error", text: error, "What went wrong with the last line"),
    ]
  }
}
