internal import TextOutput

/// The output format of rows.
enum OpenDataFormat: String, Hashable, CaseIterable {
  case json, geojson, csv

  /// The value of the `Content-Type` field.
  var contentType: String {
    switch self {
    case .json: "application/json;charset=utf-8"
    case .geojson: "application/vnd.geo+json;charset=utf-8"
    case .csv: "text/csv;charset=utf-8"
    }
  }

  /// Returns the rows in this format.
  func write(_ rows: [[SoQLValue]], _ columns: [SoQLColumn]) -> [UInt8] {
    switch self {
    case .json: Self.json(rows, columns)
    case .geojson: Self.geojson(rows, columns)
    case .csv: Self.csv(rows, columns)
    }
  }

  /// Returns a JSON array of objects; all values except points are strings, and null values are left out.
  private static func json(_ rows: [[SoQLValue]], _ columns: [SoQLColumn]) -> [UInt8] {
    let keys = columns.map { Array("\"\($0.name)\":".utf8) }
    var text = Array("[".utf8)
    for (index, row) in rows.enumerated() {
      if index > 0 { text.append(contentsOf: ",\n".utf8) }
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in zip(keys, row) where value != .null {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append(contentsOf: key)
        text.append(json: value)
      }
      text.append(UInt8(ascii: "}"))
    }
    text.append(contentsOf: "]\n".utf8)
    return text
  }

  /// Returns a GeoJSON feature collection.
  ///
  /// The point column becomes the geometry. All other columns become properties, with `null` for absent
  /// values.
  private static func geojson(_ rows: [[SoQLValue]], _ columns: [SoQLColumn]) -> [UInt8] {
    var text = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    for (index, row) in rows.enumerated() {
      if index > 0 { text.append(contentsOf: ",\n".utf8) }
      text.append(contentsOf: #"{"type":"Feature","properties":{"#.utf8)
      var geometry = SoQLValue.null
      var isFirst = true
      for (column, value) in zip(columns, row) {
        guard column.type != .point else {
          geometry = value
          continue
        }
        text.append(contentsOf: "\(isFirst ? "" : ",")\"\(column.name)\":".utf8)
        isFirst = false
        text.append(json: value)
      }
      text.append(contentsOf: #"},"geometry":"#.utf8)
      text.append(json: geometry)
      text.append(UInt8(ascii: "}"))
    }
    text.append(contentsOf: "]}\n".utf8)
    return text
  }

  /// Returns CSV as in RFC 4180: a header, every value in quotes, quotes doubled, lines ended by CR LF.
  ///
  /// Null values are empty.
  private static func csv(_ rows: [[SoQLValue]], _ columns: [SoQLColumn]) -> [UInt8] {
    let header = columns.map { "\"\($0.name)\"" }.joined(separator: ",")
    var text = Array("\(header)\r\n".utf8)
    for row in rows {
      for (index, value) in row.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        if value != .null { text.append(csv: value) }
      }
      text.append(contentsOf: "\r\n".utf8)
    }
    return text
  }
}

extension [UInt8] {
  fileprivate mutating func append(json value: SoQLValue) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .text(let string) where string.utf8.allSatisfy({ $0.isPlain }):
      append(UInt8(ascii: "\""))
      append(contentsOf: string.utf8)
      append(UInt8(ascii: "\""))
    case .text(let string):
      var json = JSONWriter()
      json.value(string)
      append(contentsOf: json.bytes)
    case .point:
      append(contentsOf: #"{"type":"Point","coordinates":["#.utf8)
      appendPlain(value, separator: ",")
      append(contentsOf: "]}".utf8)
    case .number, .timestamp:
      append(UInt8(ascii: "\""))
      appendPlain(value, separator: "")
      append(UInt8(ascii: "\""))
    }
  }

  fileprivate mutating func append(csv value: SoQLValue) {
    append(UInt8(ascii: "\""))
    switch value {
    case .text(let string):
      for byte in string.utf8 {
        if byte == UInt8(ascii: "\"") { append(byte) }
        append(byte)
      }
    case .point:
      append(contentsOf: "POINT (".utf8)
      appendPlain(value, separator: " ")
      append(UInt8(ascii: ")"))
    case .number, .timestamp, .null: appendPlain(value, separator: "")
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a value without quotes; of a point, the longitude comes before the latitude.
  private mutating func appendPlain(_ value: SoQLValue, separator: String) {
    switch value {
    case .number(let number): append(contentsOf: number.shortest.utf8)
    case .timestamp(let time): SoQLLiteral.append(timestamp: time, to: &self)
    case .point(let latitude, let longitude):
      append(contentsOf: "\(longitude.shortest)\(separator)\(latitude.shortest)".utf8)
    case .text(let string): append(contentsOf: string.utf8)
    case .null: break
    }
  }
}

extension Double {
  /// The shortest digits that read back as the same value, without a decimal point for whole numbers.
  fileprivate var shortest: String {
    self == rounded() && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}

extension UInt8 {
  /// Whether the byte needs no escape in a JSON string.
  fileprivate var isPlain: Bool {
    (0x20...0x7E).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
