public import GNSSBasics

/// A row to be: what a client posted, read.
public struct PostedRow: Hashable, Sendable {
  /// The values by ``AirField``, 13 of them; `nil` where the text had none.
  public var values: [Double?]
  /// The text as it was posted, kept beside the columns.
  public var text: String

  /// Creates a row of 13 values and their text.
  public init(values: [Double?], text: String) {
    self.values = values
    self.text = text
  }
}

/// A row as the store has it; nothing changes it any more.
public struct AirRow: Hashable, Sendable {
  /// Its place in the order in which rows came, from 1, without gaps.
  public var id: Int64
  /// When the server received it, to the millisecond.
  public var time: UnixTime
  /// The address of the account that posted it; `nil` when that account is gone.
  public var email: String?
  /// The values by ``AirField``, 13 of them.
  public var values: [Double?]

  /// Creates a row.
  public init(id: Int64, time: UnixTime, email: String?, values: [Double?]) {
    self.id = id
    self.time = time
    self.email = email
    self.values = values
  }

  /// The value of a field.
  public subscript(field: AirField) -> Double? { values[field.rawValue] }
}

/// A row with what proves that it is as it was written.
public struct SealedRow: Hashable, Sendable {
  /// The row.
  public var row: AirRow
  /// The number of the account that posted it, which stays when the account is gone.
  public var owner: Int64?
  /// The text as it was posted.
  public var text: String
  /// The hash of the row and of the hash before it; 32 bytes.
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
  /// Returns the bytes whose hash is a seal: the seal before it, then number, time in milliseconds, owner,
  /// every value to its last digit and the text, each followed by a line feed; `nil` values are empty.
  ///
  /// - Parameters:
  ///   - previous: The seal of the row before; empty for the first one.
  ///   - id: The row's number.
  ///   - time: When it was received.
  ///   - owner: The account's number.
  ///   - values: Its 13 values.
  ///   - text: What was posted.
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
  /// A time as rows tell it, `2026-11-22T10:00:00.000Z`.
  public static func timestamp(_ time: UnixTime) -> String { DateText.text(time) }

  /// The instant of an RFC 3339 date and time; `nil` for what is none.
  public static func instant(_ text: String) -> UnixTime? { DateText.instant(text) }
}
