internal import Bytes
internal import TextOutput

/// A writer of rows as JSON objects, with the e-mail address of the previous row cached.
struct RowWriter {
  /// The precision of written values.
  enum Precision: Hashable, Sendable {
    /// All digits of a 64-bit floating-point value.
    case double
    /// The digits of a 32-bit value (24-bit significand), the type of the original's database columns.
    case single
  }

  let precision: Precision
  /// Whether rows include the e-mail address of the account that posted them.
  let tellsEmail: Bool
  private var knownEmail: String?
  private var emailJSON: [UInt8] = Array("null".utf8)

  init(precision: Precision, tellsEmail: Bool) {
    self.precision = precision
    self.tellsEmail = tellsEmail
  }

  /// Appends a row as a JSON object.
  mutating func append(_ row: AirRow, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.idKey)
    bytes.append(integer: row.id)
    bytes.append(contentsOf: Self.timeKey)
    DateText.append(row.time, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    if tellsEmail {
      bytes.append(contentsOf: Self.emailKey)
      bytes.append(contentsOf: email(row.email))
    }
    for (key, value) in zip(Self.keys, row.values) {
      bytes.append(contentsOf: key)
      append(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Returns the e-mail address as JSON; it is cached, as consecutive rows mostly have the same address.
  private mutating func email(_ email: String?) -> [UInt8] {
    if email != knownEmail {
      knownEmail = email
      var json = JSONWriter()
      json.value(email)
      emailJSON = json.bytes
    }
    return emailJSON
  }

  private func append(_ value: Double?, to bytes: inout [UInt8]) {
    guard let value, value.isFinite else { return bytes.append(contentsOf: "null".utf8) }
    if value.magnitude < 1e15, value == value.rounded() {
      bytes.append(integer: Int64(value))
    } else if precision == .single {
      bytes.append(contentsOf: Float(value).description.utf8)
    } else {
      bytes.append(contentsOf: value.description.utf8)
    }
  }

  private static let idKey = Array(#"{"id":"#.utf8)
  private static let timeKey = Array(#","timestamp":""#.utf8)
  private static let emailKey = Array(#","email":"#.utf8)
  private static let keys = AirRow.fields.map { Array(",\"\($0.name)\":".utf8) }
}
