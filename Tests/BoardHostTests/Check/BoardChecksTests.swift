import BoardFirmware
@testable import BoardHost
import Testing

/// A faulty body, with the expected finding.
struct Mistake: Sendable, CustomTestStringConvertible {
  var body: String
  var check: String
  var verdict: CheckVerdict
  var says: [String]
  var dialect: String?
  var testDescription: String { "\(check): \(body.prefix(60))" }

  init(
    _ body: String, _ check: String, _ verdict: CheckVerdict, as dialect: String? = nil,
    says: String...
  ) {
    (self.body, self.check, self.verdict, self.says) = (body, check, verdict, says)
    self.dialect = dialect
  }

  /// Returns the correct text with one field changed.
  static func field(
    _ index: Int, _ text: String, _ check: String, _ verdict: CheckVerdict, says: String...
  ) -> Mistake {
    var fields = BoardRecord.goodBody.split(separator: ";").map(String.init)
    fields[index] = text
    var mistake = Mistake(fields.joined(separator: ";"), check, verdict)
    mistake.says = says
    return mistake
  }
}

@Suite("What a board's text tells")
struct BoardChecksTests {
  @Test("nothing is found at a board that is as it should be")
  func good() throws {
    let report = CheckReport(of: try .of())
    #expect(report.dialect == "moqa")
    #expect(report.findings.filter { $0.verdict != .ok } == [])
    #expect(report.findings.count == 23)
    #expect(report.findings.outcome == "23 ok")
  }

  @Test("eleven fields are the other app's, and as good")
  func elevenFields() throws {
    let body = BoardRecord.goodBody.split(separator: ";").prefix(11).joined(separator: ";")
    let report = CheckReport(of: try .of(body))
    #expect(report.dialect == "air-quality")
    #expect(report.findings.verdict == .ok)
    let fields = report.findings.first { $0.name == "fields" }
    #expect(fields?.apps?.contains("no point on its map") == true)
    #expect(try BoardRecord.of().finding("fields")?.apps == nil)
  }

  @Test(
    "each mistake is found, with what was seen",
    arguments: [
      Mistake("<html><body>hello</body></html>", "fields", .fail, says: "no semicolon", "web page"),
      Mistake("{\"temperature\": 22.5}", "fields", .fail, says: "JSON"),
      Mistake("22.5,45.3", "fields", .fail, says: "'22.5,45.3'"),
      Mistake("", "text", .fail, says: "empty"),
      Mistake("1;2;3;4;5;6;7;8;9;10;11;12", "fields", .fail, says: "12 fields instead of 13"),
      Mistake("1;2;3;4;5;6;7;8;9;10;11;12;13;14;15", "fields", .warn, says: "15 fields"),
      Mistake(
        "1;2;3;4;5;6;7;8;9;10;11", "fields", .fail, as: "moqa", says: "11 fields", "air-quality"),
      Mistake(BoardRecord.goodBody, "fields", .warn, as: "air-quality", says: "13 fields"),
      Mistake(
        BoardRecord.legacyPage, "fields", .fail, says: "original firmware", "temperature",
        "13 numbers"),
      Mistake(BoardRecord.goodBody + "\r\n", "text", .warn, says: "line end", "print"),
      Mistake(BoardRecord.goodBody + "\r\n", "numbers", .warn, says: "longitude", "line end"),
      Mistake("\u{FEFF}" + BoardRecord.goodBody, "text", .warn, says: "byte order mark"),
      Mistake(
        BoardRecord.goodBody.replacing(";12;", with: ";12\n;"), "text", .warn, says: "one line"),
      .field(0, "22.5°C", "text", .warn, says: "ASCII"),
      .field(0, "22,5", "numbers", .fail, says: "temperature", "decimal comma"),
      .field(2, "100653 Pa", "numbers", .fail, says: "pressure", "' Pa'", "NaN"),
      .field(5, "nan", "numbers", .fail, says: "eco2", "'nan'", "leave a field empty"),
      .field(5, "", "numbers", .warn, says: "nothing in eco2"),
      Mistake(
        BoardRecord.goodBody.replacing("22.50;", with: "2.25e1;").replacing("412", with: "nan"),
        "numbers", .fail, says: "eco2", "'nan'"),
      .field(4, "1.2e1", "numbers", .warn, says: "exponent"),
      .field(0, "295.65", "temperature", .fail, says: "kelvin, 22.5 °C"),
      .field(0, "72.5", "temperature", .warn, says: "Fahrenheit, 22.5 °C"),
      .field(0, "2250", "temperature", .fail, says: "hundredths of a degree, 22.5 °C"),
      .field(0, "-41", "temperature", .fail, says: "outside -40 to 50 °C"),
      .field(1, "0.453", "humidity", .warn, says: "fraction, 45.3 %RH"),
      .field(1, "0", "humidity", .warn, says: "sensor without a value"),
      .field(1, "101", "humidity", .fail, says: "outside 0 to 100"),
      .field(2, "1006.53", "pressure", .fail, says: "hectopascals, 100653.0 Pa", "divides by 100"),
      .field(2, "100.653", "pressure", .fail, says: "kilopascals, 100653.0 Pa"),
      .field(2, "29.72", "pressure", .fail, says: "inches of mercury, 100643.5 Pa"),
      .field(2, "200000", "pressure", .fail, says: "outside 30000 to 110000 Pa"),
      .field(3, "9001", "altitude", .fail, says: "outside -500 to 9000 m"),
      .field(3, "1500", "altitude", .warn, says: "1500.00 m", "make 56 m"),
      .field(4, "40000", "tvocs", .fail, says: "outside"),
      .field(5, "31", "eco2", .warn, says: "400 ppm", "exchanged"),
      .field(5, "0", "eco2", .warn, says: "not measured yet"),
      .field(8, "3.00", "particulates", .warn, says: "pm25 3.00", "order of the sizes"),
      .field(6, "90.00", "particulates", .warn, says: "pm05 90.00", "number per cm³"),
      .field(7, "-1", "particulates", .fail, says: "-1.00 µg/m³"),
      .field(10, "1001", "particulates", .warn, says: "SPS30"),
      .field(10, "10000", "particulates", .warn, says: "10000.00 µg/m³", "SPS30"),
      .field(10, "10001", "particulates", .fail, says: "10001.00 µg/m³"),
      .field(6, "0.00", "particulates", .ok, says: "0.00 ≤ 4.00"),
      .field(0, "1e300", "temperature", .fail, says: "1e+300 is outside"),
      .field(0, "222.9", "temperature", .fail, says: "222.90 is outside"),
      .field(0, "223", "temperature", .fail, says: "kelvin, -50.1 °C"),
      .field(0, "-40", "temperature", .ok, says: "-40.00 °C"),
      .field(0, "50", "temperature", .ok, says: "50.00 °C"),
      .field(0, "50.01", "temperature", .warn, says: "Fahrenheit, 10.0 °C"),
      .field(0, "1000", "temperature", .fail, says: "hundredths of a degree, 10.0 °C"),
      .field(1, "1", "humidity", .warn, says: "fraction, 100.0 %RH"),
      .field(1, "-1", "humidity", .fail, says: "outside 0 to 100"),
      .field(2, "300", "pressure", .fail, says: "hectopascals, 30000.0 Pa"),
      .field(2, "299", "pressure", .fail, says: "299.00 is outside"),
      .field(2, "35", "pressure", .fail, says: "kilopascals, 35000.0 Pa"),
      .field(2, "20", "pressure", .fail, says: "inches of mercury, 67727.8 Pa"),
      .field(2, "19.9", "pressure", .fail, says: "19.90 is outside"),
      .field(2, "30000", "pressure", .ok, says: "30000.00 Pa"),
      .field(2, "29999", "pressure", .fail, says: "29999.00 is outside"),
      .field(3, "-500", "altitude", .ok, says: "-500.00 m"),
      .field(3, "-501", "altitude", .fail, says: "-501.00 is outside"),
      .field(4, "0", "tvocs", .ok, says: "0 ppb"), .field(4, "-1", "tvocs", .fail, says: "outside"),
      .field(5, "400", "eco2", .ok, says: "400 ppm"),
      .field(5, "399", "eco2", .warn, says: "less than the 400 ppm"),
      .field(5, "1", "eco2", .warn, says: "less than the 400 ppm"),
      .field(5, "450", "eco2", .ok, says: "450 ppm"),
      .field(5, "451", "eco2", .ok, says: "bar ends at 450"),
      Mistake("1;2;3;4;5;6;7;8;9;10;11;12;13;14", "fields", .warn, says: "14 fields instead of 13"),
      Mistake(
        "1;2;3;4;5;6;7;8;9;10;11;12", "fields", .warn, as: "air-quality",
        says: "12 fields instead of 11"),
      Mistake(
        "1;2;3;4;5;6;7;8;9;10", "fields", .fail, as: "air-quality", says: "10 fields instead of 11"),
      Mistake("[1,2]", "fields", .fail, says: "JSON"),
      Mistake(" {}", "fields", .fail, says: "JSON"),
      Mistake(BoardRecord.goodBody + "\r", "text", .warn, says: "line end"),
      Mistake(BoardRecord.goodBody + "\n", "text", .warn, says: "line end"),
      Mistake(BoardRecord.goodBody.replacing(";12;", with: "; 12;"), "text", .ok, says: "one line"),
      Mistake(
        BoardRecord.goodBody.replacing(";12;", with: ";12\u{1F};"), "text", .warn,
        says: "control characters"),
      Mistake(
        BoardRecord.goodBody.replacing(";12;", with: ";12\u{7F};"), "text", .ok, says: "one line"),
      .field(11, "", "position", .fail, says: "one half"),
      .field(11, "9.2277907", "numbers", .ok, says: "13 plain"),
    ])
  func mistakes(mistake: Mistake) throws {
    let finding = try #require(
      try BoardRecord.of(mistake.body).finding(mistake.check, as: mistake.dialect))
    #expect(finding.verdict == mistake.verdict)
    for words in mistake.says { #expect(finding.sentence.contains(words)) }
  }

  @Test(
    "an altitude is compared with that of the pressure",
    arguments: [
      ("70000", "3012", CheckVerdict.ok, "3012.00 m"),
      ("70000", "9000", .warn, "make 3012 m; "),
      ("80000", "6394", .warn, "make 1949 m: feet; "),
      ("30000", "0", .warn, "make 9164 m; "), ("29999", "0", .ok, "0.00 m"),
      // 70,000 Pa correspond to 3,012.18 m, and 80,000 Pa to 1,948.99 m.
      ("70000", "3612.10", .ok, "3612.10 m"), ("70000", "3612.50", .warn, "make 3012 m; "),
      ("70000", "2412.30", .ok, "2412.30 m"), ("70000", "2411.90", .warn, "make 3012 m; "),
      ("80000", "6722.00", .warn, ": feet; "), ("80000", "6723.50", .warn, "make 1949 m; "),
    ])
  func altitudes(pressure: String, altitude: String, verdict: CheckVerdict, says: String) throws {
    var fields = BoardRecord.goodBody.split(separator: ";").map(String.init)
    fields.replaceSubrange(2...3, with: [pressure, altitude])
    let finding = try #require(
      try BoardRecord.of(fields.joined(separator: ";")).finding("altitude"))
    #expect(finding.verdict == verdict)
    #expect(finding.sentence.contains(says), "\(finding.sentence)")
  }

  @Test("a thousand micrograms of particulates are as many as the part can tell")
  func mostParticulates() throws {
    let body = Mistake.field(10, "1000", "particulates", .ok).body
    let finding = try #require(try BoardRecord.of(body).finding("particulates"))
    #expect(finding.verdict == .ok && finding.apps == nil)
    #expect(finding.found.hasSuffix(" ≤ 1000.00 µg/m³"))
  }

  @Test(
    "a place that is none is told with what it most likely is",
    arguments: [
      (";", CheckVerdict.warn, "none"), ("0;0", .fail, "Gulf of Guinea"),
      ("9.2277907;45.4781291", .warn, "exchanged"), ("120.5;45.4781291", .fail, "exchanged"),
      ("45478129;9227790", .fail, "millionths of a degree"),
      ("454781291;92277907", .fail, "ten-millionths"), ("4528.6877;913.6674", .fail, "NMEA"),
      ("999000000;999000000", .fail, "no position"), ("450;950", .fail, "decimal degrees"),
      ("475;980", .fail, "475.0000;980.0000"),
      ("45.478;9.2277907", .warn, "3 decimals, steps of 111 m"),
      ("45.47812;9.22779", .warn, "5 decimals, steps of 1.1 m"),
      ("45.478129;9.227790", .ok, "45.478129"), ("-33.8688000;151.2093000", .ok, "-33.8688"),
      ("45;9", .warn, "0 decimals, steps of 111000 m"),
      ("45.5;9.2", .warn, "1 decimals, steps of 11100 m"),
      ("45.48;9.23", .warn, "2 decimals, steps of 1110 m"),
      ("45.4781;9.2278", .warn, "4 decimals, steps of 11 m"),
      ("45.4781291;9.22", .warn, "2 decimals, steps of 1110 m"),
      ("0.0000000;9.2277907", .ok, "0.0000000"), ("45.4781291;0.0000000", .ok, "0.0000000"),
      ("-999000000;9.2277907", .fail, "no position"),
      ("1000000;1000000", .fail, "1000000: millionths"),
      ("999999;999999", .fail, "999999.0000;999999.0000"),
      ("45478129.5;9227790", .fail, "45478129.5000;9227790.0000"),
      ("10000000;181000000", .fail, "10000000: ten-millionths"),
      ("4528.6877;91366.7400", .fail, "4528.6877;91366.7400"),
      ("91366.7400;4528.6877", .fail, "91366.7400;4528.6877"),
      ("4560.5000;913.0000", .fail, "4560.5000;913.0000"),
      ("4560;913", .fail, "4560.0000;913.0000"), ("4559.9;913", .fail, "NMEA"),
      ("90.0000000;-180.0000000", .ok, "-180"), ("90.0000001;10.0000000", .fail, "exchanged"),
      ("10.0000000;180.0000001", .fail, "10.0000;180.0000"),
      ("6.0000000;35.0000000", .warn, "exchanged"), ("5.9999999;35.0000000", .ok, "5.9999999"),
      ("6.0000000;34.9999999", .ok, "34.9999999"), ("19.0000000;48.0000000", .warn, "exchanged"),
      ("19.0000001;48.0000000", .ok, "19.0000001"), ("19.0000000;48.0000001", .ok, "48.0000001"),
    ])
  func positions(text: String, verdict: CheckVerdict, says: String) throws {
    let fields = BoardRecord.goodBody.split(separator: ";").prefix(11) + [text[...]]
    let finding = try #require(
      try BoardRecord.of(fields.joined(separator: ";")).finding("position"))
    #expect(finding.verdict == verdict)
    #expect(finding.sentence.contains(says))
  }

  @Test("the original firmware's page is as it should be where somebody asks for it")
  func page() throws {
    let report = CheckReport(of: try .of(BoardRecord.legacyPage), as: "legacy-html")
    #expect(report.findings.filter { $0.verdict != .ok }.map(\.name) == ["type"])
    let named = Dictionary(report.findings.map { ($0.name, $0) }) { first, _ in first }
    #expect(named["temperature"]?.found == "23.41 °C")
    #expect(named["position"]?.found.contains("999000000") == true)
    #expect(named["particulates"] == nil)
  }

  @Test(
    "the page's position is in millionths of a degree, or none yet",
    arguments: [
      ("45478129", "9227790", "45.478129, 9.227790 in millionths"),
      ("999000000", "9227790", "999.000000, 9.227790 in millionths"),
      ("45478129", "999000000", "45.478129, 999.000000 in millionths"),
    ])
  func pagePosition(latitude: String, longitude: String, says: String) throws {
    let page = BoardRecord.legacyPage
      .replacing("Latitude: 999000000", with: "Latitude: \(latitude)")
      .replacing("Longitude: 999000000", with: "Longitude: \(longitude)")
    let finding = try BoardRecord.of(page).finding("position", as: "legacy-html")
    #expect(finding?.verdict == .ok && finding?.found.hasPrefix(says) == true)
  }

  @Test("a byte beyond ASCII is told, whichever it is", arguments: [0x7E, 0x7F, 0x80, 0xFF])
  func bytes(byte: UInt8) throws {
    let reply = BoardReply(body: Array(BoardRecord.goodBody.utf8) + [byte])
    let finding = try #require(try BoardRecord.of(reply).finding("text"))
    // Later bytes are altered by the conversion to text, which does not matter here.
    #expect((finding.verdict == .warn) == (byte >= 0x80))
  }

  @Test("a page is empty below a hundred bytes, and without its values")
  func emptyPages() {
    let page = "<html>" + String(repeating: "x", count: 93)
    #expect(BoardText.isEmptyPage(page) && !BoardText.isEmptyPage(page + "x"))
    #expect(!BoardText.isEmptyPage("<html>CO2: 1"))
    #expect(!BoardText.isEmptyPage("x"))
    #expect(BoardText.dialect(of: "<html>CO2: 1") == .legacyHTML)
    #expect(BoardText.dialect(of: "CO2: 1") == .moqa && BoardText.dialect(of: "<html>") == .moqa)
    #expect(BoardText.dialect(of: ";;;;;;;;;;") == .airQuality)
  }

  @Test("a page that lacks a line, or has become empty, is told")
  func brokenPage() throws {
    let without = BoardRecord.legacyPage.replacing("TVOC: 12.00\n", with: "")
    let finding = try BoardRecord.of(without).finding("fields", as: "legacy-html")
    #expect(finding?.verdict == .fail)
    #expect(finding?.found.contains("tvocs") == true)
    let empty = try BoardRecord.of("<!DOCTYPE HTML>\r\n<html>\r\n").finding(
      "fields", as: "legacy-html")
    #expect(empty?.verdict == .warn)
    #expect(empty?.sentence.contains("14 requests") == true)
  }

  @Test("what is quoted of a body cannot reach into a terminal")
  func escapes() throws {
    let report = CheckReport(
      of: try .of("\u{1B}]0;x\u{7}\u{9B}31m" + String(repeating: "y", count: 500)))
    #expect(!report.text.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
    #expect(report.text.utf8.count < 5000)
  }
}
