import HTTPMessages
import Testing

@testable import OpenData

@Suite("SoQL")
struct SoQLTests {
  private let portal = Portal()

  @Test(
    "each clause of $where picks the rows that it says",
    arguments: [
      ("idsensore = '5909'", 1), ("idsensore IN ('5909', '2001', '1')", 2),
      ("'5909' = idsensore", 1), ("`idsensore` = '5909' AND NOT quota < 100", 1),
      ("IDSENSORE='5909' or idsensore='2001'", 2), ("quota = 1868.0", 3), ("quota > '1.8e3'", 3),
      ("quota BETWEEN 1867.5 AND +1868", 3), ("quota = -0.5", 0),
      ("nomestazione = 'Trezzo sull''Adda'", 2),
      ("datastop IS NOT NULL AND provincia = 'MI' AND idstazione <> '900031'", 4),
      ("datastop IS NULL AND nomestazione = 'Turbigo'", 0),
      ("tipologia = 'Umidità Relativa' AND nomestazione = 'Milano v.Juvara'", 1),
      ("datastart > '2100-01-01'", 0), ("(idsensore='1')OR(idsensore='5909')", 1),
      ("idsensore = NULL", 0), ("NOT idsensore = NULL", 0), ("location IS NULL", 0),
      ("idsensore = '5909' AND location IS NOT NULL", 1), ("NOT NOT idsensore = '5909'", 1),
      ("idsensore != '5909' AND nomestazione = 'Milano v.Juvara'", 3),
      ("idsensore NOT IN ('5909') AND nomestazione = 'Milano v.Juvara'", 3),
      ("quota NOT BETWEEN -10 AND 1000", 3), ("'1868' = quota", 3), ("1 = 2", 0),
      ("quota = 1.868e3", 3), ("quota = 1868e0", 3), ("quota = 1.868E+3", 3),
      ("18680e-1 = quota", 3), ("quota > .5 AND quota > 1867.9", 3), ("quota=1868.", 3),
      ("quota\t=\r\n\u{B}\u{C}1868", 3), ("quota BETWEEN 1868 AND 1868", 3),
      ("quota BETWEEN 1869 AND 1868", 0),
    ])
  func conditions(condition: String, count: Int) throws {
    #expect(try portal.rows("nf78-nj6b", where: condition).count == count)
  }

  @Test("a string that is compared with a number is one everywhere in its list")
  func mixedList() throws {
    let count = OpenDataStation.weather.reduce(0) { $0 + $1.sensors.count }
    #expect(try portal.rows("nf78-nj6b", where: "'1868' IN ('1868.0', quota)").count == count)
    #expect(try portal.rows("nf78-nj6b", where: "'1868' IN ('1868.0')").isEmpty, "text, all of it")
  }

  @Test("AND binds closer than OR, and NOT closer than AND")
  func precedence() throws {
    let columns = DataSet.airData.columns
    func read(_ text: String) throws -> SoQLCondition {
      try SoQLParser.condition(text, of: columns)
    }
    #expect(
      try read("stato='a' OR stato='b' AND NOT stato='c' AND stato='d'")
        == read("(stato='a') OR ((stato='b') AND ((NOT (stato='c'))) AND (stato='d'))"))
    #expect(
      try read("stato='a' AND stato='b' OR stato='c'")
        != read("stato='a' AND (stato='b' OR stato='c')"))
  }

  @Test(
    "what is no query is refused, and the message says where and what would be",
    arguments: [
      ("idsensore = 5909", "query.soql.type-mismatch", "idsensore is text"),
      ("quota = 'high'", "query.soql.type-mismatch", "'high' is text"),
      ("datastart > 2020", "query.soql.type-mismatch", "times '2026-06-10T11:00:00'"),
      ("datastart > '2020-01-01T00:00:00Z'", "query.soql.type-mismatch", "is text"),
      ("datastart > '2020-02-30'", "query.soql.type-mismatch", "is text"),
      ("location = 'x'", "query.soql.type-mismatch", "a point cannot be compared"),
      ("nowhere = 1", "query.soql.no-such-column", "the columns are idsensore, tipologia"),
      ("", "query.compiler.malformed", "ends where"),
      ("idsensore", "query.compiler.malformed", "ends where a comparison"),
      ("idsensore = ", "query.compiler.malformed", "a column, a number or a 'string' is expected"),
      ("idsensore = 'x", "query.compiler.malformed", "a quote is not closed"),
      ("(idsensore = 'x'", "query.compiler.malformed", "AND, OR or ) is expected"),
      ("idsensore = 'x')", "query.compiler.malformed", "at character 16: ) where"),
      ("idsensore IN ('x'", "query.compiler.malformed", ", or ) is expected"),
      ("idsensore IN ('x' 'y')", "query.compiler.malformed", "'y' where , or ) is expected"),
      ("quota = 1868e", "query.compiler.malformed", "e where AND, OR or the end"),
      ("quota = 1868e+", "query.compiler.malformed", "e where AND, OR or the end"),
      ("quota \u{E} 1", "query.compiler.malformed", "begins no word of SoQL"),
      ("quota = .", "query.compiler.malformed", "begins no word of SoQL"),
      ("idsensore IN ()", "query.compiler.malformed", ") where a column"),
      ("idsensore IN 'x'", "query.compiler.malformed", "( and a list of values"),
      ("idsensore BETWEEN 'a' OR 'b'", "query.compiler.malformed", "OR where AND is expected"),
      ("idsensore IS 'x'", "query.compiler.malformed", "NULL is expected"),
      ("idsensore NOT = 'x'", "query.compiler.malformed", "IN or BETWEEN is expected"),
      ("quota = 1e999", "query.compiler.malformed", "is not a number"),
      ("quota = 1.2.3", "query.compiler.malformed", "is not a number"),
      ("quota = - 'x'", "query.compiler.malformed", "a number is expected"),
      ("quota ; 1", "query.compiler.malformed", "begins no word of SoQL"),
      ("AND = 1", "query.compiler.malformed", "AND where a column or a value"),
      ("idsensore LIKE '5%'", "query.soql.unsupported", "LIKE is not offered here"),
      ("upper(tipologia) = 'X'", "query.soql.unsupported", "upper(…) is not offered here"),
      ("within_circle(location, 45, 9, 100)", "query.soql.unsupported", "without functions"),
      ("quota = quota + 1", "query.soql.unsupported", "+ is not offered here"),
      ("quota * 2 = 1", "query.soql.unsupported", "* is not offered here"),
    ])
  func refusals(condition: String, code: String, part: String) throws {
    #expect {
      try SoQLParser.condition(condition, of: DataSet.weatherSensors.columns)
    } throws: { error in
      guard let error = error as? SoQLError else { return false }
      #expect(error.code == code && error.message.contains(part), "\(error.message)")
      #expect(error.message.hasPrefix("$where") || code != "query.compiler.malformed")
      #expect((error.unsupported != nil) == (code == "query.soql.unsupported"))
      return true
    }
  }

  @Test(
    "times are read to the millisecond, and only times",
    arguments: [
      ("1970-01-01", 0), ("1970-01-02T00:00", 86_400_000), ("1970-01-01T00:01:02", 62_000),
      ("1970-01-01T00:00:00.000", 0), ("1970-01-01T00:00:00.25", 250),
      ("1970-01-01T00:00:00.123456789", 123), ("1969-12-31T23:59:59.999", -1),
      ("2026-06-10T11:00:00.000", 1_781_089_200_000), ("2024-02-29", 1_709_164_800_000),
      ("2023-02-29", nil), ("2026-6-10", nil), ("2026-06-10T24:00", nil), ("2026-06-10T11", nil),
      ("2026-06-10T11:60", nil), ("2026-06-10T11:00:60", nil), ("2026-06-10T11:00:00.", nil),
      ("2026-06-10T11:00:00Z", nil), ("2026-06-10 11:00:00", nil), ("", nil), ("T", nil),
      ("99999-01-01", nil), ("0001-01-01", nil), ("-026-06-10", nil),
      ("2026-06-10T11:00:00.x", nil), ("1970-01-01T00:00:00.1", 100),
      ("1970-01-01T00:00:00.12", 120), ("1970-01-01T00:00:00.1234567890", nil),
      ("1970-01-01T23:59:59.999", 86_399_999), ("1970-01-01T00:00:00:00", nil),
      ("1700-01-01", -8_520_336_000_000), ("1699-12-31", nil), ("2200-12-31", 7_289_568_000_000),
      ("2201-01-01", nil), ("1970-001-01", nil), ("1970-01", nil), ("1970-01-01-01", nil),
    ] as [(String, Int64?)])
  func times(text: String, milliseconds: Int64?) {
    #expect(SoQLLiteral.timestamp(text) == milliseconds)
    guard let milliseconds else { return }
    var bytes: [UInt8] = []
    SoQLLiteral.append(timestamp: milliseconds, to: &bytes)
    #expect(SoQLLiteral.timestamp(String(decoding: bytes, as: UTF8.self)) == milliseconds)
  }

  @Test("a column's value is enough, in its own type, and several must all hold")
  func filters() throws {
    #expect(try portal.rows("nf78-nj6b.json?quota=1868").count == 3)
    #expect(try portal.rows("nf78-nj6b.json?quota=1868.00&tipologia=Temperatura").count == 1)
    #expect(try portal.rows("nf78-nj6b.json?nomestazione=Cassano+d%27Adda").count == 3)
    #expect(try portal.rows("647i-nhxk.json?idsensore=5909&data=2026-06-10T11:00:00").count == 1)
    #expect(try portal.rows("647i-nhxk.json?IdSensore=5909&$limit=3").count == 3)
  }

  @Test("rows are sorted by several columns, nulls as the greatest, alike ones as they were")
  func order() throws {
    let all = try portal.rows("ib47-atvt.json")
    func key(_ row: [String: String], _ column: String) -> String { row[column] ?? "\u{FFFF}" }
    let sorted = try portal.rows("ib47-atvt.json?$order=datastop,%20nomestazione%20DESC")
    let expected = all.enumerated().sorted { a, b in
      let (x, y) = (key(a.element, "datastop"), key(b.element, "datastop"))
      if x != y { return x < y }
      let (p, q) = (key(a.element, "nomestazione"), key(b.element, "nomestazione"))
      return p != q ? p.utf8.lexicographicallyPrecedes(q.utf8) == false : a.offset < b.offset
    }
    #expect(sorted == expected.map(\.element))
    let descending = try portal.rows("ib47-atvt.json?$order=datastop%20desc&$limit=1")
    #expect(descending.first?["datastop"] == nil)
  }

  @Test("measured rows are sorted by time, by value, and by both")
  func measuredOrder() throws {
    let filter = "647i-nhxk.json?$where=idsensore%20IN%20('5909','2001')&$limit=300"
    let newest = try portal.rows(filter)
    #expect(newest.map { $0["data"] ?? "" } == newest.map { $0["data"] ?? "" }.sorted(by: >))
    #expect(newest.prefix(2).map { $0["idsensore"] } == ["2001", "5909"], "the list's order")
    let byName = try portal.rows(filter + "&$order=data%20DESC,idsensore%20DESC")
    #expect(byName.prefix(2).map { $0["idsensore"] } == ["5909", "2001"])
    #expect(Set(byName) == Set(newest))
    let oldest = try portal.rows(filter + "&$order=data")
    #expect(oldest.map { $0["data"] ?? "" } == oldest.map { $0["data"] ?? "" }.sorted())
    #expect(oldest.first?["data"] == "2026-05-26T13:40:00.000", "15 days before")
    let warmest = try portal.rows(filter + "&$order=valore%20DESC,data")
    let values = warmest.compactMap { Double($0["valore"] ?? "") }
    #expect(values == values.sorted(by: >) && values.count == 300)
    let everyOne = try portal.rows(
      "647i-nhxk.json?$where=idsensore%20IN%20('5909','2001')&$limit=50000")
    #expect(values.first == everyOne.compactMap { Double($0["valore"] ?? "") }.max())
  }

  @Test("pages by $limit and $offset make up the whole, once each")
  func pages() throws {
    let whole = try portal.rows("nicp-bhqi.json?$where=stato='VA'&$limit=700")
    var pages: [[String: String]] = []
    for offset in stride(from: 0, to: 700, by: 175) {
      pages += try portal.rows("nicp-bhqi.json?$where=stato='VA'&$limit=175&$offset=\(offset)")
    }
    #expect(pages == whole)
    #expect(try portal.rows("nicp-bhqi.json?$limit=0").isEmpty)
    #expect(try portal.rows("nicp-bhqi.json?idsensore=10273&$offset=999999999").isEmpty)
    #expect(try portal.rows("nicp-bhqi.json?$limit=50000").count == 50_000)
  }

  @Test("columns are those asked for, in that order, each once")
  func selection() throws {
    let response = portal.get(
      "/resource/647i-nhxk.json?idsensore=5909&$select=valore,%20data&$limit=1")
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(
      text.hasPrefix(#"[{"valore":""#) && text.contains(#"","data":"2026-06-10T13:30:00.000"}]"#))
    #expect(response.field("X-SODA2-Fields") == #"["valore","data"]"#)
    #expect(response.field("X-SODA2-Types") == #"["number","floating_timestamp"]"#)
    #expect(try portal.rows("647i-nhxk.json?$select=*&$limit=1").first?.count == 5)
  }

  @Test(
    "parameters that are wrong or not offered are refused by name",
    arguments: [
      ("$group=stato", "query.soql.unsupported", "$group is not offered here; there are"),
      ("$having=x", "query.soql.unsupported", "$having is not offered here"),
      ("$q=x", "query.soql.unsupported", "$q is not offered here"),
      ("$query=SELECT%20*", "query.soql.unsupported", "$query is not offered here"),
      ("$$exclude_system_fields=false", "query.soql.unsupported", "is not offered here"),
      ("$select=count(*)", "query.soql.unsupported", "count(*) is not offered here"),
      ("$select=data%20AS%20x", "query.soql.unsupported", "without functions and new names"),
      ("$select=data,data", "invalid_request", "a column twice"),
      ("$select=data,", "query.compiler.malformed", "a column is missing"),
      ("$select=", "query.compiler.malformed", "a column is missing"),
      ("$select=nowhere", "query.soql.no-such-column", "No such column: nowhere"),
      ("$order=nowhere", "query.soql.no-such-column", "No such column: nowhere"),
      ("$order=data%20UP", "query.compiler.malformed", "ASC or DESC"),
      ("$order=data%20DESC%20ASC", "query.compiler.malformed", "ASC or DESC"),
      ("$order=upper(stato)", "query.soql.no-such-column", "No such column: upper"),
      ("$order=1", "query.compiler.malformed", "names columns"),
      ("$order=data(1)", "query.soql.unsupported", "a function is not offered here"),
      ("$offset=1000000001", "invalid_request", "it takes 0 to 1000000000"),
      ("$limit=50001", "invalid_request", "$limit is '50001'; it takes 0 to 50000"),
      ("$limit=-1", "invalid_request", "it takes 0 to 50000"),
      ("$limit=ten", "invalid_request", "$limit is 'ten'"),
      ("$limit=99999999999999999999", "invalid_request", "it takes 0 to 50000"),
      ("$offset=-1", "invalid_request", "$offset is '-1'"),
      ("$limit=1&$limit=2", "invalid_request", "$limit is given twice"),
      ("valore=warm", "query.soql.type-mismatch", "'warm' is no number"),
      ("data=yesterday", "query.soql.type-mismatch", "'yesterday' is no floating_timestamp"),
      ("idsensor=5909", "query.soql.no-such-column", "the columns are idsensore, data, valore"),
    ])
  func parameters(query: String, code: String, part: String) throws {
    let response = portal.get("/resource/647i-nhxk.json?\(query)")
    #expect(response.status == 400)
    let text = String(decoding: response.body, as: UTF8.self)
    #expect(text.hasPrefix(#"{"code":"\#(code)","error":true,"message":""#) && text.contains(part))
  }

  @Test(
    "nesting and length have an end, which is an error and nothing else",
    arguments: [1, 25, 26, 50, 51, 10_000])
  func depth(levels: Int) throws {
    let columns = DataSet.airData.columns
    let core = "stato = 'VA'"
    for (open, close) in [("(", ")"), ("NOT ", ""), ("NOT (", ")")] {
      let text =
        String(repeating: open, count: levels) + core + String(repeating: close, count: levels)
      let condition = try? SoQLParser.condition(text, of: columns)
      #expect((condition != nil) == (levels * (open == "NOT (" ? 2 : 1) <= 50))
      _ = try? SoQLParser.condition(String(repeating: open, count: levels), of: columns)
    }
    let chain = Array(repeating: core, count: levels).joined(separator: " AND ")
    let condition = try? SoQLParser.condition(chain, of: columns)
    #expect((condition != nil) == (chain.utf8.count <= 8192))
  }

  @Test(
    "a condition has so many columns and values and no more, since each costs time with every row")
  func operands() throws {
    let columns = DataSet.airData.columns
    for (count, isRead) in [(SoQLParser.mostOperands, true), (SoQLParser.mostOperands + 1, false)] {
      let list = Array(repeating: "1", count: count - 1).joined(separator: ",")
      let condition = try? SoQLParser.condition("valore IN (\(list))", of: columns)
      #expect((condition != nil) == isRead)
    }
    let response = portal.get(
      "/resource/nicp-bhqi.json?$where="
        + Array(repeating: "1=1", count: 300).joined(separator: "+OR+"))
    #expect(
      String(decoding: response.body, as: UTF8.self).contains("more than 500 columns and values"))
  }

  @Test("clauses and queries are so long at most")
  func lengths() throws {
    let columns = DataSet.airData.columns
    for (count, isRead) in [(8192, true), (8193, false)] {
      let blanks = String(repeating: " ", count: count - 12)
      let condition = try? SoQLParser.condition("stato = 'VA'" + blanks, of: columns)
      #expect((condition != nil) == isRead)
      let order = try? SoQLQuery([HTTPField("$order", "stato" + blanks + "       ")], of: columns)
      #expect((order != nil) == isRead)
    }
    // The lengths of the name and the value, plus two for the separators.
    for (count, isRead) in [(16_371, true), (16_372, false)] {
      let field = HTTPField("$$app_token", String(repeating: "x", count: count))
      #expect(((try? SoQLQuery([field], of: columns)) != nil) == isRead)
    }
    #expect("\(String(repeating: "x", count: 60))".quoted.hasSuffix("x"))
    #expect("\(String(repeating: "x", count: 61))".quoted.hasSuffix("x…"))
  }

  @Test("one condition stands alone, and several must all hold")
  func combined() throws {
    let columns = DataSet.airData.columns
    let (one, other) = (HTTPField("$where", "stato='VA'"), HTTPField("idsensore", "1"))
    let (first, second) = (
      try SoQLParser.condition("stato='VA'", of: columns),
      try SoQLParser.condition("idsensore='1'", of: columns)
    )
    #expect(try SoQLQuery([], of: columns).condition == nil)
    #expect(try SoQLQuery([one], of: columns).condition == first)
    #expect(try SoQLQuery([one, other], of: columns).condition == .all([first, second]))
  }

  @Test("numbers are plain ones", arguments: ["0x10", "nan", "inf", "1e999", "", "1 ", "٣"])
  func noNumber(text: String) { #expect(SoQLLiteral.number(text) == nil) }

  @Test("of a list of rows a thousand are told, unless another count is asked for")
  func cutLists() {
    let rows = (0..<1001).map { [SoQLValue.number(Double($0))] }
    for (count, limit, told, isCut) in [
      (1000, nil, 1000, false), (1001, nil, 1000, true), (1001, 1001, 1001, false),
      (1001, 5, 5, false),
    ] as [(Int, Int?, Int, Bool)] {
      let query = SoQLQuery(columns: [0], condition: nil, limit: limit)
      let delivery = Delivery(query, from: Array(rows.prefix(count)))
      #expect(delivery.rows.count == told && delivery.isCutByDefault == isCut)
      #expect(delivery.rows.first == [.number(0)])
    }
  }

  @Test("rows of the same value are told with the newest first")
  func ties() throws {
    let rows = try portal.rows("647i-nhxk.json?idsensore=5909&$order=valore&$limit=400")
    for (one, next) in zip(rows, rows.dropFirst()) where one["valore"] == next["valore"] {
      #expect(one["data"] ?? "" > next["data"] ?? "")
    }
    let times = try portal.rows(
      "647i-nhxk", where: "idsensore='5909' AND data BETWEEN '2026-06-09' AND '2026-06-09'")
    #expect(times.map { $0["data"] } == ["2026-06-09T00:00:00.000"])
    let none = try portal.rows(
      "647i-nhxk", where: "idsensore='5909' AND data BETWEEN '2026-06-09T01:00' AND '2026-06-09'")
    #expect(none.isEmpty)
  }

  @Test("a column counts in the order where it comes first")
  func repeatedKeys() throws {
    let keys = Array(repeating: "data DESC,valore", count: 100).joined(separator: ",")
    let query = try SoQLQuery([HTTPField("$order", keys)], of: DataSet.airData.columns)
    #expect(
      query.order == [.init(column: 1, isDescending: true), .init(column: 2, isDescending: false)])
  }

  @Test("a condition cut anywhere is read or refused, never more")
  func cuts() {
    let text =
      "(idsensore IN ('5909', 'a''b') OR NOT valore BETWEEN -1.5e2 AND 40) AND data >= '2026-06-10'"
    #expect((try? SoQLParser.condition(text, of: DataSet.airData.columns)) != nil)
    for end in text.indices {
      _ = try? SoQLParser.condition(String(text[..<end]), of: DataSet.airData.columns)
      _ = try? SoQLParser.condition(String(text[end...]), of: DataSet.airData.columns)
    }
  }

  @Test("what a condition rules out is not looked at, and no row is lost by that")
  func narrowing() throws {
    let columns = DataSet.airData.columns
    func read(_ text: String) throws -> SoQLCondition {
      try SoQLParser.condition(text, of: columns)
    }
    #expect(try read("idsensore='1' AND valore>2").values(of: 0) == [.text("1")])
    #expect(try read("idsensore IN ('1','2') AND '1'=idsensore").values(of: 0) == [.text("1")])
    #expect(try read("idsensore='1' OR valore>2").values(of: 0) == nil)
    #expect(try read("NOT idsensore='1'").values(of: 0) == nil)
    #expect(try read("data>='1970-01-01' AND data<'1970-01-02'").times(of: 1) == 0...86_400_000)
    #expect(try read("data BETWEEN '1970-01-02' AND '1970-01-01'").times(of: 1) == .max ... .max)
    #expect(try read("data='1970-01-01' AND data='1970-01-02'").times(of: 1) == .max ... .max)
    #expect(try read("data='1970-01-01' OR data='1970-01-02'").times(of: 1) == .min ... .max)
    #expect(try read("NOT data<'1970-01-01'").times(of: 1) == .min ... .max)
    let all = try portal.rows("nicp-bhqi.json?idsensore=907002&$limit=2000")
    for (condition, keep) in [
      ("idsensore='907002' AND data > '2026-06-01'", { $0 > "2026-06-01T00:00:00.000" }),
      (
        "idsensore='907002' AND data <= '2026-06-01T03:00:00.000'",
        { $0 <= "2026-06-01T03:00:00.000" }
      ),
      (
        "idsensore='907002' AND data = '2026-06-01T03:00:00.000'",
        { $0 == "2026-06-01T03:00:00.000" }
      ),
      ("idsensore='907002' AND data != '2026-06-01T03:00:00'", { $0 != "2026-06-01T03:00:00.000" }),
      (
        "idsensore='907002' AND data BETWEEN '2026-06-01' AND '2026-06-02'",
        { $0 >= "2026-06-01T00:00:00.000" && $0 <= "2026-06-02T00:00:00.000" }
      ),
    ] as [(String, (String) -> Bool)] {
      #expect(
        try portal.rows("nicp-bhqi", where: condition) == all.filter { keep($0["data"] ?? "") })
    }
  }
}
