import GNSSBasics
import NMEA
import Testing

@Suite("NMEA sentences")
struct NMEASentenceTests {
  private static func read(_ text: String) -> NMEASentence? {
    NMEASentence(decoding: Array(text.utf8).span)
  }

  @Test("the fields of a published RMC are read, and those it lacks are none")
  func readsRMC() throws {
    let sentence = try #require(
      Self.read(
        "$GNRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,,A,V*33\r\n"))
    #expect(sentence.address == "GNRMC" && sentence.type == "RMC" && sentence.count == 14)
    #expect(sentence.timeOfDay(at: 1) == .seconds(8 * 3600 + 35 * 60 + 59))
    #expect(sentence.text(at: 2) == "A" && sentence.text(at: 10) == "")
    let (latitude, longitude): (Double, Double) = (47 + 17.11437 / 60, 8 + 33.91522 / 60)
    #expect(sentence.latitude(at: 3) == latitude)
    #expect(sentence.longitude(at: 5) == longitude)
    #expect(sentence.number(at: 7) == 0.004 && sentence.integer(at: 9) == 91_202)
    #expect(sentence.number(at: 10) == nil && sentence.integer(at: 2) == nil)
    #expect(sentence.text(at: 14) == nil && sentence.latitude(at: 13) == nil)
    #expect(sentence.latitude(at: 5) == nil && sentence.longitude(at: 3) == nil)
  }

  @Test("a sentence of a maker's own has an address and no type; a wrong checksum none of both")
  func readsOthers() throws {
    let own = try #require(Self.read("$PUBX*1F"))
    #expect(own.address == "PUBX" && own.type == nil && own.count == 1)
    #expect(Self.read("$PUBX*0D") == nil)
    #expect(Self.read("$*00")?.address == "")
  }

  @Test("a sentence is written as it is read")
  func writes() throws {
    var writer = NMEAWriter("GNRMC")
    let time = CivilTime(UnixTime(nanoseconds: 1_039_422_959_999_999_999))
    writer.field(timeOfDay: .nanoseconds(time.nanosecondOfDay))
    writer.field("A")
    writer.field(latitude: -47.5, decimals: 5)
    writer.field(longitude: 351.75, decimals: 3)
    writer.field(0.0044, decimals: 3)
    writer.field()
    writer.field(date: time.date)
    writer.field(7, width: 4)
    writer.field(metres: -1.25, decimals: 1)
    let text = String(decoding: writer.finished(), as: UTF8.self)
    #expect(
      text.hasPrefix(
        "$GNRMC,083559.99,A,4730.00000,S,00815.000,W,0.004,,091202,0007,-1.2,M*"))
    #expect(text.hasSuffix("\r\n"))
    let back = try #require(Self.read(text))
    #expect(back.latitude(at: 3) == -47.5 && back.longitude(at: 5) == -8.25)
    #expect(back.timeOfDay(at: 1) == .milliseconds(30_959_990))
  }

  @Test("what no field can say is left out")
  func leavesOut() {
    var writer = NMEAWriter("GNGLL")
    writer.field(latitude: 90.000_001, decimals: 5)
    writer.field(longitude: .infinity, decimals: 5)
    writer.field(latitude: .nan, decimals: 5)
    writer.field(longitude: nil, decimals: 5)
    writer.field(.nan, decimals: 1)
    writer.field(-1e9, decimals: 1)
    writer.field(metres: .infinity, decimals: 1)
    writer.field(metres: 1e9, decimals: 1)
    writer.field(timeOfDay: .seconds(86_400))
    writer.field(nil, width: 2)
    writer.field(-7, width: 2)
    let text = String(decoding: writer.finished(lineEnd: false), as: UTF8.self)
    #expect(text.hasPrefix("$GNGLL" + String(repeating: ",", count: 17) + "00*"))
    #expect(text.utf8.count == 6 + 17 + 5)
  }

  @Test(
    "each fix has its quality",
    arguments: [
      (GNSSFix.none, 0), (.threeD, 1), (.dgnss, 2), (.rtkFloat, 5), (.rtkFixed, 4),
    ] as [(GNSSFix, UInt8)])
  func qualities(fix: GNSSFix, number: UInt8) {
    #expect(GGASentence.Quality(fix).rawValue == number)
  }

  @Test("a receiver's own style has its talker and decimals")
  func styles() {
    let sentence = GGASentence(
      position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 150.54),
      timeOfDay: .seconds(1), horizontalDilution: 0.56, geoidSeparation: 47)
    let style = GGASentence.Style(
      isOfSeveralSystems: true, minuteDecimals: 5, heightDecimals: 1, dilutionDecimals: 2)
    let text = String(decoding: sentence.encode(as: style, lineEnd: true), as: UTF8.self)
    #expect(
      text.hasPrefix("$GNGGA,000001.00,4530.00000,N,00915.00000,E,1,12,0.56,103.5,M,47.0,M,,*"))
    #expect(text.hasSuffix("\r\n"))
  }
}
