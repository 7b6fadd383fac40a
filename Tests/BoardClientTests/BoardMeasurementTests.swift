import BoardFirmware
import Testing

@testable import BoardClient

@Suite("A board's answer, read")
struct BoardMeasurementTests {
  static let line =
    "22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.30;45.478129100;9.227790700"

  static func parse(
    _ text: String, as dialect: BoardDialect? = nil, valueAge: String? = nil
  ) throws(BoardTextError) -> BoardMeasurement {
    try BoardMeasurement(parsing: Array(text.utf8).span, as: dialect, valueAge: valueAge)
  }

  static func error(
    _ text: String, as dialect: BoardDialect? = nil
  ) -> BoardTextError? {
    #expect(throws: BoardTextError.self) { try parse(text, as: dialect) }
  }

  // MARK: Lines

  @Test("thirteen fields, each in its place", arguments: [nil, BoardDialect.moqa])
  func moqa(dialect: BoardDialect?) throws {
    let read = try Self.parse(Self.line, as: dialect)
    #expect(read.dialect == .moqa)
    #expect(read.temperatureCelsius == 22.5 && read.humidityPercent == 45.3)
    #expect(read.pressurePascals == 100_653.25 && read.altitudeMetres == 56.07)
    #expect(read.tvocPartsPerBillion == 12 && read.eco2PartsPerMillion == 412)
    #expect([read.pm05, read.pm1, read.pm25, read.pm4, read.pm10] == [1.7, 4, 5.1, 5.2, 5.3])
    #expect(read.latitude == 45.4781291 && read.longitude == 9.2277907)
  }

  @Test("eleven fields have no position", arguments: [nil, BoardDialect.airQuality])
  func airQuality(dialect: BoardDialect?) throws {
    let line = Self.line.split(separator: ";").prefix(11).joined(separator: ";")
    let read = try Self.parse(line, as: dialect)
    #expect(read.dialect == .airQuality && read.fields.count == 11)
    #expect(read.pm10 == 5.3 && read.latitude == nil && read.longitude == nil)
  }

  @Test("an empty field is no value")
  func empty() throws {
    let read = try Self.parse("-3.25;;;;;;;;;;;;")
    #expect(read.temperatureCelsius == -3.25)
    #expect(read.fields.dropFirst().allSatisfy { $0.value == nil })
  }

  @Test(
    "what the apps put up with is read",
    arguments: ["\u{FEFF}\(line)", "\(line)\r\n", line.replacing(";", with: " ; "), " \(line)"])
  func putsUp(text: String) throws {
    #expect(try Self.parse(text) == Self.parse(Self.line))
  }

  @Test("fields have names, units and, where the board calls them old, ages")
  func fields() throws {
    let read = try Self.parse(Self.line, valueAge: "pm25=12.5, pm10=3,odd,humidity=-1,latitude=nan")
    let pm25 = try #require(read.fields.first { $0.name == "pm25" })
    #expect(pm25 == .init(name: "pm25", unit: "µg/m³", value: 5.1, age: .seconds(12.5)))
    #expect(read.ages == ["pm25": .seconds(12.5), "pm10": .seconds(3)])
    #expect(read.fields.map(\.value) == Self.line.split(separator: ";").map { Double($0) })
  }

  // MARK: Bodies that are not a board's answer

  @Test(
    "each is told with what would be right",
    arguments: [
      ("", nil, BoardTextError.empty), (" \r\n", .moqa, .empty),
      ("1;2;3", nil, .fieldCount(found: 3, expected: nil)),
      ("{\"temperature\": 3}", nil, .fieldCount(found: 1, expected: nil)),
      (line + ";", .moqa, .fieldCount(found: 14, expected: 13)),
      (line, .airQuality, .fieldCount(found: 13, expected: 11)),
      (line.replacing("45.30", with: "45,30"), nil, .notANumber(field: "humidity", text: "45,30")),
      (line.replacing("22.50", with: "nan"), nil, .notANumber(field: "temperature", text: "nan")),
      (line.replacing("412", with: "1e999"), nil, .notANumber(field: "eco2", text: "1e999")),
      (line.replacing(";5.30;", with: ";0x10;"), nil, .notANumber(field: "pm10", text: "0x10")),
      (line.replacing("12;", with: "12 ppb;"), nil, .notANumber(field: "tvocs", text: "12 ppb")),
      (
        "<html><body>Router</body></html>", nil,
        .page(beginning: "<html><body>Router</body></html>")
      ),
      (
        "<html><body>Router</body></html>", .moqa,
        .page(beginning: "<html><body>Router</body></html>")
      ),
      (line, .legacyHTML, .notThePage),
      ("<!DOCTYPE HTML>\r\n<html>\r\n", nil, .outgrownPage),
    ] as [(String, BoardDialect?, BoardTextError)])
  func refuses(text: String, dialect: BoardDialect?, reason: BoardTextError) {
    #expect(Self.error(text, as: dialect) == reason)
    #expect(reason.description.contains(";") && reason.description.count > 30)
  }

  @Test("a body without end is not read")
  func tooLong() {
    let longest = String(repeating: " ", count: BoardMeasurement.longestBody - Self.line.utf8.count)
    #expect(throws: Never.self) { try Self.parse(longest + Self.line) }
    #expect(Self.error(longest + " " + Self.line) == .tooLong(byteCount: 65_537))
  }

  @Test("no bytes trap", arguments: [UInt64(1), 2, 3])
  func hostile(seed: UInt64) {
    var state = seed
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    let page = Array(Self.page(3).utf8)
    for _ in 0..<500 {
      var body = next(2) == 0 ? Array(Self.line.utf8) : page
      for _ in 0...next(8) { body[next(body.count)] = UInt8(next(256)) }
      body.removeLast(next(body.count))
      for dialect in [nil] + BoardDialect.allCases.map(Optional.some) {
        _ = try? BoardMeasurement(parsing: body.span, as: dialect)
      }
    }
  }

  // MARK: The original firmware's page

  /// Returns the page after `count` requests; each later measurement is a degree warmer.
  static func page(_ count: Int, latitude: String = "45478129", co2: String = "412.00") -> String {
    "<!DOCTYPE HTML>\r\n<html>\r\n"
      + (1...count).map {
        "CO2: \(co2)\nHumidity: 45.23\nAltitude: 122.31\nTVOC: 12.00\nPressure: 99873.25\n"
          + "Temperature: 2\($0).41\nLatitude: \(latitude)\nLongitude: 9227790<br>\n</html>\n"
      }.joined()
  }

  @Test("of the page the last measurement counts", arguments: [nil, BoardDialect.legacyHTML])
  func legacyPage(dialect: BoardDialect?) throws {
    let read = try Self.parse(Self.page(3), as: dialect)
    #expect(read.dialect == .legacyHTML)
    #expect(read.temperatureCelsius == 23.41 && read.pressurePascals == 99_873.25)
    #expect(read.latitude == 45.478129 && read.longitude == 9.22779)
    #expect(read.pm25 == nil && read.fields.count == 8)
  }

  @Test("what stands in the page for no value is none")
  func legacyAbsence() throws {
    let none = Self.page(1).replacing("45478129", with: "999000000")
      .replacing("9227790", with: "999000000").replacing("45.23", with: "nan")
      .replacing("412.00", with: "0.00")
    let read = try Self.parse(none)
    #expect(read.latitude == nil && read.longitude == nil && read.humidityPercent == nil)
    #expect(read.eco2PartsPerMillion == nil && read.tvocPartsPerBillion == nil)
    let noFix = Self.page(1).replacing("45478129", with: "0").replacing("9227790", with: "0")
    #expect(try Self.parse(noFix).latitude == nil)
    #expect(try Self.parse(Self.page(1, latitude: "0")).latitude == 0, "the equator")
  }
}
