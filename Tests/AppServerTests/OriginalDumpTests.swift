import GNSSBasics
import Testing

@testable import AppServer

@Suite("the original's dump")
struct OriginalDumpTests {
  private static let hash = "$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXQ"
  private static let users =
    #"COPY public.users (email, password, "firstName", "lastName", "#
    + #"gender, "birthDay") FROM stdin;"#
  private static let fields =
    "temperature, humidity, pressure, altitude, tvocs, eco2, pm05, pm1, pm25, pm4, pm10, "
    + "latitude, longitude"
  private static let data = #"COPY public.data (id, "timestamp", email, \#(fields)) FROM stdin;"#

  /// A dump as pg_dump writes it: comments, settings, a foreign table, users, and rows out of order.
  private static let dump = [
    "--", "-- PostgreSQL database dump", "--", "", "SET client_encoding = 'UTF8';",
    "CREATE TABLE public.users (email text, password text);",
    "INSERT INTO public.notes VALUES ('from stdin;');",
    "COPY public.notes FROM stdin;",
    "COPY public.users (id, name) TO stdout;", "COPY public.data (id, name) FROM 'data';",
    "COPY public.tokens (email, token) FROM stdin;", "x\ty\tz", #"\N"#, #"\."#, "",
    users,
    "mario@example.org\t\(hash)\tMario\tde\\tRossi\\n\\r\\\\\\b\tmale\t1990-07-21",
    "Luigi@example.org\t\(hash)\t\\N\t\t\\N\t1991-08-22 00:00:00+00",
    "peach@example.org\t\(hash)\tPeach\tN\tfemale\tsometime",
    #"\."#, "", "", data,
    "10\t2020-06-01 10:00:00.5+02\tluigi@example.org\t21.5\t50\t101300\t122\t1\t2\t3\t4\t5\t6\t7"
      + "\t45.5\t9.25",
    "9\t2020-06-01 10:00:00+05:30\t\\N" + String(repeating: #"\#t\N"#, count: 13),
    "2\t2020-06-01 10:00:00-03\tbowser@example.org\t-1.25\t\\N"
      + String(repeating: "\t0", count: 11),
    #"\."#, "", "SELECT pg_catalog.setval('public.data_id_seq', 10, true);", "",
  ].joined(separator: "\n")

  private static func read(_ text: String) throws(DumpError) -> OriginalDump {
    try OriginalDump(Array(text.utf8))
  }

  private static func time(_ text: String) throws -> UnixTime {
    try #require(AirRow.instant(text))
  }

  private static func rows() throws -> [OriginalDump.Row] {
    [
      OriginalDump.Row(
        posted: PostedRow(
          values: [-1.25, nil] + [Double?](repeating: 0, count: 11),
          text: "-1.25;;0;0;0;0;0;0;0;0;0;0;0"),
        time: try time("2020-06-01T13:00:00Z"), email: "bowser@example.org"),
      OriginalDump.Row(
        posted: PostedRow(values: Array(repeating: nil, count: 13), text: ";;;;;;;;;;;;"),
        time: try time("2020-06-01T04:30:00Z"), email: nil),
      OriginalDump.Row(
        posted: PostedRow(
          values: [21.5, 50, 101_300, 122, 1, 2, 3, 4, 5, 6, 7, 45.5, 9.25],
          text: "21.5;50;101300;122;1;2;3;4;5;6;7;45.5;9.25"),
        time: try time("2020-06-01T08:00:00.500Z"), email: "luigi@example.org"),
    ]
  }

  @Test(
    "accounts and rows are read, the rows by their number, whatever ends the lines",
    arguments: ["\n", "\r\n"])
  func reads(lineEnd: String) throws {
    let dump = try Self.read(Self.dump.replacing("\n", with: lineEnd))
    #expect(
      dump.accounts == [
        OriginalDump.User(
          profile: Profile(
            email: "mario@example.org", firstName: "Mario", lastName: "de\tRossi\n\r\\b",
            gender: "male", birthDay: CivilDate(year: 1990, month: 7, day: 21)),
          passwordHash: Self.hash),
        OriginalDump.User(
          profile: Profile(
            email: "Luigi@example.org", lastName: "",
            birthDay: CivilDate(year: 1991, month: 8, day: 22)),
          passwordHash: Self.hash),
        OriginalDump.User(
          profile: Profile(
            email: "peach@example.org", firstName: "Peach", lastName: "N", gender: "female"),
          passwordHash: Self.hash),
      ])
    #expect(try dump.rows == Self.rows())
  }

  @Test(
    "a table is known by its name, with or without a schema, quoted or not, in any order of columns",
    arguments: ["users", "public.users", #""public"."users""#, #""users""#])
  func tableNames(name: String) throws {
    let dump = try Self.read(
      "copy \(name) (password,email) from stdin;  \n\(Self.hash)\ta@b.c\n\\.\n")
    #expect(dump.accounts.map(\.profile) == [Profile(email: "a@b.c")])
    #expect(dump.rows.isEmpty)
  }

  @Test("rows without a number of their own stay in the order of the dump")
  func noNumbers() throws {
    let lines = (0..<12).map { "2020-06-01 10:00:\(10 + $0)+00\t\($0)" }
    let dump = try Self.read(
      "COPY data (\"timestamp\", temperature) FROM stdin;\n\(lines.joined(separator: "\n"))\n\\.")
    #expect(dump.rows.map { $0.posted.values[0] } == (0..<12).map(Double.init))
    #expect(dump.rows.first?.posted.text == "0;;;;;;;;;;;;")
    #expect(dump.accounts.isEmpty)
  }

  @Test(
    "what a dump must not have is told with its line",
    arguments: [
      ("\(users)\na@b.c\t\(hash)", "line 2: 2 values for 6 columns"),
      (
        "COPY users (email, password) FROM stdin;\na@b.c\t\\N",
        "line 2: a user without an e-mail address or a password"
      ),
      (
        "COPY users (email, password) FROM stdin;\n\\N\t\(hash)",
        "line 2: a user without an e-mail address or a password"
      ),
      (
        "--\nCOPY users (email, password) FROM stdin;\na@b.c\t$2b$10$abc",
        "line 3: the password is no Argon2 hash, which the original has"
      ),
      (
        "COPY data (id, \"timestamp\") FROM stdin;\n1\t2020-06-01 10:00:00+00\n2\t2020-06-01",
        "line 3: a row without a timestamp such as 2020-06-01 10:00:00+00"
      ),
      (
        "COPY data (id, \"timestamp\") FROM stdin;\n1\t\\N",
        "line 2: a row without a timestamp such as 2020-06-01 10:00:00+00"
      ),
      (
        "COPY data (\"timestamp\", humidity) FROM stdin;\n2020-06-01 10:00:00+00\twarm\u{7}",
        #"line 2: humidity: 'warm\u0007' is no number"#
      ),
      (
        "COPY data (\"timestamp\", pm10) FROM stdin;\n2020-06-01 10:00:00+00\tNaN",
        "line 2: pm10: 'NaN' is no number"
      ),
      (users, "the dump ends within a table; make it again"),
      (
        "COPY public.tokens (email) FROM stdin;\nx\n",
        "the dump ends within a table; make it again"
      ),
      (
        "COPY public.tokens (email) FROM stdin;\nx\n\\.\n",
        "there is no COPY of users or data in it; make it with 'pg_dump --table users --table data', "
          + "as plain SQL and without --inserts"
      ),
      (
        "COPY public.users )email( FROM stdin;\n",
        "there is no COPY of users or data in it; make it with 'pg_dump --table users --table data', "
          + "as plain SQL and without --inserts"
      ),
    ])
  func refuses(text: String, words: String) {
    let error = #expect(throws: DumpError.self) { try Self.read(text) }
    #expect(error?.description == words)
  }

  @Test("what is not there yet is added, each row to who posted it, at the time of the row")
  func adding() async throws {
    let store = MemoryStore()
    let now = UnixTime(seconds: 1_795_000_000)
    let there = try await store.addAccount(
      Profile(email: "MARIO@example.org"), passwordHash: "x", at: UnixTime(seconds: 1))
    #expect(there?.id == 1)
    var told: [Int] = []
    let added = try await Self.read(Self.dump).add(to: store, at: now) { count in
      told.append(count)
      return true
    }
    #expect(added == (2, 3))
    #expect(told == [0, 1, 2])
    let accounts = try await store.accounts(after: 0, limit: 10)
    #expect(
      accounts.map(\.profile.email) == [
        "MARIO@example.org", "Luigi@example.org", "peach@example.org",
      ])
    #expect(accounts.map(\.passwordHash) == ["x", Self.hash, Self.hash])
    #expect(accounts.dropFirst().allSatisfy { $0.createdAt == now })
    let rows = try await store.rows(offset: 0, limit: 10)
    let expected = try Self.rows()
    #expect(rows.map(\.values) == expected.map(\.posted.values))
    #expect(rows.map(\.time) == expected.map(\.time))
    #expect(rows.map(\.email) == [nil, nil, "Luigi@example.org"])
  }

  @Test("who has seen enough ends it between two rows")
  func ending() async throws {
    let store = MemoryStore()
    let added = try await Self.read(Self.dump).add(to: store, at: UnixTime(seconds: 0)) { $0 < 2 }
    #expect(added == (3, 2))
    #expect(try await store.rows(offset: 0, limit: 10).count == 2)
  }
}
