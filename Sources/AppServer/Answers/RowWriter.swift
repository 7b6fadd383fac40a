internal import Bytes
internal import TextOutput

/// Writes rows as JSON, many of them.
struct RowWriter {
  /// The precision of written values.
  enum Precision: Hashable, Sendable {
    /// All.
    case double
    /// The digits of 24 bits, in which the original's database kept values.
    case single
  }

  let precision: Precision
  /// Whether rows tell who posted them.
  let tellsEmail: Bool
  private var knownEmail: String?
  private var emailJSON: [UInt8] = Array("null".utf8)

  init(precision: Precision, tellsEmail: Bool) {
    self.precision = precision
    self.tellsEmail = tellsEmail
  }

  /// Appends a row as an object.
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

  /// The e-mail as JSON; mostly it is that of the row before.
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
  private static let keys = AirField.allCases.map { Array(",\"\($0.name)\":".utf8) }
}
