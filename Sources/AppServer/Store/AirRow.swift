public import GNSSBasics

/// A row to be stored, read from a client's request.
public struct PostedRow: Hashable, Sendable {
  /// The values of ``AirRow/fields``; `nil` for fields without a value.
  public var values: [Double?]
  /// The text as posted, which is stored beside the values.
  public var text: String

  /// Creates a row of 13 values and their text.
  public init(values: [Double?], text: String) {
    self.values = values
    self.text = text
  }
}

/// A row in the store; a stored row never changes.
public struct AirRow: Hashable, Sendable {
  /// The row's number in the order of arrival, from 1, without gaps.
  public var id: Int64
  /// The time at which the server received the row, to the millisecond.
  public var time: UnixTime
  /// The e-mail address of the account that posted the row; `nil` after the account is deleted.
  public var email: String?
  /// The values of ``fields``; `nil` for fields without a value.
  public var values: [Double?]

  /// Creates a row as it is stored.
  public init(id: Int64, time: UnixTime, email: String?, values: [Double?]) {
    self.id = id
    self.time = time
    self.email = email
    self.values = values
  }

  /// The 13 quantities of a row, in the order of their values.
  public static let fields = Quantity.moqaFields

  /// Returns the value of a field; `nil` also for a quantity that rows do not have.
  public subscript(field: Quantity) -> Double? { Self.value(of: field, in: values) }

  /// Returns the value of a field among the values of ``fields``; `nil` also for other quantities.
  static func value(of field: Quantity, in values: [Double?]) -> Double? {
    fields.firstIndex(of: field).flatMap { values[$0] }
  }
}

/// A row with its seal, which shows any later change of the row.
public struct SealedRow: Hashable, Sendable {
  /// The row that the seal covers.
  public var row: AirRow
  /// The number of the account that posted the row, which is kept after the account is deleted.
  public var owner: Int64?
  /// The text as posted.
  public var text: String
  /// The seal: the hash of the previous seal and the row; 32 bytes.
  public var seal: [UInt8]

  /// Creates a sealed row.
  public init(row: AirRow, owner: Int64?, text: String, seal: [UInt8]) {
    self.row = row
    self.owner = owner
    self.text = text
    self.seal = seal
  }
}

extension SealedRow {
  /// Returns the bytes whose hash is the seal of a row.
  ///
  /// The bytes are the previous seal, followed by lines with the number, the time in milliseconds, the
  /// owner, each value with all digits, and the text. Each line ends with a line feed; a `nil` value is an
  /// empty line.
  ///
  /// - Parameters:
  ///   - previous: The seal of the previous row; empty for the first row.
  ///   - id: The row's number.
  ///   - time: The time at which the row was received.
  ///   - owner: The account's number.
  ///   - values: The row's 13 values.
  ///   - text: The text as posted.
  /// - Returns: The bytes to hash.
  public static func sealedBytes(
    after previous: [UInt8], id: Int64, time: UnixTime, owner: Int64?, values: [Double?],
    text: String
  ) -> [UInt8] {
    var bytes = previous
    bytes.reserveCapacity(previous.count + 20 * (values.count + 3) + text.utf8.count)
    func line(_ text: String?) {
      if let text { bytes.append(contentsOf: text.utf8) }
      bytes.append(UInt8(ascii: "\n"))
    }
    line(id.description)
    line((time.nanoseconds / 1_000_000).description)
    line(owner?.description)
    for value in values { line(value?.description) }
    line(text)
    return bytes
  }
}

extension AirRow {
  /// Returns a time in the format of rows, `2026-11-22T10:00:00.000Z`.
  public static func timestamp(_ time: UnixTime) -> String { DateText.text(time) }

  /// Returns the instant of an RFC 3339 date and time; `nil` for any other text.
  public static func instant(_ text: String) -> UnixTime? { DateText.instant(text) }
}
