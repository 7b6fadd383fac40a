import NtripProtocol
import Testing

@Suite("A sourcetable's filter")
struct SourcetableFilterTests {
  static let table = SourcetableTests.table(
    """
    CAS;caster.example.org;2101;Example;Somebody;0;ITA;45.46;9.19;0.0.0.0;0;none\r
    NET;EXAMPLE;Somebody;B;N;none;none;none;none\r
    STR;MILA;Milan;RTCM 3.3;1006(10),1077(1);2;GPS+GAL;EXAMPLE;ITA;45.46;9.19;0;0;gen;none;B;N;9600;\r
    STR;ROMA;Rome;RTCM 3.2;1004(1);2;GPS+GLO;EXAMPLE;ITA;41.90;12.50;1;1;gen;none;B;Y;4800;\r
    STR;BERN;Bern;RTCM 2.3;1(1);1;GPS;OTHER;CHE;46.95;7.45;0;0;gen;none;N;N;;\r
    STR;SUVA;Suva;RTCM 3.3;1077(1);2;GPS+GAL+BDS;OTHER;FJI;-18.14;178.44;0;0;gen;none;N;N;2400;\r
    STR;NOWHERE;;RTCM 3.3;;;GPS;OTHER;;;;0;0;;none;N;N;;\r
    ENDSOURCETABLE\r

    """)

  /// Returns the names of the mountpoints that a query accepts.
  static func names(_ query: String) throws -> [String] {
    try table.filtered(by: SourcetableFilter(query: query)).streams.map { $0.mountpoint }
  }

  @Test(
    "lets through what meets the condition of every field",
    arguments: [
      ("STR;;;RTCM 3.3", ["MILA", "SUVA", "NOWHERE"]),
      ("STR;;;rtcm 3*", ["MILA", "ROMA", "SUVA", "NOWHERE"]),
      ("STR;?I*", ["MILA"]),
      ("STR;M*A", ["MILA"]),
      ("STR;;;RTCM%203.2", ["ROMA"]),
      ("STR;;;;;;*GAL*+*BDS*", ["SUVA"]),
      ("STR;;;;;;*GLO*|*BDS*", ["ROMA", "SUVA"]),
      ("STR;;;;;;!*GAL*", ["ROMA", "BERN", "NOWHERE"]),
      ("STR;;;;;;!!*BDS*", ["SUVA"]),
      ("STR;;;;;;!(*GAL*|*GLO*)", ["BERN", "NOWHERE"]),
      ("STR;;;;;;;;ITA", ["MILA", "ROMA"]),
      (";;;;;;;;ITA", ["MILA", "ROMA"]),
      ("STR;;;;;;;;;>45", ["MILA", "BERN"]),
      ("STR;;;;;;;;;>45.46", ["BERN"]),
      ("STR;;;;;;;;;>=45.46", ["MILA", "BERN"]),
      ("STR;;;;;;;;;<=-18.14", ["SUVA"]),
      ("STR;;;;;;;;;>40 + <46", ["MILA", "ROMA"]),
      ("STR;;;;;;;;;<0|>46", ["BERN", "SUVA"]),
      ("STR;;;;;2", ["MILA", "ROMA", "SUVA"]),
      ("STR;;;;;=1", ["BERN"]),
      ("STR;;;;;!=2", ["BERN", "NOWHERE"]),
      ("STR;=mila", ["MILA"]),
      ("STR;!=MILA", ["ROMA", "BERN", "SUVA", "NOWHERE"]),
      ("STR;;;;;;;;;;;1", ["ROMA"]),
      ("STR;;;;;;;;;45.4600", ["MILA"]),
      ("STR", ["MILA", "ROMA", "BERN", "SUVA", "NOWHERE"]),
      ("CAS", []),
      ("STR;;;;;;;;;;;;;;;;;;;;wanted", []),
    ] as [(String, [String])])
  func filters(query: String, expected: [String]) throws {
    #expect(try Self.names(query) == expected)
  }

  @Test("'|' binds closer than '+', as in the caster that the grammar is from")
  func precedence() throws {
    // If `+` bound closer than `|`, the first query would also accept ROMA.
    #expect(try Self.names("STR;;;;;;*GLO*|*GAL*+*BDS*") == ["SUVA"])
    #expect(try Self.names("STR;;;;;;*GLO*|(*GAL*+*BDS*)") == ["ROMA", "SUVA"])
  }

  @Test(
    "'~' takes the nearest of what meets the other conditions",
    arguments: [
      ("STR;;;;;;;;;~45.478;~9.23", ["MILA"]),
      ("STR;;;;;;;;CHE;~45.478;~9.23", ["BERN"]),
      ("STR;;;;;;;;;~46", ["MILA"]),
      // The nearest mountpoint lies across the meridian of 180°, where longitudes differ by almost 360°.
      ("STR;;;;;;;;;~-17;~-179", ["SUVA"]),
      ("STR;;;;;;;;;;;;;;;;;~5000", ["ROMA"]),
    ])
  func nearest(query: String, expected: [String]) throws {
    #expect(try Self.names(query) == expected)
  }

  @Test("records of all kinds are filtered, each by its own fields")
  func kinds() throws {
    func count(_ query: String) throws -> Int {
      try Self.table.filtered(by: SourcetableFilter(query: query)).records.count
    }
    #expect(try count("") == 7)
    #expect(try count(";;;") == 7)
    #expect(try count("NET") == 1)
    #expect(try count("CAS;;>2000") == 1)
    #expect(try count("CAS;;>2101") == 0)
    #expect(try count("CAS|NET") == 2)
    #expect(try count("CAS;;;;;;;~44;~9") == 1)
  }

  @Test("the words in front of the fields are understood in any order")
  func words() throws {
    for query in ["filter=STR;MILA", "match=STR;MILA", "auth&filter=STR;MILA", "STR;MILA"] {
      #expect(try Self.names(query) == ["MILA"])
    }
    let both = try SourcetableFilter(query: "auth&strict&match=STR;mila")
    #expect(both.isForReader && both.isStrict)
    #expect(Self.table.filtered(by: both).streams.isEmpty, "letter by letter")
    let none = try SourcetableFilter(query: "STR;auth")
    #expect(!none.isForReader && !none.isStrict)
    #expect(try Self.names("auth").count == 5)
  }

  @Test(
    "what is no filter is told with its field",
    arguments: [
      ("STR;%4", .badPercentEncoding(field: 2)), (";;>", .notANumber(field: 3)),
      ("STR;<x", .notANumber(field: 2)), ("STR;a+", .incomplete(field: 2)),
      ("STR;(a", .incomplete(field: 2)), ("STR;a)", .incomplete(field: 2)),
      ("!", .incomplete(field: 1)), ("STR;~", .misplacedNearest(field: 2)),
      ("STR;~4|5", .misplacedNearest(field: 2)), ("STR;a|~4", .misplacedNearest(field: 2)),
      (String(repeating: "(", count: 40) + "a", .tooDeep(field: 1)),
      (String(repeating: ";", count: 40), .tooManyFields),
    ] as [(String, SourcetableFilterError)])
  func refuses(query: String, error: SourcetableFilterError) {
    #expect(throws: error) { try SourcetableFilter(query: query) }
    #expect(error.description.contains("filter"))
  }

  @Test("a hostile pattern costs no more than its length times the field's")
  func hostile() throws {
    let long = String(repeating: "a", count: 4000)
    let table = Sourcetable([.stream(StreamRecord(mountpoint: long))])
    let pattern = String(repeating: "*a", count: 1500) + "b"
    #expect(table.filtered(by: try SourcetableFilter(query: ";" + pattern)).streams.isEmpty)
    let terms = String(repeating: "x|", count: 2000) + long
    #expect(table.filtered(by: try SourcetableFilter(query: ";" + terms)).streams.count == 1)
    let negated = String(repeating: "!", count: 5001) + "x"
    #expect(table.filtered(by: try SourcetableFilter(query: ";" + negated)).streams.count == 1)
  }
}
