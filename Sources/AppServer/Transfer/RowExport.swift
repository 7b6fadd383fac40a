internal import Bytes
internal import TextOutput

/// The export of rows and their seals as CSV or JSON.
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
  public static func jsonLine(_ row: SealedRow) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
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
    return json.bytes + [.lineFeed]
  }

  private static func quoted(_ field: String) -> String {
    let isPlain = !field.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
    return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
  }
}
