internal import Bytes
public import GNSSBasics

/// The accounts and rows of the original's database, read from a dump by `pg_dump`.
public struct OriginalDump: Sendable {
  /// An account and the hash of its password.
  public struct User: Hashable, Sendable {
    /// The user's profile.
    public var profile: Profile
    /// The password's hash, `$argon2i$…`.
    public var passwordHash: String
  }

  /// A row with its time of measurement and its owner.
  public struct Row: Hashable, Sendable {
    /// The row's values and text.
    public var posted: PostedRow
    /// The time of the measurement.
    public var time: UnixTime
    /// The e-mail address of the row's owner; `nil` without an owner.
    public var email: String?
  }

  /// The accounts, in the order of the dump.
  public private(set) var accounts: [User] = []
  /// The rows, in the order of their numbers in the dump.
  public private(set) var rows: [Row] = []

  /// Reads the `COPY … FROM stdin` blocks of `users` and `data` in a dump; other content is skipped.
  ///
  /// - Parameter bytes: The dump as plain SQL, UTF-8.
  /// - Throws: ``DumpError`` with the line.
  public init(_ bytes: [UInt8]) throws(DumpError) {
    var copy: Copy?
    var numbered: [(id: Int64, row: Row)] = []
    for (index, line) in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
      .enumerated()
    {
      let line = line.last == .carriageReturn ? line.dropLast() : line
      guard let open = copy else {
        copy = Copy(line)
        continue
      }
      if line.elementsEqual("\\.".utf8) {
        copy = nil
        continue
      }
      let values = try open.values(in: line, at: index + 1)
      switch open.table {
      case .users: accounts.append(try User(values, at: index + 1))
      case .data:
        let id = values["id"].flatMap { Int64($0) } ?? Int64(numbered.count)
        numbered.append((id, try Row(values, at: index + 1)))
      case .other: break
      }
    }
    guard copy == nil else { throw .cut }
    guard !accounts.isEmpty || !numbered.isEmpty else { throw .nothing }
    rows = numbered.sorted { $0.id < $1.id }.map(\.row)
  }

  /// Adds the dump's accounts and rows to a store.
  ///
  /// An account whose address is already registered is skipped. All rows are appended after those of the
  /// store.
  ///
  /// - Parameters:
  ///   - store: The store to add to.
  ///   - now: The time of registration of the added accounts.
  ///   - progress: A function that receives the number of rows added; `false` from it ends the import.
  /// - Returns: The numbers of accounts and rows added.
  /// - Throws: ``StoreError``.
  public func add(
    to store: any Store, at now: UnixTime, progress: (Int) -> Bool = { _ in true }
  ) async throws(StoreError) -> (accounts: Int, rows: Int) {
    var added = (accounts: 0, rows: 0)
    for user in accounts {
      let account = try await store.addAccount(
        user.profile, passwordHash: user.passwordHash, at: now)
      if account != nil { added.accounts += 1 }
    }
    var owners: [String: Account] = [:]
    for row in rows {
      guard progress(added.rows) else { break }
      var owner: Account?
      if let email = row.email {
        let key = Profile.key(of: email)
        if owners[key] == nil { owners[key] = try await store.account(of: key) }
        owner = owners[key]
      }
      _ = try await store.append(row.posted, owner: owner, at: row.time)
      added.rows += 1
    }
    return added
  }
}

/// A dump that cannot be read.
public enum DumpError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The dump ends within a table.
  case cut
  /// The dump contains neither users nor data.
  case nothing
  /// A line is invalid; its number and the fault.
  case line(Int, String)

  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .cut: "the dump ends within a table; make it again"
    case .nothing:
      "there is no COPY of users or data in it; make it with 'pg_dump --table users --table data', "
        + "as plain SQL and without --inserts"
    case .line(let number, let text): "line \(number): \(text)"
    }
  }
}

/// A table's block of rows in a dump.
private struct Copy {
  enum Table {
    case users, data, other
  }

  let table: Table
  private let columns: [String]

  /// Reads the head of a block, `COPY public.users (email, "firstName") FROM stdin;`; `nil` for other
  /// lines.
  init?(_ line: ArraySlice<UInt8>) {
    guard line.begins(with: "copy "), line.trimmed.suffix(11).begins(with: "from stdin;") else {
      return nil
    }
    let text = line.text
    guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return nil }
    let name = text[text.startIndex..<open].split(separator: " ").last ?? ""
    switch name.split(separator: ".").last?.filter({ $0 != "\"" }) ?? "" {
    case "users": table = .users
    case "data": table = .data
    default: table = .other
    }
    columns = text[text.index(after: open)..<close].split(separator: ",").map { column in
      String(column.filter { $0 != " " && $0 != "\"" })
    }
  }

  /// Returns the values of a line by column name; NULL values are left out.
  func values(
    in line: ArraySlice<UInt8>, at number: Int
  ) throws(DumpError) -> [String: String] {
    guard table != .other else { return [:] }
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == columns.count else {
      throw .line(number, "\(fields.count) values for \(columns.count) columns")
    }
    var values: [String: String] = [:]
    for (column, field) in zip(columns, fields) where !field.elementsEqual("\\N".utf8) {
      values[column] = Self.unescaped(field)
    }
    return values
  }

  /// Returns a field with COPY's escapes resolved (PostgreSQL 15, COPY, text format).
  private static func unescaped(_ field: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in field {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(.lineFeed)
        case UInt8(ascii: "r"): bytes.append(.carriageReturn)
        case UInt8(ascii: "t"): bytes.append(0x09)
        default: bytes.append(byte)
        }
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return bytes[...].text
  }
}

extension OriginalDump.User {
  fileprivate init(_ values: [String: String], at line: Int) throws(DumpError) {
    guard let email = values["email"], let hash = values["password"] else {
      throw .line(line, "a user without an e-mail address or a password")
    }
    guard hash.hasPrefix("$argon2") else {
      throw .line(line, "the password is no Argon2 hash, which the original has")
    }
    let birthDay = values["birthDay"].flatMap { DateText.day(String($0.prefix(10))) }
    self.init(
      profile: Profile(
        email: email, firstName: values["firstName"], lastName: values["lastName"],
        gender: values["gender"], birthDay: birthDay),
      passwordHash: hash)
  }
}

extension OriginalDump.Row {
  fileprivate init(_ values: [String: String], at line: Int) throws(DumpError) {
    guard let text = values["timestamp"], let time = Self.time(text) else {
      throw .line(line, "a row without a timestamp such as 2020-06-01 10:00:00+00")
    }
    let texts = AirRow.fields.map { values[$0.name] ?? "" }
    var numbers: [Double?] = []
    for (field, text) in zip(AirRow.fields, texts) {
      let number = Double(text)
      guard text.isEmpty || number?.isFinite == true else {
        throw .line(line, "\(field.name): '\(Refusal.shortened(text))' is no number")
      }
      numbers.append(number)
    }
    self.init(
      posted: PostedRow(values: numbers, text: texts.joined(separator: ";")), time: time,
      email: values["email"])
  }

  /// Reads `2020-06-01 10:00:00.5+00`, as PostgreSQL writes an instant.
  private static func time(_ text: String) -> UnixTime? {
    guard let space = text.firstIndex(of: " ") else { return nil }
    let clock = text[text.index(after: space)...]
    // The offset has minutes only when they are not zero.
    let sign = clock.lastIndex { $0 == "+" || $0 == "-" }
    let offset = sign.map { clock[$0...] } ?? "+00"
    let full = offset.contains(":") ? String(offset) : offset + ":00"
    return DateText.instant("\(text[..<space])T\(clock[..<(sign ?? clock.endIndex)])\(full)")
  }
}
