import AppServer
import GNSSBasics
import Testing

extension UnixTime {
  /// A second of the tests' day.
  static func second(_ second: Int64) -> UnixTime { UnixTime(seconds: 1_780_000_000 + second) }
}

extension Profile {
  static let ada = Profile(
    email: "Ada@Example.org", firstName: "Ada", lastName: "Lovelace", gender: "female",
    birthDay: CivilDate(year: 1815, month: 12, day: 10))

  /// One that tells nothing but an address of its own.
  static func numbered(_ number: Int) -> Profile { Profile(email: "user\(number)@example.org") }
}

extension PostedRow {
  /// A row whose text and whose every value are its own.
  static func numbered(_ number: Int) -> PostedRow {
    let values = (0..<13).map { Double(number) + Double($0) / 16 }
    return PostedRow(values: values, text: values.map { "\($0)" }.joined(separator: ";"))
  }
}

extension Store {
  /// Adds an account that must not be there yet.
  func add(_ profile: Profile) async throws -> Account {
    try #require(try await addAccount(profile, passwordHash: "$argon2id$x", at: .second(0)))
  }

  /// Appends rows, one a second.
  func append(_ numbers: ClosedRange<Int>, owner: Account? = nil) async throws {
    for number in numbers {
      _ = try await append(.numbered(number), owner: owner, at: .second(Int64(number)))
    }
  }

  /// All rows of a period, by pages of so many.
  func allRows(in period: ClosedRange<UnixTime>, pagesOf size: Int) async throws -> [AirRow] {
    var all: [AirRow] = []
    while true {
      let page = try await rows(in: period, after: all.last.map { RowCursor($0) }, limit: size)
      if page.isEmpty { return all }
      all += page
    }
  }
}

/// Always: from the first instant to the last.
let allTime = UnixTime(nanoseconds: .min)...UnixTime(nanoseconds: .max)

extension StoreError {
  /// Which of the errors it is.
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
