import GNSSBasics
import Mathematics
import NtripProtocol
import RTCMParser

extension MetricsText {
  mutating func write(_ measurement: Measurement, at now: Duration) {
    for (quantity, name, help) in Self.plainQuantities {
      write(
        name, .gauge, help, measurement.value(of: quantity)?.value, decimals: quantity.decimals)
    }
    writeParticulates(measurement)
    head("value_age_seconds", .gauge, "Age of the last value by field.")
    for quantity in Quantity.allCases {
      sample(
        "value_age_seconds", of: ("field", quantity.name),
        measurement.value(of: quantity)?.age(at: now).inSeconds, decimals: 3)
    }
  }

  /// Quantities with a metric of their own; units are base units, as the format's users expect.
  private static var plainQuantities: [(Quantity, name: String, help: String)] {
    [
      (.temperature, "temperature_celsius", "Air temperature."),
      (.humidity, "relative_humidity_percent", "Relative humidity."),
      (.pressure, "pressure_pascals", "Air pressure at the board."),
      (.altitude, "altitude_meters", "Altitude by pressure, standard atmosphere."),
      (.tvocs, "tvoc_ppb", "Total volatile organic compounds."),
      (.eco2, "eco2_ppm", "Equivalent carbon dioxide."),
      (.pm05Number, "pm05_particles_per_cubic_centimeter", "Particles up to 0.5 um by number."),
      (.latitude, "latitude_degrees", "Geodetic latitude."),
      (.longitude, "longitude_degrees", "Longitude."),
      (.light, "illuminance_lux", "Illuminance."),
    ]
  }

  private mutating func writeParticulates(_ measurement: Measurement) {
    guard measurement.particulates != nil else { return }
    let name = "particulate_micrograms_per_cubic_meter"
    head(name, .gauge, "Particles by mass, up to a size in um; 0.5 is derived from the number.")
    let bins: [(Quantity, String)] = [
      (.pm05, "0.5"), (.pm1, "1"), (.pm25, "2.5"), (.pm4, "4"), (.pm10, "10"),
    ]
    for (quantity, size) in bins {
      sample(name, of: ("size", size), measurement.value(of: quantity)?.value, decimals: 2)
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
