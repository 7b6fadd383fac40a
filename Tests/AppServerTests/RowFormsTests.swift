import GNSSBasics
import Testing

@testable import AppServer

@Suite("rows as text")
struct RowFormsTests {
  private static let values: [Double?] = [
    28.2, 28, nil, 122.5, -0.25, 0, 1e15, 1e21, 0.1, 1e-7, 5, 45.478509979181595, 9.23018664121628,
  ]

  private static func row(_ email: String?, values: [Double?] = values) -> AirRow {
    AirRow(
      id: 7, time: UnixTime(nanoseconds: 1_795_000_000_250_999_999), email: email, values: values)
  }

  private static func json(_ rows: [AirRow], _ precision: RowWriter.Precision = .double) -> [String]
  {
    var writer = RowWriter(precision: precision, tellsEmail: true)
    return rows.map { row in
      var bytes: [UInt8] = []
      writer.append(row, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("a row has its number, its time to the millisecond, who posted it, and every value in turn")
  func wholeRow() {
    #expect(
      Self.json([Self.row("a@b.c")]) == [
        #"{"id":7,"timestamp":"2026-11-18T11:06:40.250Z","email":"a@b.c","temperature":28.2,"#
          + #""humidity":28,"pressure":null,"altitude":122.5,"tvocs":-0.25,"eco2":0,"pm05":1000000000000000.0,"#
          + #""pm1":1e+21,"pm25":0.1,"pm4":1e-07,"pm10":5,"latitude":45.478509979181595,"#
          + #""longitude":9.23018664121628}"#
      ])
    var writer = RowWriter(precision: .double, tellsEmail: false)
    var bytes: [UInt8] = []
    writer.append(Self.row("a@b.c", values: [1]), to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"id":7,"timestamp":"2026-11-18T11:06:40.250Z","temperature":1}"#)
  }

  @Test("numbers that are whole have no point, up to where all of their digits are known")
  func numbers() {
    let values: [Double?] = [
      999_999_999_999_999, -999_999_999_999_999, 1e15, .nan, .infinity, -.infinity, 0.5,
    ]
    let names = AirRow.fields.map(\.name)
    let texts = [
      "999999999999999", "-999999999999999", "1000000000000000.0", "null", "null", "null", "0.5",
    ]
    let members = zip(names, texts).map { #","\#($0)":\#($1)"# }.joined()
    #expect(Self.json([Self.row(nil, values: values)])[0].hasSuffix(#"null\#(members)}"#))
    let single = Self.json(
      [Self.row(nil, values: [45.478509979181595, 16_777_217, 28.2])], .single)
    #expect(
      single[0].hasSuffix(#""temperature":45.47851,"humidity":16777217,"pressure":28.2}"#))
  }

  @Test("each row tells its own e-mail address, as JSON writes it")
  func emails() {
    let emails = [nil, "a@b.c", "a@b.c", #""x"@y.z"#, nil, nil, "a@b.c"]
    let told = Self.json(emails.map { Self.row($0, values: []) })
    #expect(
      told.map { $0.split(separator: #""email":"#)[1] } == [
        "null}", #""a@b.c"}"#, #""a@b.c"}"#, #""\"x\"@y.z"}"#, "null}", "null}", #""a@b.c"}"#,
      ])
  }

  // MARK: Export

  private static let sealed = [
    SealedRow(
      row: AirRow(
        id: 1, time: UnixTime(seconds: 0), email: "a@b.c",
        values: [28.2, nil] + (0..<11).map { Double($0) }),
      owner: 12, text: "28.2;;0", seal: [0x00, 0xAB, 0x1F]),
    SealedRow(
      row: AirRow(id: 2, time: UnixTime(seconds: 1), email: nil, values: [nil, -0.5]),
      owner: nil, text: "a,\"b\"\r\nc", seal: []),
  ]

  @Test("a CSV file has a line of names and a line for each row, quoted where it must be")
  func csv() {
    let file = RowExport.csvHeader + Self.sealed.flatMap(RowExport.csv)
    #expect(
      String(decoding: file, as: UTF8.self)
        == "id,timestamp,email,temperature,humidity,pressure,altitude,tvocs,eco2,pm05,pm1,pm25,pm4,"
        + "pm10,latitude,longitude,owner,seal,text\r\n"
        + "1,1970-01-01T00:00:00.000Z,a@b.c,28.2,,0.0,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,12,"
        + "00ab1f,28.2;;0\r\n2,1970-01-01T00:00:01.000Z,,,-0.5,,,\"a,\"\"b\"\"\r\nc\"\r\n")
    for text in ["a,b", "a\rb", "a\nb"] {
      var row = Self.sealed[0]
      row.text = text
      #expect(String(decoding: RowExport.csv(row), as: UTF8.self).hasSuffix(",\"\(text)\"\r\n"))
    }
  }

  @Test("a line of JSON has every member, those that are missing as null")
  func jsonLine() {
    var row = Self.sealed[0]
    #expect(
      String(decoding: RowExport.jsonLine(row), as: UTF8.self)
        == #"{"id":1,"timestamp":"1970-01-01T00:00:00.000Z","email":"a@b.c","temperature":28.2,"#
        + #""humidity":null,"pressure":0.0,"altitude":1.0,"tvocs":2.0,"eco2":3.0,"pm05":4.0,"#
        + #""pm1":5.0,"pm25":6.0,"pm4":7.0,"pm10":8.0,"latitude":9.0,"longitude":10.0,"owner":12,"#
        + "\"seal\":\"00ab1f\",\"text\":\"28.2;;0\"}\n")
    (row.row.email, row.owner) = (nil, nil)
    let text = String(decoding: RowExport.jsonLine(row), as: UTF8.self)
    #expect(text.contains(#""email":null,"#) && text.contains(#""owner":null,"#))
  }

  @Test("what is sealed is the seal before it and every value, a line each")
  func sealedBytes() {
    let bytes = SealedRow.sealedBytes(
      after: Array("seal".utf8), id: 7, time: UnixTime(nanoseconds: 1_500_999_999), owner: 3,
      values: [0.1, nil, 45], text: "0.1;;45")
    #expect(String(decoding: bytes, as: UTF8.self) == "seal7\n1500\n3\n0.1\n\n45.0\n0.1;;45\n")
    let first = SealedRow.sealedBytes(
      after: [], id: 1, time: UnixTime(seconds: 2), owner: nil, values: [], text: "")
    #expect(String(decoding: first, as: UTF8.self) == "1\n2000\n\n\n")
  }

  @Test("a row, and what it is made from, keep what they are given")
  func parts() {
    let row = Self.row("a@b.c")
    #expect(
      (row.id, row.email, row[.temperature], row[.longitude]) == (
        7, "a@b.c", 28.2, 9.23018664121628
      ))
    #expect(RowCursor(row).id == 7 && RowCursor(row).time == row.time)
    let birthDay = CivilDate(year: 1990, month: 7, day: 21)
    let profile = Profile(
      email: "A@b.c", firstName: "Mario", lastName: "Rossi", gender: "male", birthDay: birthDay)
    #expect((profile.email, profile.key, profile.gender) == ("A@b.c", "a@b.c", "male"))
    #expect((profile.firstName, profile.lastName) == ("Mario", "Rossi"))
    #expect(profile.birthDay == birthDay && birthDay != nil)
    let account = Account(
      id: 7, profile: profile, passwordHash: "hash", generation: 3, keptToken: "kept",
      createdAt: UnixTime(seconds: 5))
    #expect((account.id, account.profile, account.passwordHash) == (7, profile, "hash"))
    #expect((account.generation, account.keptToken) == (3, "kept"))
    #expect(account.createdAt == UnixTime(seconds: 5))
    let change = PasswordChange(hash: "new", keptToken: "kept")
    #expect(change.hash == "new" && change.keptToken == "kept")
    let sealed = Self.sealed[0]
    #expect(sealed.row.id == 1 && sealed.owner == 12 && sealed.text == "28.2;;0")
    #expect(sealed.seal == [0x00, 0xAB, 0x1F])
  }

  @Test("a board's text is a row, or an error that names the field")
  func postedRow() throws {
    let row = try PostedRow(text: boardText)
    #expect(row.text == boardText)
    #expect(
      row.values == [
        28.2, 28, 102_700, 122, 107, 31, 2, 2, 5, 8, 10, 45.478509979181595, 9.23018664121628,
      ])
    #expect(throws: (any Error).self) { try PostedRow(text: "1;2") }
  }
}
