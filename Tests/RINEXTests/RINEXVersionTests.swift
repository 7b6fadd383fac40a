import Foundation
import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("The versions of RINEX")
struct RINEXVersionTests {
  /// Monday, 6 January 2020, noon.
  static let reference = ObservationRecordTests.reference

  private static func msm(
    _ constellation: Constellation, _ seconds: Int, kind: UInt8 = 7, station: UInt16 = 12,
    _ observations: [MSMObservation]
  ) throws -> [UInt8] {
    let epoch = MSMEpoch(
      constellation: constellation,
      gpsTimeOfWeekMilliseconds: reference.millisecondsOfWeek + 1000 * seconds)
    let message = try MSMMessage(
      type: MSMType(constellation, kind: kind), stationID: station, epoch: epoch,
      observations: observations)
    return try RTCMMessage.msm(message).frame()
  }

  private static func observation(
    _ satellite: UInt8, _ signal: UInt8, phase: Double? = 20_000_000, cnr: Double = 45.5
  ) -> MSMObservation {
    MSMObservation(
      satelliteID: satellite, signalID: signal, pseudorange: 20_000_000 + Double(signal),
      phaserange: phase, phaserangeRate: -100, lockTimeMilliseconds: 1000, cnr: cnr)
  }

  private static func texts(
    _ stream: [UInt8], _ version: RINEXFormat, header: RINEXHeader = RINEXHeader()
  ) throws -> RINEXTexts {
    try RINEXTexts(of: stream, near: reference, version: version, header: header)
  }

  // MARK: Golden lines

  /// The signals: C/A and P(Y) of L1 are 2 and 4, P(Y) and L2C of L2 are 10 and 16, L5 is 22.
  @Test("2.11 has a band's pseudoranges, and one phase, five values a line, those missing blank")
  func bands() throws {
    let signals: [UInt8] = [2, 10, 16, 22]
    let stream = try Self.msm(.gps, 1, signals.map { Self.observation(7, $0) })
    let lines = try Self.texts(stream, .v2_11).lines
    #expect(
      lines[0]
        == Self.header("     2.11           OBSERVATION DATA    M: MIXED", "RINEX VERSION / TYPE"))
    #expect(lines.contains(Self.header("     1     1", "WAVELENGTH FACT L1/2")))
    #expect(
      lines.filter { $0.hasSuffix("# / TYPES OF OBSERV") } == [
        Self.header(
          "    13    C1    L1    D1    S1    C2    P2    L2    D2    S2", "# / TYPES OF OBSERV"),
        Self.header("          C5    L5    D5    S5", "# / TYPES OF OBSERV"),
      ])
    #expect(
      lines.suffix(5) == [
        " 20  1  6 12  0  1.0000000  0  1G07",
        "  20000002.000   105100709.3721        525.504          45.500    20000016.000",
        "  20000010.000    81896656.6531        409.483          45.500    20000022.000",
        "  78484295.9591        392.421          45.500",
        "",
      ])
    #expect(!lines.contains { $0.hasSuffix("SYS / PHASE SHIFT") || $0.hasSuffix("STRENGTH UNIT") })
  }

  @Test("2.11 has twelve satellites in the epoch's line, and goes on in the next")
  func satelliteList() throws {
    let stream = try Self.msm(.gps, 0, (1...14).map { Self.observation($0, 2) })
    let lines = try Self.texts(stream, .v2_11).lines
    let first = try #require(lines.firstIndex { $0.hasPrefix(" 20  1  6 12  0  0.0000000") })
    let names = (1...12).map { $0 < 10 ? "G0\($0)" : "G\($0)" }.joined()
    #expect(lines[first] == " 20  1  6 12  0  0.0000000  0 14" + names)
    #expect(lines[first + 1] == String(repeating: " ", count: 32) + "G13G14")
    #expect(lines.count == first + 2 + 14 + 1)
  }

  @Test("a phase of another signal of the band than before is a slip in 2.11")
  func otherSignal() throws {
    let phases: [[UInt8]] = [[10, 16], [16], [16], [10, 16]]
    let stream = try phases.enumerated().flatMap { second, signals in
      try Self.msm(.gps, second, ([2] + signals).map { Self.observation(7, $0) })
    }
    let lines = try Self.texts(stream, .v2_11).lines
    // The seventh of nine values is L2, the second value of the second line.
    let records = lines.filter { $0.contains("    20000010.000") || $0.hasPrefix("  20000010.000") }
    #expect(records.count == 2)
    let flags = lines.indices.filter { lines[$0].hasPrefix(" 20  1  6") }.map { index in
      lines[index + 2].dropFirst(30).prefix(1)
    }
    #expect(flags == ["1", "1", " ", "1"])
  }

  @Test("what 2.11 has no place for is left out and told")
  func omissions() throws {
    var stream = try Self.msm(.gps, 0, [2, 30].map { Self.observation(7, $0) })
    stream += try Self.msm(.beidou, 0, [Self.observation(21, 2)])
    var beidou = BeiDouEphemeris(satelliteID: 21)
    beidou.week = 731
    stream += try RTCMMessage.beidouEphemeris(beidou).frame()
    let old = try Self.texts(stream, .v2_11)
    #expect(old.omissions == ["GPS 1S", "BeiDou", "1 ephemeris of BeiDou"])
    #expect(!old.lines.contains { $0.contains("C21") })
    for version in RINEXFormat.allCases where version != .v2_11 {
      #expect(try Self.texts(stream, version).omissions.isEmpty)
    }
  }

  @Test("4.00 has 3.04's records without phase shifts, and QZSS's L1C/B")
  func version4() throws {
    var stream = try Self.msm(.gps, 0, [2, 10].map { Self.observation(7, $0) })
    let (new, old) = (
      try Self.texts(stream, .v4_00).lines, try Self.texts(stream, .v3_04).lines
    )
    #expect(
      new[0]
        == Self.header("     4.00           OBSERVATION DATA    M: MIXED", "RINEX VERSION / TYPE"))
    #expect(new.dropFirst() == old.dropFirst().filter { !$0.hasSuffix("SYS / PHASE SHIFT") })
    let code = RINEXSignalCode(band: 1, attribute: UInt8(ascii: "E"))
    let l1cb = try #require(Constellation.qzss.signalID(of: code))
    stream = try Self.msm(.qzss, 0, [2, l1cb].map { Self.observation(2, $0) })
    #expect(
      try Self.texts(stream, .v4_00).lines.contains {
        $0.hasPrefix("J    8 C1C L1C D1C S1C C1E")
      })
    #expect(
      try Self.texts(stream, .v3_04).lines.contains { $0.hasPrefix("J    4 C1C L1C D1C S1C ") })
  }

  @Test(
    "a version has the signals of its own tables and of earlier ones, and the others are told",
    arguments: RINEXFormat.allCases)
  func signals(version: RINEXFormat) throws {
    func signal(_ name: StaticString, of constellation: Constellation) throws -> UInt8 {
      let text = Array("\(name)".utf8)
      let code = RINEXSignalCode(band: text[0] - UInt8(ascii: "0"), attribute: text[1])
      return try #require(constellation.signalID(of: code))
    }
    let stream =
      try Self.msm(.qzss, 0, [2, signal("1E", of: .qzss)].map { Self.observation(2, $0) })
      + Self.msm(.beidou, 0, [2, signal("5P", of: .beidou)].map { Self.observation(21, $0) })
    let left: [RINEXFormat: [String]] = [
      .v2_11: ["QZSS", "BeiDou"], .v3_03: ["QZSS 1E", "BeiDou 5P"], .v3_04: ["QZSS 1E"],
    ]
    let texts = try Self.texts(stream, version)
    #expect(texts.omissions == left[version, default: []])
    #expect(texts.lines.contains { $0.hasPrefix("     \(version.rawValue) ") })
    let phases = texts.lines.filter { $0.hasSuffix("SYS / PHASE SHIFT") }
    #expect(phases.isEmpty == (version == .v2_11 || version >= .v4_00))
    let navigation = String(
      decoding: try Self.texts(Self.ephemerides(), version).text.navigation, as: UTF8.self)
    #expect(navigation.contains("> EPH G07 LNAV") == (version >= .v4_00))
    #expect(
      navigation.contains("\n     2.310000000000D+02-9.313225746155D-10")
        == (version >= .v3_05))
  }

  @Test("another station begins with an event in 2.11 too")
  func newStation() throws {
    let stream =
      try Self.msm(.gps, 0, [Self.observation(7, 2)])
      + Self.msm(.gps, 1, station: 99, [Self.observation(7, 2)])
    let lines = try Self.texts(stream, .v2_11).lines
    let event = try #require(lines.firstIndex(of: " 20  1  6 12  0  1.0000000  3  6"))
    #expect(lines[event + 1].hasPrefix("0099 "))
    #expect(lines[event + 7] == " 20  1  6 12  0  1.0000000  0  1G07")
  }

  private static func header(_ content: String, _ label: String) -> String {
    content + String(repeating: " ", count: 60 - content.count) + label
  }

  // MARK: Navigation

  private static func ephemerides() throws -> [UInt8] {
    var gps = GPSEphemeris(satelliteID: 7)
    (gps.week, gps.referenceTime, gps.clockReferenceTime, gps.af0) = (
      39, 129_600, 129_600, -0x1p-13
    )
    var glonass = GLONASSEphemeris(satelliteID: 3)
    (glonass.referenceTime, glonass.frameTimeField, glonass.day) = (54_900, 15 << 7, 6)
    (glonass.satelliteKind, glonass.p4, glonass.p3, glonass.p2) = (1, true, true, false)
    (glonass.p1, glonass.p, glonass.accuracyIndex, glonass.l2Delay) = (1, 3, 4, -0x1p-30)
    (glonass.isAlmanacHealthy, glonass.hasAlmanacHealth) = (true, true)
    var inav = GalileoEphemeris(.inav(), satelliteID: 5)
    (inav.week, inav.referenceTime, inav.clockReferenceTime) = (1063, 129_600, 129_600)
    var fnav = GalileoEphemeris(.fnav(), satelliteID: 5)
    (fnav.week, fnav.referenceTime, fnav.clockReferenceTime) = (1063, 129_600, 129_600)
    var sbas = SBASEphemeris(satelliteID: 3)
    sbas.referenceTime = 43_200
    var qzss = QZSSEphemeris(satelliteID: 2)
    (qzss.week, qzss.referenceTime, qzss.clockReferenceTime) = (39, 129_600, 129_600)
    var navic = NavICEphemeris(satelliteID: 4)
    (navic.week, navic.referenceTime, navic.clockReferenceTime) = (39, 129_600, 129_600)
    var messages: [RTCMMessage] = [
      .gpsEphemeris(gps), .glonassEphemeris(glonass), .galileoEphemeris(inav),
      .galileoEphemeris(fnav), .sbasEphemeris(sbas), .qzssEphemeris(qzss),
      .navicEphemeris(navic),
    ]
    for satellite: UInt8 in [2, 21] {
      var beidou = BeiDouEphemeris(satelliteID: satellite)
      (beidou.week, beidou.referenceTime, beidou.clockReferenceTime) = (731, 129_600, 129_600)
      messages.append(.beidouEphemeris(beidou))
    }
    return try messages.flatMap { try $0.frame() }
  }

  @Test("4.00 names the message of each ephemeris, and has a line more of GLONASS")
  func headings() throws {
    let text = try Self.texts(Self.ephemerides(), .v4_00).text.navigation
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    #expect(lines[0].hasPrefix("     4.00           N: GNSS NAV DATA    M: MIXED"))
    #expect(
      lines.filter { $0.hasPrefix(">") } == [
        "> EPH G07 LNAV", "> EPH R03 FDMA", "> EPH E05 INAV", "> EPH E05 FNAV", "> EPH S23 SBAS",
        "> EPH J02 LNAV", "> EPH I04 LNAV", "> EPH C02 D2", "> EPH C21 D1",
      ])
    let glonass = try #require(lines.firstIndex(of: "> EPH R03 FDMA"))
    // GLONASS-M, renewed, five almanacs, 30 minutes, both times on board: 01 1 1 0 01 11.
    #expect(
      lines[glonass + 5]
        == "     2.310000000000D+02-9.313225746155D-10 4.000000000000D+00 3.000000000000D+00")
    #expect(lines[glonass + 6] == "> EPH E05 INAV")
  }

  @Test("2.11 has a file of GPS, and of GLONASS and SBAS where there is something")
  func files() throws {
    let texts = try Self.texts(Self.ephemerides(), .v2_11)
    let files = [texts.text.navigation, texts.text.glonassNavigation, texts.text.sbasNavigation]
      .map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
    #expect(files.map { $0[0].dropFirst(20).prefix(1) } == ["N", "G", "H"])
    #expect(
      files[0][4]
        == " 7 20  1  6 12  0  0.0-1.220703125000D-04 0.000000000000D+00 0.000000000000D+00")
    #expect(files[0][5].hasPrefix("    0.000000000000D+00 "))
    // 15:00 in Moscow is 43 200 s of the day in UTC.
    #expect(
      files[1][4]
        == " 3 20  1  6 12 15  0.0 0.000000000000D+00 0.000000000000D+00 4.320000000000D+04")
    #expect(files[1].count == 8)
    #expect(files[2][4].hasPrefix("23 20  1  6 12  0  0.0"))
    var gps = GPSEphemeris(satelliteID: 7)
    gps.week = 39
    let alone = try Self.texts(RTCMMessage.gpsEphemeris(gps).frame(), .v2_11)
    #expect(alone.text.glonassNavigation.isEmpty && alone.text.sbasNavigation.isEmpty)
  }

  // MARK: Read by others

  static let captures = [
    DatedCapture("asv__fw206mrtk_rtcm.rtcm3", "2021-06-01T07:33:00Z"),
    DatedCapture("ky__RTK134_202102051543.rtcm3", "2021-02-05T15:43:00Z"),
    DatedCapture("qzsl6__20190529hiroshima.rtcm", "2019-05-29T04:00:00Z"),
    DatedCapture("swift__20190120_1956_rover.023", "2019-01-20T20:00:00Z"),
    DatedCapture("swift__leica.rtcm", "2018-01-02T18:47:00Z"),
    DatedCapture("swift__trimble.rtcm", "2017-12-29T20:11:00Z"),
    DatedCapture("pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log", "2024-03-13T16:35:00Z"),
    DatedCapture("../rtk/mosaic-static/base.rtcm3", "2024-06-24T08:20:00Z"),
  ]

  /// Returns a reader's output for the navigation files of a version; by default RTKLIB is the reader.
  private static func ephemerides(
    of stream: [UInt8], near reference: GPSTime, _ version: RINEXFormat,
    by reader: PythonPackage = .pyrtklib, _ script: String = "rtklib_navigation.py"
  ) throws -> Set<Substring> {
    let folder = try TemporaryFolder()
    let names = try RINEXTexts(of: stream, near: reference, version: version).write(into: folder)
    let output = try reader.run(script, names.filter { $0 != "out.obs" }, in: folder.url)
    return Set(output.split(separator: "\n"))
  }

  /// Compares what RTKLIB reads from files of some versions, and of 2.11, with what it reads from 3.04.
  private static func compareEphemerides(
    _ stream: [UInt8], near reference: GPSTime, in versions: [RINEXFormat]
  ) throws {
    let all = try ephemerides(of: stream, near: reference, .v3_04)
    for version in versions {
      #expect(try ephemerides(of: stream, near: reference, version) == all, "\(version)")
    }
    // RTKLIB numbers the satellites of GPS first, and then those of GLONASS.
    let old = all.filter { (1...59).contains(Int($0.prefix { $0 != " " }) ?? 0) }
    #expect(try ephemerides(of: stream, near: reference, .v2_11) == old)
  }

  @Test(
    "RTKLIB reads the same ephemerides from 2.11, 3.04, 3.05 and 4.00",
    .compares(with: .captures, .pyrtklib),
    arguments: RINEXReadingTests.captures)
  func ephemeridesAreReadAlike(capture: DatedCapture) throws {
    try Self.compareEphemerides(
      capture.bytes(), near: capture.reference, in: [.v3_05, .v4_00])
  }

  @Test(
    "RTKLIB reads the same ephemerides from all versions of a synthetic base",
    .compares(with: .pyrtklib))
  func baseIsReadAlike() throws {
    let stream = Array(try MilanBase.capture.prefix(40_000))
    let reference = GPSTime(week: 2421, secondsOfWeek: 129_618)
    #expect(try !Self.ephemerides(of: stream, near: reference, .v2_11).isEmpty)
    try Self.compareEphemerides(
      stream, near: reference, in: RINEXFormat.allCases.filter { $0 > .v2_11 })
  }

  @Test(
    "a reader that goes by the record lines of 4.00 finds there what it finds in 3.04",
    .compares(with: .captures, .cssrlib), arguments: RINEXReadingTests.captures)
  func recordLinesAreRead(capture: DatedCapture) throws {
    func found(_ version: RINEXFormat) throws -> Set<Substring> {
      try Self.ephemerides(
        of: capture.bytes(), near: capture.reference, version, by: .cssrlib,
        "cssrlib_navigation.py")
    }
    // Both have the message type: version 4 in the record line, version 3 in Galileo's data sources.
    #expect(try found(.v4_00) == found(.v3_04))
  }

  @Test(
    "convbin reads the same observations from all versions",
    .compares(with: .captures, .convbin), arguments: captures)
  func observationsAreReadAlike(capture: DatedCapture) throws {
    let stream = try capture.bytes()
    func reading(_ version: RINEXFormat) throws -> [RINEXFile.Epoch] {
      let text = try RINEXTexts(of: stream, near: capture.reference, version: version).text
      return try Convbin.convert(
        text.observations, format: "rinex", near: capture.reference
      ).observations.epochs
    }
    let three = try reading(.v3_04)
    #expect(!three.isEmpty)
    for version in [RINEXFormat.v3_05, .v4_00, .v4_01, .v4_02] {
      let other = try reading(version)
      #expect(other.map(\.time) == three.map(\.time))
      #expect(other.map(\.observations) == three.map(\.observations))
    }
    let ours = RINEXFile(
      try RINEXTexts(of: stream, near: capture.reference, version: .v3_04).text.observations)
    let two = try reading(.v2_11)
    #expect(!two.isEmpty)
    for epoch in two {
      let known = try #require(ours.epochs.first { $0.time == epoch.time })
      // A value has a satellite, a kind and a band; 2.11 does not name the signal.
      let values = Set(known.observations.map { "\($0.key.prefix(6)) \($0.value.value)" })
      for (key, observation) in epoch.observations {
        #expect(values.contains("\(key.prefix(6)) \(observation.value)"), "\(epoch.time) \(key)")
      }
    }
  }

  @Test(
    "has convbin's pseudoranges of 2.11, by type", .compares(with: .captures, .convbin),
    arguments: captures)
  func agreesWithConvbin(capture: DatedCapture) throws {
    let bytes = try capture.bytes()
    let ours = RINEX2Observations(
      try RINEXTexts(of: bytes, near: capture.reference, version: .v2_11).text.observations)
    let theirs = RINEX2Observations(
      try Convbin.observations(bytes, near: capture.reference, version: "2.11"))
    #expect(!theirs.values.isEmpty)
    for (key, value) in theirs.values {
      // convbin also writes QZSS, which came with 2.12, and in some places another signal's phase.
      if key.satellite.hasPrefix("J") || !"CP".contains(key.type.prefix(1)) { continue }
      let ours = try #require(ours.values[key], "\(key) \(value)")
      #expect(abs(ours - value) < 0.0015, "\(key)")
    }
  }
}
