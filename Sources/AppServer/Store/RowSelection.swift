public import GNSSBasics

/// A selection of rows: a period, and the accounts that posted the rows.
public struct RowSelection: Hashable, Sendable {
  /// The first and the last instant.
  public var period: ClosedRange<UnixTime>
  /// The accounts' keys, ``Profile/key``, at most ``mostOwners``; `nil` selects all rows, also those
  /// without an account.
  public var owners: [String]?

  /// The greatest number of accounts in a selection.
  public static let mostOwners = 8

  /// Creates a selection; by default of all rows in the period.
  public init(_ period: ClosedRange<UnixTime>, owners: [String]? = nil) {
    self.period = period
    self.owners = owners
  }

  /// Returns whether the selection contains a row.
  public func contains(_ row: AirRow) -> Bool {
    guard period.contains(row.time) else { return false }
    guard let owners else { return true }
    return row.email.map { owners.contains(Profile.key(of: $0)) } ?? false
  }
}

/// A period divided into spans of equal length; the last span may be shorter.
public struct TimeSpans: Hashable, Sendable {
  /// The whole period, both ends included.
  public let period: ClosedRange<UnixTime>
  /// The length of a span, nanoseconds; whole milliseconds, as the times of rows are.
  public let length: UInt64
  /// The number of spans, at least 1.
  public let count: Int

  /// Divides a period into at most `most` spans.
  public init(_ period: ClosedRange<UnixTime>, atMost most: Int) {
    self.period = period
    let (most, step) = (max(1, most), UInt64(1_000_000))
    let width = Self.distance(from: period.lowerBound, to: period.upperBound)
    let wholeSteps = width / step + (width % step > 0 ? 1 : 0)
    let steps = wholeSteps / UInt64(most) + (wholeSteps % UInt64(most) > 0 ? 1 : 0)
    // The longest period there is has more nanoseconds than fit when rounded up.
    length = min(max(1, steps), UInt64.max / step) * step
    count = min(most, max(1, Int(width / length) + (width % length > 0 ? 1 : 0)))
  }

  /// The length of a span, seconds.
  public var seconds: Double { Double(length) / 1e9 }

  /// Returns the start of a span.
  public func start(of index: Int) -> UnixTime {
    let offset = Int64(truncatingIfNeeded: UInt64(index) &* length)
    return UnixTime(nanoseconds: period.lowerBound.nanoseconds &+ offset)
  }

  /// Returns a span as a period; both ends are included, and spans do not overlap.
  public func span(_ index: Int) -> ClosedRange<UnixTime> {
    let first = start(of: index)
    guard index + 1 < count else { return first...period.upperBound }
    return first...UnixTime(nanoseconds: start(of: index + 1).nanoseconds - 1)
  }

  /// Returns the index of the span that contains an instant; `nil` outside the period.
  public func index(of time: UnixTime) -> Int? {
    guard period.contains(time) else { return nil }
    return min(Int(Self.distance(from: period.lowerBound, to: time) / length), count - 1)
  }

  /// Returns the nanoseconds from an instant to a later one, which always fit without a sign.
  private static func distance(from first: UnixTime, to last: UnixTime) -> UInt64 {
    UInt64(bitPattern: last.nanoseconds &- first.nanoseconds)
  }
}

/// A row with one of its fields: a small part of a row, for statistics of many rows.
public struct FieldSample: Hashable, Sendable {
  /// The row's number.
  public var id: Int64
  /// The row's time.
  public var time: UnixTime
  /// The latitude, degrees; `nil` when unknown.
  public var latitude: Double?
  /// The longitude, degrees; `nil` when unknown.
  public var longitude: Double?
  /// The field's value; `nil` when unknown.
  public var value: Double?

  /// Creates a sample.
  public init(
    id: Int64, time: UnixTime, latitude: Double?, longitude: Double?, value: Double?
  ) {
    self.id = id
    self.time = time
    self.latitude = latitude
    self.longitude = longitude
    self.value = value
  }
}

/// The number of rows of an account in a period.
public struct OwnerCount: Hashable, Sendable {
  /// The account's e-mail address; `nil` for rows without an account, or of deleted accounts.
  public var email: String?
  /// The number of rows.
  public var count: Int

  /// Creates the number of an account's rows.
  public init(email: String?, count: Int) {
    self.email = email
    self.count = count
  }
}
