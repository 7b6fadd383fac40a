import NtripProtocol
import Testing

@Suite("Sourcetables")
struct SourcetableTests {
  static func table(_ text: String) -> Sourcetable { Sourcetable(decoding: Array(text.utf8).span) }

  static let full = """
    CAS;rtk.example.org;2101;Example;Somebody;0;ITA;45.46;9.19;0.0.0.0;0;http://example.org/\r
    NET;EXAMPLE;Somebody;B;N;http://example.org/net;http://example.org/str;mail@example.org;none\r
    STR;MILA0;Milan;RTCM 3.3;1006(10),1077(1);2;GPS+GAL;EXAMPLE;ITA;45.4642;9.1900;1;0;gen 1;none;B;Y;9600;a;b\r
    ENDSOURCETABLE\r
    STR;NOT;READ\r

    """

  @Test("reads all three kinds of records up to the end")
  func readsRecords() throws {
    let table = Self.table(Self.full)
    #expect(table.records.count == 3)
    let stream = try #require(table.stream(at: "MILA0"))
    #expect(stream.format == "RTCM 3.3")
    #expect(stream.formatDetails == "1006(10),1077(1)")
    #expect(stream.carrier == 2)
    #expect(stream.latitude == 45.4642)
    #expect(stream.longitude == 9.19)
    #expect(stream.needsPosition)
    #expect(!stream.isNetworkSolution)
    #expect(stream.authentication == .basic)
    #expect(stream.hasFee)
    #expect(stream.bitrate == 9600)
    #expect(stream.miscellaneous == "a;b")
    guard case .caster(let caster) = table.records[0], case .network(let network) = table.records[1]
    else { throw Mismatch() }
    #expect(caster.host == "rtk.example.org" && caster.port == 2101 && caster.country == "ITA")
    #expect(network.registration == "mail@example.org" && network.authentication == .basic)
  }

  struct Mismatch: Error {}

  @Test(
    "place and system are found behind a separator too many",
    arguments: [
      "STR;M;Town;RTCM 3.1;1004 (1),1033 (10);;2;GPS+GLO;NET;ITA;45.4642;9.1900;1;0;gen;none;B;N;9600;a;b",
      "STR;M;Town;RTCM 3.1;1004 (1);1033 (10);2;GPS+GLO;NET;ITA;45.4642;9.1900;1;0;gen;none;B;N;9600;a;b",
      "STR;M;Town;;;RTCM 3.1;1004 (1);2;GPS+GLO;NET;ITA;45.4642;9.1900;1;0;gen;none;B;N;9600;a;b",
      "STR;M;Town;RTCM 3.1;1004 (1);2;GPS;GLO;NET;;45.4642;-9.1900;1;0;gen;none;B;N;9600;a;b",
    ])
  func findsPlace(line: String) throws {
    let record = try #require(Self.table(line + "\r\n").stream(at: "M"))
    #expect(record.latitude == 45.4642 && record.longitude?.magnitude == 9.19)
    #expect(record.identifier == "Town" && record.format == "RTCM 3.1" && record.carrier == 2)
    #expect(["GPS+GLO", "GPS;GLO"].contains(record.navigationSystem) && record.network == "NET")
    #expect(record.formatDetails.hasPrefix("1004 (1)") && ["ITA", ""].contains(record.country))
    #expect(record.needsPosition && !record.isNetworkSolution && record.authentication == .basic)
    #expect(record.generator == "gen" && record.compression == "none")
    #expect(record.bitrate == 9600 && record.miscellaneous == "a;b")
  }

  @Test(
    "a place that is not told is not looked for elsewhere",
    arguments: [
      "STR;M;x;RTCM 3.1;1004;2;GPS;NET;ITA;;45.1;1;0;gen;none;B;N;9600;",
      "STR;M;x;RTCM 3.1;1004;2;GPS;NET;ITA;;;1;0;1.5;2.5;B;N;9600;",
      "STR;M;x;RTCM 3.1;1004;2;GPS;NET;ITA;95.5;45.1;1;0;gen;none;B;N;9600;",
    ])
  func keepsColumns(line: String) throws {
    let record = try #require(Self.table(line + "\r\n").stream(at: "M"))
    #expect(record.latitude == nil && record.country == "ITA" && record.needsPosition)
  }

  @Test("a caster's place is found behind a separator in its operator's name")
  func findsCaster() throws {
    let table = Self.table("CAS;h;2101;Id;Some;Body;0;ITA;45.46;9.19;0.0.0.0;0;x\r\n")
    guard case .caster(let caster)? = table.records.first else { throw Mismatch() }
    #expect(
      caster.operatorName == "Some;Body" && caster.country == "ITA" && caster.latitude == 45.46)
  }

  @Test("quotation marks protect separators, and are letters where there are none")
  func quotes() throws {
    let table = Self.table("STR;M;\"a;b\";RTCM 3.2\r\nSTR;N;12\";RTCM 3.2\r\n")
    #expect(table.stream(at: "M")?.identifier == "a;b")
    #expect(table.stream(at: "N")?.identifier == "12\"")
  }

  @Test("a line of another kind is written without control characters")
  func encodesOtherLines() {
    let text = String(decoding: Sourcetable([.other("a\tb c\r\nd")]).encode(), as: UTF8.self)
    #expect(text.hasPrefix("a b c  d\r\n"))
  }

  @Test(
    "records with fields missing, empty or strange are kept",
    arguments: [
      "STR;M", "STR;M;;;;;;;;;;;;;;;;", "STR;M;a;b;c;x;d;e;f;95;north;?;;;;;;;", "str;M;;;;;",
      "STR;M;12\";RTCM 3.2;;;;;;;;;;;;;;;", "STR;M;1;2;3;4;5;6;7;8;9;0;1;2;3;4;5;6;7;8;9",
    ])
  func keepsStrangeRecords(line: String) {
    #expect(Self.table(line + "\r\n").streams.map(\.mountpoint) == ["M"])
  }

  @Test("a lone quotation mark swallows no separators")
  func inches() {
    #expect(Self.table("STR;M;12\";RTCM 3.2;").streams.first?.format == "RTCM 3.2")
  }

  @Test(
    "longitudes of 0...360 are wrapped, impossible coordinates are not told",
    arguments: [
      ("45.5;190.5", 45.5, -169.5), ("-90;-180", -90, -180), ("91;361", nil, nil),
      (";", nil, nil), ("4e5;1,5", nil, nil), ("+45.;-.5", 45, -0.5), ("90;180", 90, 180),
      ("-90.5;180.5", nil, -179.5), ("90.5;-180.5", nil, 179.5), ("0;360", 0, 0),
      ("0;360.5", 0, nil), ("0;-360", 0, 0),
    ] as [(String, Double?, Double?)])
  func coordinates(fields: String, latitude: Double?, longitude: Double?) {
    let stream = Self.table("STR;M;;;;;;;;\(fields);").streams.first
    #expect(stream?.latitude == latitude)
    #expect(stream?.longitude == longitude)
  }

  @Test("every field of every record is read from its place and written there")
  func placesFields() {
    let caster = CasterRecord(
      host: "a", port: 1, identifier: "b", operatorName: "c", takesPosition: true, country: "d",
      latitude: 1.5, longitude: 2.5, fallbackHost: "e", fallbackPort: 2, miscellaneous: "f;g")
    let network = NetworkRecord(
      identifier: "a", operatorName: "b", authentication: .digest, hasFee: true, networkPage: "c",
      streamPage: "d", registration: "e", miscellaneous: "f;g")
    let stream = StreamRecord(
      mountpoint: "a", identifier: "b", format: "c", formatDetails: "d", carrier: 1,
      navigationSystem: "e", network: "f", country: "g", latitude: 1.5, longitude: 2.5,
      needsPosition: false, isNetworkSolution: true, generator: "h", compression: "i",
      authentication: .basic, hasFee: true, bitrate: 2, miscellaneous: "j;k")
    let lines = [
      "CAS;a;1;b;c;1;d;1.5000;2.5000;e;2;f;g", "NET;a;b;D;Y;c;d;e;f;g",
      "STR;a;b;c;d;1;e;f;g;1.5000;2.5000;0;1;h;i;B;Y;2;j;k", "ENDSOURCETABLE", "",
    ]
    let table = Sourcetable([.caster(caster), .network(network), .stream(stream)])
    #expect(String(decoding: table.encode(), as: UTF8.self) == lines.joined(separator: "\r\n"))
    #expect(Self.table(lines.joined(separator: "\n")) == table)
  }

  @Test("what is not given is told as the standard tells nothing")
  func tellsNothing() {
    let table = Sourcetable([
      .caster(CasterRecord(host: "h", port: nil)), .network(NetworkRecord(identifier: "n")),
      .stream(StreamRecord(mountpoint: "m")),
    ])
    #expect(
      String(decoding: table.encode(), as: UTF8.self).split(separator: "\r\n") == [
        "CAS;h;;;;0;;;;0.0.0.0;0;", "NET;n;;N;N;none;none;none;",
        "STR;m;;RTCM 3.3;;;;;;;;0;0;;none;N;N;;", "ENDSOURCETABLE",
      ])
  }

  @Test("blanks stay in values, control characters become blanks, quotation marks apostrophes")
  func cleansValues() {
    let record = StreamRecord(
      mountpoint: "a b\tc\u{1F}d\"e", miscellaneous: "a b\tc\u{1F}d\"e")
    let text = String(decoding: Sourcetable([.stream(record)]).encode(), as: UTF8.self)
    #expect(text.hasPrefix("STR;a b c d'e;"))
    #expect(text.contains(";a b c d\"e\r\n"))
  }

  @Test("a table that is written is read as the same")
  func roundTrip() {
    let table = Sourcetable([
      .caster(CasterRecord(host: "h", port: 2101, identifier: "semi;colon", latitude: -1.25)),
      .network(NetworkRecord(identifier: "N", authentication: .digest, miscellaneous: "x;y")),
      .stream(
        StreamRecord(
          mountpoint: "a/b", identifier: "A;B", latitude: 45.4642, longitude: -9.19,
          needsPosition: true, authentication: .basic, bitrate: 4800, miscellaneous: ";;")),
      .other("# a comment"),
    ])
    #expect(Self.table(String(decoding: table.encode(), as: UTF8.self)) == table)
  }

  @Test("line ends in values cannot make new records")
  func noInjection() {
    let table = Sourcetable([
      .stream(StreamRecord(mountpoint: "M\r\nSTR;X", miscellaneous: "\nSTR;Y"))
    ])
    #expect(Self.table(String(decoding: table.encode(), as: UTF8.self)).streams.count == 1)
  }

  @Test("a record has the standard's count of fields")
  func fieldCounts() {
    let table = Sourcetable([
      .stream(StreamRecord(mountpoint: "M")), .caster(CasterRecord(host: "h", port: 1)),
      .network(NetworkRecord(identifier: "N")),
    ])
    let lines = String(decoding: table.encode(), as: UTF8.self).split(separator: "\r\n")
    #expect(
      lines.map { $0.split(separator: ";", omittingEmptySubsequences: false).count } == [
        19, 12, 9, 1,
      ])
  }
}
