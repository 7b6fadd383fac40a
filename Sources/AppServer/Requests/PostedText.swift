internal import AirStatistics
internal import Bytes

/// A board's text as a client posted it: fields joined by `;`.
struct PostedText {
  /// The values of ``AirRow/fields``; `nil` for empty or missing fields.
  private(set) var values: [Double?]
  /// The number of fields in the text.
  let count: Int
  /// The phone's position, which an app appends after the board's own position.
  private(set) var phone: SurfacePoint?

  /// Reads 13 fields; 11 without a position; or 15, with the phone's position after the board's.
  ///
  /// - Throws: ``Refusal`` with the name of the invalid field.
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
    for (field, quantity) in zip(fields, AirRow.fields) {
      values.append(try Self.value(Array(field), of: quantity.name))
    }
    self.values = values + Array(repeating: nil, count: 13 - values.count)
    if count == 15, let latitude = try Self.value(Array(fields[13]), of: "latitude of the phone"),
      let longitude = try Self.value(Array(fields[14]), of: "longitude of the phone")
    {
      phone = SurfacePoint(latitude: latitude, longitude: longitude)
    }
  }

  /// Reads a text as the original did: the first 13 fields; missing fields become `nil`.
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

  /// The fields that are present without a value.
  var emptyFields: [Quantity] {
    zip(AirRow.fields, values).prefix(count).filter { $0.1 == nil }.map(\.0)
  }

  /// The value of a field; `nil` for an empty or missing field.
  subscript(field: Quantity) -> Double? { AirRow.value(of: field, in: values) }

  /// Returns whether a text is an HTML page rather than values.
  static func isMarkup(_ text: String) -> Bool {
    Array(text.utf8.prefix(200))[...].contains(phrase: "<html") || text.hasPrefix("<")
  }

  private static func value(_ field: [UInt8], of name: String) throws(Refusal) -> Double? {
    let text = field[...]
    if text.isEmpty { return nil }
    // A number follows the board's grammar; its value is the `Double` nearest to all of its digits.
    guard text.decimalNumber != nil, text.first != UInt8(ascii: "+"),
      let value = Double(text.text), value.isFinite
    else {
      throw .invalid("data", "\(name): '\(Refusal.shortened(text.text))' is no number")
    }
    return value
  }
}

extension PostedRow {
  /// Reads a board's text of 11, 13 or 15 fields.
  ///
  /// - Throws: An error for any other text.
  package init(text: String) throws {
    self.init(values: try PostedText(text).values, text: text)
  }
}
