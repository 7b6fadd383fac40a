@testable import BoardHost
import Testing

/// A body that is not as it should be, and what is said of it.
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

  /// The good text with one field changed.
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
