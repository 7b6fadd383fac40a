import RINEX
import Foundation
import RTCMParser
import Testing

/// Tests with different numbers everywhere, so that a wrong place or unit shows.
@Suite("RINEX navigation records, number by number")
struct NavigationElementTests {
  static let reference = NavigationRecordTests.reference

  /// Returns the records written for messages: a heading such as `G07 2020 01 06 12 00 00`, and numbers.
  static func records(
    _ messages: [RTCMMessage], near reference: GPSTime = Self.reference
  ) -> [(heading: String, values: [Double])] {
    var writer = RINEXNavigationWriter(near: reference)
    var text: [UInt8] = []
    for message in messages { writer.append(message, to: &text) }
    var records: [(heading: String, values: [Double])] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      if line.first != " " { records.append((String(line.prefix(23)), [])) }
      records[records.count - 1].values += numbers(in: line.dropFirst(line.first == " " ? 4 : 23))
    }
    return records
  }

  /// Returns the numbers of a line, 19 columns each.
  private static func numbers(in line: Substring) -> [Double] {
    stride(from: 0, to: line.count, by: 19).compactMap { at in
      let column = line.dropFirst(at).prefix(19).filter { $0 != " " }
      return Double(String(column).replacing("D", with: "E"))
    }
  }

  /// Sets the common elements of an orbit; the record has `halfCircles` in radians.
  private static func setElements<E>(
    of orbit: inout E, seconds: [WritableKeyPath<E, Double>],
    halfCircles: [WritableKeyPath<E, Double>]
  ) {
    for (index, element) in seconds.enumerated() {
      orbit[keyPath: element] = Double(index + 1) / 64
    }
    for (index, element) in halfCircles.enumerated() {
      orbit[keyPath: element] = Double(index + 1) / 128
    }
  }

  /// Returns the record's numbers from af0 to the inclination rate: RINEX 3.04, table A6.
  private static func elements(issue: Double) -> [Double] {
    let angles = (1...6).map { Double($0) / 128 * .pi }
    let others = (1...11).map { Double($0) / 64 }
    return [
      others[0], others[1], others[2],
      issue, others[3], angles[0], angles[1],
      others[4], others[5], others[6], others[7],
      129_600, others[8], angles[2], others[9],
      angles[3], others[10], angles[4], angles[5],
    ]
  }

  /// Whether numbers agree to the digits of a record.
  private static func agree(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= 1e-12 * abs($1) }
  }

  @Test("of GPS")
  func gps() throws {
    var orbit = GPSEphemeris(satelliteID: 7)
    Self.setElements(
      of: &orbit,
      seconds: [
        \.af0, \.af1, \.af2, \.crs, \.cuc, \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis,
        \.cic, \.cis, \.crc,
      ],
      halfCircles: [
        \.meanMotionDifference, \.meanAnomaly, \.ascendingNode, \.inclination,
        \.argumentOfPerigee, \.ascensionRate,
      ])
    (orbit.week, orbit.referenceTime, orbit.clockReferenceTime) = (39, 129_600, 129_600)
    (orbit.inclinationRate, orbit.iode, orbit.iodc) = (0.25, 11, 267)
    (orbit.codeOnL2, orbit.isL2PWithoutData, orbit.health) = (2, true, 5)
    (orbit.groupDelay, orbit.accuracyIndex) = (0x1p-31, 0)
    let record = try #require(Self.records([.gpsEphemeris(orbit)]).first)
    #expect(record.heading == "G07 2020 01 06 12 00 00")
    let rest = [.pi / 4, 2, 2087, 1, 2, 5, 0x1p-31, 267, 999_900_000, 4]
    #expect(Self.agree(record.values, Self.elements(issue: 11) + rest))
  }

  @Test("of QZSS")
  func qzss() throws {
    var orbit = QZSSEphemeris(satelliteID: 2)
    Self.setElements(
      of: &orbit,
      seconds: [
        \.af0, \.af1, \.af2, \.crs, \.cuc, \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis,
        \.cic, \.cis, \.crc,
      ],
      halfCircles: [
        \.meanMotionDifference, \.meanAnomaly, \.ascendingNode, \.inclination,
        \.argumentOfPerigee, \.ascensionRate,
      ])
    (orbit.week, orbit.referenceTime, orbit.clockReferenceTime) = (39, 129_600, 129_600)
    (orbit.inclinationRate, orbit.iode, orbit.iodc) = (0.25, 11, 267)
    (orbit.codesOnL2, orbit.health, orbit.groupDelay, orbit.accuracyIndex) = (2, 5, 0x1p-31, 4)
    let record = try #require(Self.records([.qzssEphemeris(orbit)]).first)
    #expect(record.heading == "J02 2020 01 06 12 00 00")
    let rest = [.pi / 4, 2, 2087, 1, 8, 5, 0x1p-31, 267, 999_900_000, 0]
    #expect(Self.agree(record.values, Self.elements(issue: 11) + rest))
  }

  @Test("of Galileo, I/NAV and F/NAV")
  func galileo() throws {
    var inav = GalileoEphemeris(
      .inav(
        groupDelayE5b: 0x1p-31, e5b: .init(status: 2, isDataInvalid: true), e1b: .init(status: 1)),
      satelliteID: 5)
    Self.setElements(
      of: &inav,
      seconds: [
        \.af0, \.af1, \.af2, \.crs, \.cuc, \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis,
        \.cic, \.cis, \.crc,
      ],
      halfCircles: [
        \.meanMotionDifference, \.meanAnomaly, \.ascendingNode, \.inclination,
        \.argumentOfPerigee, \.ascensionRate,
      ])
    (inav.week, inav.referenceTime, inav.clockReferenceTime) = (1063, 129_600, 129_600)
    (inav.inclinationRate, inav.iodNav, inav.sisaIndex) = (0.25, 77, 107)
    inav.groupDelayE5a = 0x1p-32
    var fnav = GalileoEphemeris(
      .fnav(e5a: .init(status: 1, isDataInvalid: true)), satelliteID: 5)
    (fnav.week, fnav.referenceTime, fnav.clockReferenceTime) = (1063, 129_600, 129_600)
    fnav.groupDelayE5a = 0x1p-32
    let records = Self.records([.galileoEphemeris(inav), .galileoEphemeris(fnav)])
    try #require(records.map(\.heading) == ["E05 2020 01 06 12 00 00", "E05 2020 01 06 12 00 00"])
    // Data sources: bits 0, 2 and 9, bits 1 and 8. Health: E5b's in bits 7, 8 and 6, E1-B's in 1, 2 and 0.
    let rest = [.pi / 4, 517, 2087, 0, 3.12, 322, 0x1p-32, 0x1p-31, 999_900_000]
    #expect(Self.agree(records[0].values, Self.elements(issue: 77) + rest))
    #expect(
      Self.agree(records[1].values.suffix(8), [258, 2087, 0, 0, 24, 0x1p-32, 0, 999_900_000]))
  }

  @Test("of BeiDou")
  func beidou() throws {
    var orbit = BeiDouEphemeris(satelliteID: 21)
    Self.setElements(
      of: &orbit,
      seconds: [
        \.af0, \.af1, \.af2, \.crs, \.cuc, \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis,
        \.cic, \.cis, \.crc,
      ],
      halfCircles: [
        \.meanMotionDifference, \.meanAnomaly, \.ascendingNode, \.inclination,
        \.argumentOfPerigee, \.ascensionRate,
      ])
    (orbit.week, orbit.referenceTime, orbit.clockReferenceTime) = (731, 129_600, 129_600)
    (orbit.inclinationRate, orbit.aode, orbit.aodc, orbit.accuracyIndex) = (0.25, 11, 12, 6)
    (orbit.groupDelay1, orbit.groupDelay2, orbit.isUnhealthy) = (0x1p-32, 0x1p-31, true)
    let record = try #require(Self.records([.beidouEphemeris(orbit)]).first)
    #expect(record.heading == "C21 2020 01 06 12 00 00")
    let rest = [.pi / 4, 0, 731, 0, 16, 1, 0x1p-32, 0x1p-31, 999_900_000, 12]
    #expect(Self.agree(record.values, Self.elements(issue: 11) + rest))
  }

  @Test("of NavIC")
  func navic() throws {
    var orbit = NavICEphemeris(satelliteID: 4)
    Self.setElements(
      of: &orbit,
      seconds: [
        \.af0, \.af1, \.af2, \.crs, \.cuc, \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis,
        \.cic, \.cis, \.crc,
      ],
      halfCircles: [
        \.meanMotionDifference, \.meanAnomaly, \.ascendingNode, \.inclination,
        \.argumentOfPerigee, \.ascensionRate,
      ])
    (orbit.week, orbit.referenceTime, orbit.clockReferenceTime) = (39, 129_600, 129_600)
    (orbit.inclinationRate, orbit.iodec, orbit.accuracyIndex) = (0.25, 11, 2)
    (orbit.groupDelay, orbit.isSUnhealthy) = (0x1p-31, true)
    let record = try #require(Self.records([.navicEphemeris(orbit)]).first)
    #expect(record.heading == "I04 2020 01 06 12 00 00")
    let rest = [.pi / 4, 0, 2087, 0, 4, 1, 0x1p-31, 0, 999_900_000]
    #expect(Self.agree(record.values, Self.elements(issue: 11) + rest))
  }

  @Test("of GLONASS and SBAS: place, velocity and acceleration, axis by axis")
  func stateVectors() throws {
    var glonass = GLONASSEphemeris(satelliteID: 3)
    (glonass.frequencyChannelIndicator, glonass.referenceTime, glonass.day) = (6, 54_900, 6)
    (glonass.frameTimeField, glonass.age) = (15 << 7 | 7 << 1, 9)
    (glonass.clockOffset, glonass.frequencyDeviation) = (-0x1p-20, 0x1p-30)
    (glonass.positionX, glonass.velocityX, glonass.accelerationX) = (1, 2, 3)
    (glonass.positionY, glonass.velocityY, glonass.accelerationY) = (4, 5, 6)
    (glonass.positionZ, glonass.velocityZ, glonass.accelerationZ) = (7, 8, 10)
    // 15:07 in Moscow is 12:07 UTC on Monday.
    #expect(
      Self.records([.glonassEphemeris(glonass)]).first?.values
        == [0x1p-20, 0x1p-30, 130_020, 1, 2, 3, 0, 4, 5, 6, -1, 7, 8, 10, 9].map(Self.rounded))
    var sbas = SBASEphemeris(satelliteID: 3)
    (sbas.referenceTime, sbas.accuracyIndex, sbas.iodn) = (43_200, 4, 9)
    (sbas.af0, sbas.af1) = (0x1p-20, 0x1p-30)
    (sbas.position.x, sbas.velocityX, sbas.accelerationX) = (1000, 2000, 3000)
    (sbas.position.y, sbas.velocityY, sbas.accelerationY) = (4000, 5000, 6000)
    (sbas.position.z, sbas.velocityZ, sbas.accelerationZ) = (7000, 8000, 10_000)
    #expect(
      Self.records([.sbasEphemeris(sbas)]).first?.values
        == [0x1p-20, 0x1p-30, 999_900_000, 1, 2, 3, 0, 4, 5, 6, 8, 7, 8, 10, 9].map(Self.rounded))
  }

  /// Returns a number rounded to thirteen digits.
  private static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.12e", value)) ?? .nan
  }

  @Test(
    "accuracies are those of the standard's table",
    arguments: zip(
      0...15 as ClosedRange<UInt8>,
      [2, 2.8, 4, 5.7, 8, 11.3, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192]))
  func accuracy(index: UInt8, metres: Double) {
    var orbit = GPSEphemeris(satelliteID: 7)
    (orbit.week, orbit.accuracyIndex) = (39, index)
    #expect(Self.records([.gpsEphemeris(orbit)]).first?.values[23] == metres)
  }

  @Test(
    "accuracies of Galileo are those of its table, and no prediction is -1",
    arguments: [
      (0, 0), (1, 0.01), (49, 0.49), (50, 0.5), (74, 0.98), (75, 1), (99, 1.96), (100, 2),
      (125, 6), (126, -1), (255, -1),
    ] as [(UInt8, Double)])
  func signalInSpaceAccuracy(index: UInt8, metres: Double) throws {
    var orbit = GalileoEphemeris(.inav(), satelliteID: 5)
    (orbit.week, orbit.sisaIndex) = (1063, index)
    let record = try #require(Self.records([.galileoEphemeris(orbit)]).first)
    #expect(abs(record.values[23] - metres) < 1e-12)
  }

  @Test(
    "the curve fit of GPS spans the hours of the standard's tables",
    arguments: [
      (239, 6), (240, 8), (247, 8), (248, 14), (255, 14), (256, 6), (495, 6), (496, 14), (497, 26),
      (503, 26), (504, 6), (1020, 6), (1021, 26), (1023, 26),
    ])
  func fitInterval(iodc: UInt16, hours: Double) {
    var orbit = GPSEphemeris(satelliteID: 7)
    (orbit.week, orbit.iodc, orbit.hasLongFitInterval) = (39, iodc, true)
    #expect(Self.records([.gpsEphemeris(orbit)]).first?.values.last == hours)
    orbit.hasLongFitInterval = false
    #expect(Self.records([.gpsEphemeris(orbit)]).first?.values.last == 4)
  }

  @Test("BeiDou's week begins 14 s after that of GPS")
  func beidouWeek() throws {
    var orbit = BeiDouEphemeris(satelliteID: 21)
    (orbit.week, orbit.referenceTime, orbit.clockReferenceTime) = (731, 0, 604_792)
    let start = GPSTime(week: 2087, secondsOfWeek: 0)
    let record = try #require(Self.records([.beidouEphemeris(orbit)], near: start).first)
    #expect(record.values[21] == 731)
    #expect(record.heading == "C21 2020 01 04 23 59 52")
  }

  /// An ephemeris, and a copy with one changed number that makes it a different ephemeris.
  static let changes: [(String, RTCMMessage, RTCMMessage)] = {
    var (gps, qzss) = (GPSEphemeris(satelliteID: 7), QZSSEphemeris(satelliteID: 2))
    (gps.week, qzss.week) = (39, 39)
    var (gpsE, gpsC, gpsH, qzssE, qzssC) = (gps, gps, gps, qzss, qzss)
    (gpsE.iode, gpsC.iodc, gpsH.health, qzssE.iode, qzssC.iodc) = (1, 1, 1, 1, 1)
    var beidou = BeiDouEphemeris(satelliteID: 21)
    beidou.week = 731
    var (beidouE, beidouC, beidouH) = (beidou, beidou, beidou)
    (beidouE.aode, beidouC.aodc, beidouH.isUnhealthy) = (1, 1, true)
    var galileo = GalileoEphemeris(.inav(), satelliteID: 5)
    galileo.week = 1063
    var (galileoI, galileoH, galileoJ) = (galileo, galileo, galileo)
    galileoI.iodNav = 1
    galileoH.navigationMessage = .inav(e1b: .init(isDataInvalid: true))
    galileoJ.navigationMessage = .inav(e5b: .init(isDataInvalid: true))
    var navic = NavICEphemeris(satelliteID: 4)
    navic.week = 39
    var (navicI, navicL, navicS) = (navic, navic, navic)
    (navicI.iodec, navicL.isL5Unhealthy, navicS.isSUnhealthy) = (1, true, true)
    let sbas = SBASEphemeris(satelliteID: 3)
    var sbasI = sbas
    sbasI.iodn = 1
    let glonass = GLONASSEphemeris(satelliteID: 3)
    var glonassH = glonass
    glonassH.isUnhealthy = true
    return [
      ("GPS iode", .gpsEphemeris(gps), .gpsEphemeris(gpsE)),
      ("GPS iodc", .gpsEphemeris(gps), .gpsEphemeris(gpsC)),
      ("GPS health", .gpsEphemeris(gps), .gpsEphemeris(gpsH)),
      ("QZSS iode", .qzssEphemeris(qzss), .qzssEphemeris(qzssE)),
      ("QZSS iodc", .qzssEphemeris(qzss), .qzssEphemeris(qzssC)),
      ("BeiDou aode", .beidouEphemeris(beidou), .beidouEphemeris(beidouE)),
      ("BeiDou aodc", .beidouEphemeris(beidou), .beidouEphemeris(beidouC)),
      ("BeiDou health", .beidouEphemeris(beidou), .beidouEphemeris(beidouH)),
      ("Galileo iodnav", .galileoEphemeris(galileo), .galileoEphemeris(galileoI)),
      ("Galileo E1-B", .galileoEphemeris(galileo), .galileoEphemeris(galileoH)),
      ("Galileo E5b", .galileoEphemeris(galileo), .galileoEphemeris(galileoJ)),
      ("NavIC iodec", .navicEphemeris(navic), .navicEphemeris(navicI)),
      ("NavIC L5", .navicEphemeris(navic), .navicEphemeris(navicL)),
      ("NavIC S", .navicEphemeris(navic), .navicEphemeris(navicS)),
      ("SBAS iodn", .sbasEphemeris(sbas), .sbasEphemeris(sbasI)),
      ("GLONASS health", .glonassEphemeris(glonass), .glonassEphemeris(glonassH)),
    ]
  }()

  @Test("another issue or health is another record", arguments: changes)
  func anotherIssue(name: String, first: RTCMMessage, second: RTCMMessage) {
    #expect(Self.records([first, second, first, second]).count == 2, "\(name)")
  }

  @Test("the last four ephemerides of a satellite are remembered, an older one is written again")
  func memory() {
    let messages = (0..<5).map { iode in
      var orbit = GPSEphemeris(satelliteID: 7)
      (orbit.week, orbit.iode) = (39, UInt8(iode))
      return RTCMMessage.gpsEphemeris(orbit)
    }
    #expect(Self.records(messages + messages.dropFirst()).count == 5)
    #expect(Self.records(messages + messages.prefix(1)).count == 6)
    #expect(Self.records(Array(messages.prefix(4)) + messages.prefix(4)).count == 4)
  }

  @Test("satellites whose number has no name, and SBAS in a message of GPS, are left out")
  func unnamed() {
    func count(gps number: UInt8) -> Int {
      Self.records([.gpsEphemeris(GPSEphemeris(satelliteID: number))]).count
    }
    #expect([0, 1, 39, 40, 63].map { count(gps: $0) } == [0, 1, 1, 0, 0])
    func count(sbas number: UInt8) -> Int {
      Self.records([.sbasEphemeris(SBASEphemeris(satelliteID: number))]).count
    }
    #expect([0, 79, 80].map { count(sbas: $0) } == [1, 1, 0])
    #expect(Self.records([.glonassEphemeris(GLONASSEphemeris(satelliteID: 0))]).isEmpty)
  }

  @Test("the header names version, program and leap seconds in their columns")
  func header() {
    var text: [UInt8] = []
    RINEXNavigationWriter(near: Self.reference).appendHeader(to: &text)
    #expect(
      String(decoding: text, as: UTF8.self)
        == """
             3.04           N: GNSS NAV DATA    M: MIXED            RINEX VERSION / TYPE
        boardsim                                                    PGM / RUN BY / DATE
            18                                                      LEAP SECONDS
                                                                    END OF HEADER

        """)
  }
}
