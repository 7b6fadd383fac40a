import GNSSBasics
import Mathematics
import NMEA
import Testing

private func read(_ bytes: [UInt8]) -> GGASentence? { GGASentence(decoding: bytes.span) }

@Suite("GGA sentences")
struct GGASentenceTests {
  /// Sentences of receivers in use, as their manuals and users print them.
  static let published: [(String, GGASentence)] = [
    (
      "$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76",
      GGASentence(
        position: GeodeticPosition(
          latitude: 53 + 21.6802 / 60, longitude: -(6 + 30.3372 / 60), height: 61.7 + 55.2),
        timeOfDay: .seconds(9 * 3600 + 27 * 60 + 50), satelliteCount: 8,
        horizontalDilution: 1.03, geoidSeparation: 55.2)
    ),
    (
      "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n",
      GGASentence(
        position: GeodeticPosition(
          latitude: 48 + 7.038 / 60, longitude: 11 + 31.0 / 60, height: 545.4 + 46.9),
        timeOfDay: .seconds(12 * 3600 + 35 * 60 + 19), satelliteCount: 8,
        horizontalDilution: 0.9, geoidSeparation: 46.9)
    ),
  ]

  @Test("reads published sentences", arguments: published)
  func readsPublished(text: String, expected: GGASentence) {
    #expect(read(Array(text.utf8)) == expected)
  }

  @Test("writes the standard's fields and a right checksum")
  func writes() {
    let sentence = GGASentence(
      position: GeodeticPosition(latitude: -45.4642, longitude: 9.19, height: 150.5),
      timeOfDay: .milliseconds(43_200_250), quality: .rtkFixed, satelliteCount: 17,
      horizontalDilution: 0.7, geoidSeparation: 40, correctionAge: 1.2, stationID: 7)
    #expect(
      String(decoding: sentence.encode(), as: UTF8.self)
        == "$GPGGA,120000.25,4527.8520000,S,00911.4000000,E,4,17,0.7,110.500,M,40.000,M,1.2,0007*5C"
    )
  }

  @Test(
    "minutes never show as 60, and coordinates keep to their ranges",
    arguments: [
      (44.999_999_999_99, 8.999_999_999_99, "4500.0000000,N,00900.0000000,E"),
      (0.0, 180.0, "0000.0000000,N,18000.0000000,E"),
      (90.0, 350.0, "9000.0000000,N,01000.0000000,W"),
      (-0.5, -9.5, "0030.0000000,S,00930.0000000,W"),
    ])
  func roundsCoordinates(latitude: Double, longitude: Double, fields: String) {
    let sentence = GGASentence(
      position: GeodeticPosition(latitude: latitude, longitude: longitude, height: 0))
    #expect(String(decoding: sentence.encode(), as: UTF8.self).contains(",\(fields),1,"))
  }

  @Test(
    "a position that cannot be said goes out as none",
    arguments: [
      (Double.nan, 0.0, 0.0), (0, .infinity, 0), (90.1, 0, 0), (0, 0, .nan), (0, 0, 1e10),
    ])
  func impossiblePositions(latitude: Double, longitude: Double, height: Double) {
    let sentence = GGASentence(
      position: GeodeticPosition(latitude: latitude, longitude: longitude, height: height))
    let text = String(decoding: sentence.encode(), as: UTF8.self)
    #expect(text.hasPrefix("$GPGGA,,,,,,0,12,1.0,,,,,,*"))
    #expect(read(sentence.encode())?.quality == .invalid)
  }

  /// A sentence with its checksum.
  static func sentence(_ body: String) -> [UInt8] {
    let digits = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(body)*\(digits.count == 1 ? "0" : "")\(digits)".utf8)
  }

  @Test("every field is read, and one that is empty as the sentence allows")
  func readsFields() throws {
    let full = try #require(
      read(
        Self.sentence("GNGGA,235959.75,0130.0,S,00245.0,W,8,31,2.5,100.25,M,-20.5,M,3.5,1023")))
    #expect(
      full
        == GGASentence(
          position: GeodeticPosition(latitude: -1.5, longitude: -2.75, height: 79.75),
          timeOfDay: .milliseconds(86_399_750), quality: .simulated, satelliteCount: 31,
          horizontalDilution: 2.5, geoidSeparation: -20.5, correctionAge: 3.5, stationID: 1023))
    let empty = try #require(read(Self.sentence("GPGGA,,0130.0,N,00245.0,E,1,,,,,")))
    #expect(
      empty
        == GGASentence(
          position: GeodeticPosition(latitude: 1.5, longitude: 2.75, height: 0), satelliteCount: 0,
          horizontalDilution: nil))
    let unknown = try #require(read(Self.sentence("GPGGA,,,,,,0,,,,,")))
    #expect(unknown.position == GeodeticPosition(latitude: 0, longitude: 0, height: 0))
    #expect(unknown.quality == .invalid)
  }

  @Test(
    "fields at the end of their range are read, those beyond are not",
    arguments: [
      ("9000.0,N,18000.0,E,1", true), ("9000.1,N,18000.0,E,1", false),
      ("9000.0,N,18000.1,E,1", false), ("0000.0,S,00000.0,W,0", true),
      ("4559.999,N,00000.0,E,1", true), ("4560.0,N,00000.0,E,1", false),
      ("130,N,130,E,1", true), ("30,N,130,E,1", false), ("130.5,N,30.5,E,1", false),
      ("4500.0,E,00900.0,E,1", false), ("4500.0,N,00900.0,N,1", false),
      ("4500.0,NN,00900.0,E,1", false), ("4500.0,,00900.0,E,1", false),
      ("45-1.0,N,00900.0,E,1", false), ("4500.0,N,00900.0,E,9", false),
      ("4500.0,N,00900.0,E,x", false),
    ])
  func knowsRanges(fields: String, isRead: Bool) {
    let sentence = read(Self.sentence("GPGGA,,\(fields),,,,,"))
    #expect((sentence != nil) == isRead)
  }

  @Test(
    "a time of day is read within the day, and left out beyond",
    arguments: [
      ("000000", 0), ("235959.99", 86_399_990), ("010203.004", 3_723_004), ("0001000", 60_000),
      ("230000", 82_800_000), ("010000", 3_600_000), ("240000", nil), ("006000", nil),
      ("000060", nil), ("00000", nil), ("1200001", nil),
      ("120000.", nil),
      ("000000-.5", nil), ("", nil),
    ] as [(String, Int?)])
  func readsTimes(field: String, milliseconds: Int?) {
    let sentence = read(Self.sentence("GPGGA,\(field),4500.0,N,00900.0,E,1,,,,,"))
    #expect(sentence != nil)
    #expect(sentence?.timeOfDay == milliseconds.map { .milliseconds($0) })
  }

  @Test(
    "a time of day is written to the hundredth, and not at all beyond the day",
    arguments: [
      (.zero, "000000.00"), (.milliseconds(3_723_999), "010203.99"),
      (.milliseconds(86_399_999), "235959.99"), (.seconds(86_400), ""), (.milliseconds(-1), ""),
      (nil, ""),
    ] as [(Duration?, String)])
  func writesTimes(timeOfDay: Duration?, field: String) {
    var sentence = Self.published[0].1
    sentence.timeOfDay = timeOfDay
    let text = String(decoding: sentence.encode(), as: UTF8.self)
    #expect(text.hasPrefix("$GPGGA,\(field),5321."))
  }

  @Test("numbers that no field can hold are cut or left out")
  func writesExtremes() {
    var sentence = GGASentence(
      position: GeodeticPosition(latitude: 89.999, longitude: -0.001, height: 1e9 - 1),
      satelliteCount: 100, horizontalDilution: 1e9, correctionAge: 999_999_999)
    let text = { (sentence: GGASentence) in String(decoding: sentence.encode(), as: UTF8.self) }
    #expect(
      text(sentence).hasPrefix(
        "$GPGGA,,8959.9400000,N,00000.0600000,W,1,99,,999999999.000,M,0.000,M,999999999.0,*"))
    (sentence.satelliteCount, sentence.horizontalDilution) = (-1, 0.04)
    sentence.position.height = 1e9
    #expect(text(sentence).hasPrefix("$GPGGA,,,,,,0,00,0.0,,,,,999999999.0,*"))
  }

  @Test("other sentences and shorter ones are not read")
  func refusesOthers() {
    for body in ["GPGGB,,,,,,0,,,,,", "GPGGAX,,,,,,0,,,,,", "PGGA,,,,,,0,,,,,", "GPGGA,,,,,,0,,,,"]
    {
      #expect(read(Self.sentence(body)) == nil, "\(body)")
    }
    let right = Self.sentence("GPGGA,,,,,,0,,,,,")
    #expect(read(right) != nil)
    #expect(read(right + [0x30]) == nil)
    #expect(read(Array(right.dropFirst())) == nil)
    #expect(read(Array(right.dropLast()) + [0x47]) == nil)
  }

  @Test("what is written is read back to a tenth of a millimetre")
  func roundTrip() throws {
    var generator = Xoshiro256(seed: 1, part: "GGA")
    for _ in 0..<200 {
      let position = GeodeticPosition(
        latitude: generator.uniform() * 180 - 90, longitude: generator.uniform() * 360 - 180,
        height: generator.uniform() * 9000 - 400)
      let sentence = GGASentence(position: position, timeOfDay: .seconds(86_399), stationID: 4095)
      let back = try #require(read(sentence.encode()))
      #expect((back.position.latitude - position.latitude).magnitude < 1e-9)
      #expect((back.position.longitude - position.longitude).magnitude < 1e-9)
      #expect((back.position.height - position.height).magnitude < 0.00051)
      #expect(back.timeOfDay == sentence.timeOfDay && back.stationID == 4095)
    }
  }

  @Test(
    "what is no right GGA sentence is not read",
    arguments: [
      "", "$", "$GPGGA", "$GPGGA*56",
      "$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,",
      "$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*77",
      "$GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A*43",
    ])
  func refuses(text: String) {
    #expect(read(Array(text.utf8)) == nil)
  }

  @Test("one changed byte is noticed", arguments: 0..<70)
  func noticesDamage(at index: Int) {
    var bytes = Array(Self.published[0].0.utf8)
    bytes[index] ^= 1
    #expect(read(bytes) == nil)
  }
}
