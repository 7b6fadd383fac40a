internal import GNSSBasics
internal import TextOutput

/// A form of files of positions.
public enum PositionFileForm: String, CaseIterable, Sendable {
  /// RTKLIB's form, by ``PositionFileWriter``.
  case pos
  /// A GPX 1.1 track, times in UTC.
  case gpx
  /// KML 2.2 with a line, and placemarks coloured by quality.
  case kml
  /// Comma-separated values with a header.
  case csv

  /// Returns a file of positions.
  ///
  /// - Parameters:
  ///   - records: The positions.
  ///   - name: The name of the track, in GPX and KML.
  ///   - remarks: The lines of the header in RTKLIB's form, without percent signs.
  /// - Returns: The file.
  public func bytes(
    of records: [PositionRecord], name: String, remarks: [String] = []
  ) -> [UInt8] {
    switch self {
    case .pos: Self.pos(records, remarks)
    case .gpx: Self.gpx(records, name)
    case .kml: Array(PositionKML.text(of: records, name: name).utf8)
    case .csv: Self.csv(records)
    }
  }

  private static func pos(_ records: [PositionRecord], _ remarks: [String]) -> [UInt8] {
    let writer = PositionFileWriter(hasVelocity: records.contains { $0.velocity != nil })
    var text: [UInt8] = []
    writer.appendHeader(remarks, to: &text)
    for record in records { writer.append(record, to: &text) }
    return text
  }

  private static func gpx(_ records: [PositionRecord], _ name: String) -> [UInt8] {
    var text = Array(GPXText.beginning(name: name).utf8)
    for record in records {
      text +=
        GPXText.point(
          record.position, at: record.time.unixTime, fix: record.quality.gpxFix,
          satellites: record.satelliteCount
        ).utf8
    }
    return text + GPXText.end.utf8
  }

  private static let csvHeader =
    "week,tow_s,latitude_deg,longitude_deg,height_m,quality,satellites,sdn_m,sde_m,sdu_m,"
    + "sdne_m,sdeu_m,sdun_m,age_s,ratio\n"

  private static func csv(_ records: [PositionRecord]) -> [UInt8] {
    var text = Array(csvHeader.utf8)
    for record in records {
      text.append(integer: record.time.week)
      let position = record.position
      var columns = [
        (Double(record.time.nanosecondsOfWeek) / 1e9, 3), (position.latitude, 9),
        (position.longitude, 9), (position.height, 4), (Double(record.quality.rawValue), 0),
        (Double(record.satelliteCount), 0),
      ]
      columns += record.deviations.columns.map { ($0, 4) } + [(record.age, 2), (record.ratio, 1)]
      for (value, decimals) in columns {
        text.append(UInt8(ascii: ","))
        text.append(decimal: value, decimals: decimals)
      }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}

extension SolutionQuality {
  /// The kind of fix in GPX 1.1 (`fixType`), which has no word for carrier phases.
  fileprivate var gpxFix: String {
    switch self {
    case .fixed, .float, .sbas, .differential: "dgps"
    case .single, .precise: "3d"
    }
  }
}
