internal import AirStatistics
internal import Bytes

/// A board's answer as a client posted it: fields joined by `;`.
struct PostedText {
  /// The values by ``AirField``.
  private(set) var values: [Double?]
  /// The number of fields.
  let count: Int
  /// The phone's position, which an app adds behind a board's own position.
  private(set) var phone: SurfacePoint?

  /// Reads 13 fields; 11, without a position; or 15, a position of the phone's behind the board's.
  ///
  /// - Throws: ``Refusal`` that names the field.
  init(_ text: String) throws(Refusal) {
    let fields = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    count = fields.count
    guard [11, 13, 15].contains(count) else {
      let hint = Self.isMarkup(text) ? "; this is HTML, not a board's text" : ""
      throw .invalid(
        "data",
        "data must have 13 fields joined by ';', or 11 without a position, not \(count)\(hint)")
    }
    var values: [Double?] = []
    for (index, field) in fields.prefix(13).enumerated() {
      values.append(try Self.value(Array(field), of: AirField.allCases[index].name))
    }
    self.values = values + Array(repeating: nil, count: 13 - values.count)
    if count == 15, let latitude = try Self.value(Array(fields[13]), of: "latitude of the phone"),
      let longitude = try Self.value(Array(fields[14]), of: "longitude of the phone")
    {
      phone = SurfacePoint(latitude: latitude, longitude: longitude)
    }
  }

  /// Reads as the original did: the first 13 fields, and none where there are less.
  init(byPosition text: String) throws(Refusal) {
    let fields = text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    count = fields.count
    values = Array(repeating: nil, count: 13)
    for (index, field) in fields.prefix(13).enumerated() {
      guard let value = Array(field)[...].trimmed.decimalNumber else {
        throw .database(.notANumber)
      }
      values[index] = Double(Float(value))
    }
  }

  /// The fields that were sent without a value.
  var emptyFields: [AirField] {
    AirField.allCases.prefix(count).filter { values[$0.rawValue] == nil }
  }

  /// Whether a text is a page rather than values.
  static func isMarkup(_ text: String) -> Bool {
    Array(text.utf8.prefix(200))[...].contains(phrase: "<html") || text.hasPrefix("<")
  }

  private static func value(_ field: [UInt8], of name: String) throws(Refusal) -> Double? {
    let text = field[...]
    if text.isEmpty { return nil }
    // The grammar is the board's; the value is the nearest to all the digits.
    guard text.decimalNumber != nil, text.first != UInt8(ascii: "+"),
      let value = Double(text.text), value.isFinite
    else {
      throw .invalid("data", "\(name): '\(Refusal.shortened(text.text))' is no number")
    }
    return value
  }
}

extension PostedRow {
  /// Reads a board's text of 13 fields.
  ///
  /// - Throws: An error for anything else.
  package init(text: String) throws {
    self.init(values: try PostedText(text).values, text: text)
  }
}
