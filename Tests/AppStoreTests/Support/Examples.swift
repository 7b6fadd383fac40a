import AppServer
import GNSSBasics
import Testing

extension UnixTime {
  /// Returns an instant on the tests' day, by its second.
  static func second(_ second: Int64) -> UnixTime { UnixTime(seconds: 1_780_000_000 + second) }
}

extension Profile {
  static let ada = Profile(
    email: "Ada@Example.org", firstName: "Ada", lastName: "Lovelace", gender: "female",
    birthDay: CivilDate(year: 1815, month: 12, day: 10))

  /// Returns a profile with only an address, unique to the number.
  static func numbered(_ number: Int) -> Profile { Profile(email: "user\(number)@example.org") }
}

extension PostedRow {
  /// Returns a row whose text and values are unique to the number.
  static func numbered(_ number: Int) -> PostedRow {
    let values = (0..<13).map { Double(number) + Double($0) / 16 }
    return PostedRow(values: values, text: values.map { "\($0)" }.joined(separator: ";"))
  }
}

extension Store {
  /// Adds an account that must not exist yet.
  func add(_ profile: Profile) async throws -> Account {
    try #require(try await addAccount(profile, passwordHash: "$argon2id$x", at: .second(0)))
  }

  /// Appends rows, one a second.
  func append(_ numbers: ClosedRange<Int>, owner: Account? = nil) async throws {
    for number in numbers {
      _ = try await append(.numbered(number), owner: owner, at: .second(Int64(number)))
    }
  }

  /// Returns all rows of a period, read in pages of `size` rows.
  func allRows(in period: ClosedRange<UnixTime>, pagesOf size: Int) async throws -> [AirRow] {
    var all: [AirRow] = []
    while true {
      let page = try await rows(in: period, after: all.last.map { RowCursor($0) }, limit: size)
      if page.isEmpty { return all }
      all += page
    }
  }
}

/// The period from the first instant to the last.
let allTime = UnixTime(nanoseconds: .min)...UnixTime(nanoseconds: .max)

extension StoreError {
  /// The name of the error's case.
  var kind: String {
    switch self {
    case .unavailable: "unavailable"
    case .full: "full"
    case .readOnly: "readOnly"
    case .newerSchema: "newerSchema"
    case .damaged: "damaged"
    }
  }
}
