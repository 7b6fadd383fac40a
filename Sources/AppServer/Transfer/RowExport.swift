internal import AirStatistics
internal import Bytes
internal import TextOutput

/// The export of rows and their seals as CSV, JSON or GeoJSON.
public enum RowExport {
  /// The first line of a CSV file.
  public static let csvHeader = Array(
    ((["id", "timestamp", "email"] + AirRow.fields.map(\.name) + ["owner", "seal", "text"])
      .joined(separator: ",") + "\r\n").utf8)

  /// Returns a row as a line of CSV (RFC 4180); `nil` values are empty.
  public static func csv(_ row: SealedRow) -> [UInt8] {
    var fields = ["\(row.row.id)", AirRow.timestamp(row.row.time), row.row.email ?? ""]
    fields += row.row.values.map { value in value.map { "\($0)" } ?? "" }
    fields += [row.owner.map { "\($0)" } ?? "", row.seal.hexadecimal, row.text]
    return Array((fields.map(quoted).joined(separator: ",") + "\r\n").utf8)
  }

  /// Returns a row as a line of JSON.
  public static func jsonLine(_ row: SealedRow) -> [UInt8] { json(row) + [.lineFeed] }

  /// Returns a row as a JSON object.
  package static func json(_ row: SealedRow) -> [UInt8] {
    var json = JSONWriter()
    json.object { write(row, to: &$0) }
    return json.bytes
  }

  /// Returns a row as a feature of GeoJSON (RFC 7946); a row without a position on Earth has no geometry.
  package static func geoJSON(_ row: SealedRow) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "Feature")
      json.member("geometry") { writePoint(of: row.row, to: &$0) }
      json.object("properties") { write(row, to: &$0) }
    }
    return json.bytes
  }

  private static func writePoint(of row: AirRow, to json: inout JSONWriter) {
    guard let latitude = row[.latitude], let longitude = row[.longitude],
      SurfacePoint(latitude: latitude, longitude: longitude).isOnEarth
    else { return json.value(nil as String?) }
    json.object { json in
      json.member("type", "Point")
      json.array("coordinates") { json in
        json.value(exactly: longitude)
        json.value(exactly: latitude)
      }
    }
  }

  private static func write(_ row: SealedRow, to json: inout JSONWriter) {
    json.member("id", row.row.id)
    json.member("timestamp", AirRow.timestamp(row.row.time))
    json.member("email", row.row.email)
    for (field, value) in zip(AirRow.fields, row.row.values) {
      json.member(field.name, exactly: value)
    }
    json.member("owner", row.owner)
    json.member("seal", row.seal.hexadecimal)
    json.member("text", row.text)
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = !field.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
