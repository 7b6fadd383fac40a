import GNSSBasics
import Mathematics
import NtripProtocol
import RTCMParser

extension MetricsText {
  mutating func write(_ measurement: Measurement, at now: Duration) {
    for quantity in Quantity.metrics {
      guard case .own(_, let name, let help) = quantity.row.metric else { continue }
      write(name, .gauge, help, measurement[quantity]?.value, decimals: quantity.decimals)
    }
    writeParticulates(measurement)
    head("value_age_seconds", .gauge, "Age of the last value by field.")
    for quantity in Quantity.allCases {
      sample(
        "value_age_seconds", of: ("field", quantity.name),
        measurement[quantity]?.age(at: now).inSeconds, decimals: 3)
    }
  }

  private mutating func writeParticulates(_ measurement: Measurement) {
    let name = "particulate_micrograms_per_cubic_meter"
    var isFirst = true
    for quantity in Quantity.allCases {
      guard case .mass(let size) = quantity.row.metric, let value = measurement[quantity] else {
        continue
      }
      if isFirst {
        head(name, .gauge, "Particles by mass, up to a size in um; 0.5 is derived from the number.")
      }
      isFirst = false
      sample(name, of: ("size", size), value.value, decimals: 2)
    }
  }

  mutating func write(_ gnss: GNSSStatus, at now: Duration) {
    write(
      "gnss_fix", .gauge, "0 none, 1 3d, 2 dgnss, 3 rtk-float, 4 rtk-fixed.",
      Double(gnss.fix.rawValue))
    write("gnss_satellites", .gauge, "Satellites used.", gnss.satellites.map(Double.init))
    write(
      "gnss_height_meters", .gauge, "Height above the ellipsoid.", gnss.position?.value.height,
      decimals: 4)
    write(
      "gnss_horizontal_accuracy_meters", .gauge, "Estimated horizontal accuracy.",
      gnss.horizontalAccuracy, decimals: 4)
    write(
      "gnss_correction_age_seconds", .gauge, "Age of the corrections in use.",
      gnss.correctionAge(at: now)?.inSeconds, decimals: 3)
    write(
      "gnss_baseline_meters", .gauge, "Distance to the reference station.", gnss.baseline,
      decimals: 3)
  }

  mutating func write(_ corrections: CorrectionCounts) {
    head("ntrip_streaming", .gauge, "Whether the link to the caster carries a stream.")
    sample("ntrip_streaming", corrections.link.state == .streaming ? 1 : 0, decimals: 0)
    write(
      count: corrections.link.reconnects, "ntrip_reconnects_total",
      "Streams that began after the first one.")
    head("correction_bytes_total", .counter, "Bytes of corrections by how far they came.")
    for (stage, bytes) in [
      ("link", Int(corrections.link.bytes)), ("received", corrections.bytesReceived),
      ("written", corrections.bytesWritten), ("dropped", corrections.bytesDropped),
    ] {
      sample("correction_bytes_total", of: ("stage", stage), Double(bytes), decimals: 0)
    }
    head("rtcm_frames_total", .counter, "Valid frames by message type.")
    for (type, count) in corrections.frames.byType {
      sample("rtcm_frames_total", of: ("type", "\(type)"), Double(count), decimals: 0)
    }
    write(count: corrections.badCRC, "rtcm_bad_crc_total", "Frames with a wrong checksum.")
  }

  mutating func write(_ sensors: SensorStatuses, at now: Duration) {
    head("sensor_up", .gauge, "Whether a part delivers values.")
    for (name, status) in sensors.byName {
      sample("sensor_up", of: ("sensor", name), status.state == .ok ? 1 : 0, decimals: 0)
    }
    head("sensor_starts_total", .counter, "How often a part was set up.")
    for (name, status) in sensors.byName {
      sample("sensor_starts_total", of: ("sensor", name), Double(status.starts), decimals: 0)
    }
  }

  mutating func write(_ card: CardStatus) {
    write(count: card.lines, "card_lines_total", "Lines written to the card.")
    write(count: card.lostLines, "card_lost_lines_total", "Lines that could not be written.")
  }
}
