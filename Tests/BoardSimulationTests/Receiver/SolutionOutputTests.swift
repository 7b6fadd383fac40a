import GNSSBasics
import GNSSSimulation
import SensorDrivers
import Testing

@testable import BoardSimulation

/// Tests of the messages for a solution in which every value is different.
@Suite("u-blox receiver model: one solution in its messages")
struct SolutionOutputTests {
  /// The time of the solution, 2026-06-01T12:34:56.25Z.
  private static let time = GPSTime(
    nanoseconds: 1_780_317_296_250_000_000 - 315_964_782_000_000_000)

  private static func solution(
    _ state: GNSSFix = .rtkFixed, change: (inout NavigationSolution) -> Void = { _ in }
  ) -> NavigationSolution {
    let position = GeodeticPosition(
      latitude: -45.478_129_113, longitude: -9.227_790_69, height: 162.3456)
    let reference = NavigationSolution.Reference(
      stationID: 17, age: .milliseconds(1240), east: -300.0001, north: 400.0002, up: 12.0003)
    let sky = SatellitesInView(over: position, at: time)
    var solution = NavigationSolution(
      time: time, state: state, reason: .acquiring, position: position,
      velocity: LocalVelocity(east: -0.9, north: 1.2, up: 0.25), heading: 323.13,
      horizontalAccuracy: 0.0141, verticalAccuracy: 0.0212, speedAccuracy: 0.05,
      sky: sky, dilution: Dilution(state == .none ? [] : sky.usable.compactMap(\.direction)),
      reference: state > .threeD ? reference : nil)
    change(&solution)
    return solution
  }

  @Test("NAV-COV has squares of the accuracies on its diagonals, and says whether they hold")
  func navCOV() {
    func floats(_ bytes: [UInt8]) -> [Float] {
      stride(from: 16, to: 64, by: 4).map { start in
        Float(bitPattern: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
    }
    let message = Self.solution().navCOV()
    #expect(message.count == 64 && message[4...15] == [0, 1, 1] + [UInt8](repeating: 0, count: 9))
    // The order is north, east, down. 14.1 mm is the accuracy of both horizontal axes together, 5 cm/s that
    // of the speed.
    let (level, down) = (Float(0.0141 * 0.0141 / 2), Float(0.0212 * 0.0212))
    let speed = Float(0.05 * 0.05 / 2)
    let expected = [level, 0, 0, level, 0, down, speed, 0, 0, speed, 0, 2.25 * speed]
    for (value, wanted) in zip(floats(message), expected) {
      #expect((value - wanted).magnitude <= wanted * 1e-6)
    }
    let without = Self.solution(.none).navCOV()
    #expect(without.count == 64 && without[4...] == [UInt8](repeating: 0, count: 60)[...])
  }

  @Test("NAV-SAT and NAV-SIG count their entries, with two reserved bytes before the first")
  func navSATAndNavSIG() {
    let solution = Self.solution()
    for (message, version, length) in [
      (solution.navSAT(), 1 as UInt8, 12), (solution.navSIG(), 0, 16),
    ] {
      #expect(message[5] > 3 && message.count == 8 + length * Int(message[5]))
      #expect(message[4] == version && message[6...7] == [0, 0])
    }
  }

  @Test("NAV-PVT has every value in its unit")
  func navPVT() {
    let message = Self.solution().navPVT()
    // The time is Monday 12:35:14.25 in GPS time.
    #expect(message.timeOfWeekMilliseconds == 86_400_000 + 45_314_250)
    #expect((message.year, message.month, message.day) == (2026, 6, 1))
    #expect((message.hour, message.minute, message.second) == (12, 34, 56))
    #expect(message.nanoseconds == 250_000_000 && message.timeAccuracyNanoseconds == 20)
    #expect(message.validity == [.date, .time, .fullyResolved])
    #expect(message.fixType == .threeDimensional)
    #expect((message.latitudeE7, message.longitudeE7) == (-454_781_291, -92_277_907))
    #expect(
      (message.heightMillimetres, message.meanSeaLevelHeightMillimetres) == (162_346, 115_346))
    #expect(
      (message.horizontalAccuracyMillimetres, message.verticalAccuracyMillimetres) == (14, 21))
    #expect(
      [
        message.velocityNorthMillimetresPerSecond, message.velocityEastMillimetresPerSecond,
        message.velocityDownMillimetresPerSecond, message.groundSpeedMillimetresPerSecond,
      ] == [1200, -900, -250, 1500])
    #expect(message.headingOfMotionE5 == 32_313_000)
    #expect(message.speedAccuracyMillimetresPerSecond == 50)
    // The heading accuracy is the arc tangent of 0.05 m/s over 1.5 m/s.
    #expect(message.headingAccuracyE5 == 190_915)
    let satellites = Self.solution().sky.usableCount
    #expect(Int(message.satelliteCount) == satellites && satellites >= 8)
    #expect(Int(message.positionDOPE2) == Int((100 * Self.solution().dilution.position).rounded()))
  }

  @Test(
    "NAV-PVT tells the state by its flags",
    arguments: [
      (GNSSFix.threeD, NavPVT.Flags.gnssFixOK, CarrierSolution.absent),
      (.dgnss, [.gnssFixOK, .differential], .absent),
      (.rtkFloat, [.gnssFixOK, .differential], .float),
      (.rtkFixed, [.gnssFixOK, .differential], .fixed),
    ] as [(GNSSFix, NavPVT.Flags, CarrierSolution)])
  func states(state: GNSSFix, flags: NavPVT.Flags, carrier: CarrierSolution) {
    let message = Self.solution(state).navPVT()
    #expect(message.flags.intersection([.gnssFixOK, .differential]) == flags)
    #expect(message.carrierSolution == carrier)
  }

  @Test("without a fix nothing is claimed: no date, no time, no position, no accuracy")
  func noFix() {
    let solution = Self.solution(.none)
    let message = solution.navPVT()
    #expect(message.validity == [] && message.timeAccuracyNanoseconds == .max)
    #expect(message.fixType == .noFix && message.flags == [])
    #expect(message.positionFlags == .invalidPosition && message.satelliteCount == 0)
    #expect((message.latitudeE7, message.longitudeE7, message.heightMillimetres) == (0, 0, 0))
    #expect(message.positionDOPE2 == 9999)
    #expect(message.horizontalAccuracyMillimetres == .max)
    #expect(message.verticalAccuracyMillimetres == .max)
    let precise = solution.navHPPosLLH()
    #expect(precise.flags == .invalidPosition && precise.latitudeE9 == 0)
    #expect(precise.horizontalAccuracyTenths == .max && precise.verticalAccuracyTenths == .max)
    #expect(solution.navRelPosNED().flags == [])
  }

  @Test("NAV-HPPOSLLH has the position to a tenth of a millimetre")
  func navHPPosLLH() {
    let message = Self.solution().navHPPosLLH()
    #expect(message.timeOfWeekMilliseconds == 131_714_250)
    #expect((message.latitudeE9, message.longitudeE9) == (-45_478_129_113, -9_227_790_690))
    #expect((message.heightTenths, message.meanSeaLevelHeightTenths) == (1_623_456, 1_153_456))
    #expect((message.horizontalAccuracyTenths, message.verticalAccuracyTenths) == (141, 212))
    #expect(message.flags == [])
  }

  @Test("NAV-RELPOSNED has the vector from the station, north, east and down")
  func navRelPosNED() {
    let message = Self.solution().navRelPosNED()
    #expect(message.timeOfWeekMilliseconds == 131_714_250 && message.referenceStationID == 17)
    #expect((message.northMetres, message.eastMetres) == (400.0002, -300.0001))
    #expect(message.downMetres == -12.0003)
    #expect(message.lengthMetres == 500.1442)
    #expect(message.headingE5 == 32_313_011)
    // The accuracy of an axis is the horizontal accuracy divided by the square root of two.
    #expect((message.northAccuracyTenths, message.eastAccuracyTenths) == (100, 100))
    #expect((message.downAccuracyTenths, message.lengthAccuracyTenths) == (212, 100))
    #expect(message.headingAccuracyE5 == 114)
    #expect(
      message.flags.isSuperset(of: [
        .gnssFixOK, .differential, .relativePositionValid, .headingValid,
      ])
    )
    #expect(message.carrierSolution == .fixed)
    #expect(Self.solution(.threeD).navRelPosNED().flags == .gnssFixOK)
  }

  @Test(
    "the vector's direction is told from north by the east",
    arguments: [
      (0.0, 100.0, 0), (100, 0, 9_000_000), (0, -100, 18_000_000), (-100, 0, 27_000_000),
    ])
  func relativeHeading(east: Double, north: Double, heading: Int32) {
    let solution = Self.solution { solution in
      solution.reference?.east = east
      solution.reference?.north = north
    }
    #expect(solution.navRelPosNED().headingE5 == heading)
  }

  @Test(
    "the age of corrections in NAV-PVT is a code of ranges",
    arguments: [
      (0, 1), (999, 1), (1000, 2), (1999, 2), (2000, 3), (5000, 4), (10_000, 5), (15_000, 6),
      (20_000, 7), (30_000, 8), (45_000, 9), (60_000, 10), (90_000, 11), (119_999, 11),
      (120_000, 12), (900_000, 12),
    ])
  func ageCode(milliseconds: Int, code: UInt8) {
    let message = Self.solution { $0.reference?.age = .milliseconds(milliseconds) }.navPVT()
    #expect(message.correctionAgeCode == code)
    #expect(Self.solution(.threeD).navPVT().correctionAgeCode == 0)
  }

  @Test("below 0.3 m/s there is no course, and its accuracy is half a circle")
  func slow() {
    for (speed, isMoving) in [(0.3, true), (0.299, false)] {
      let solution = Self.solution { $0.velocity = LocalVelocity(east: speed, north: 0, up: 0) }
      #expect((solution.navPVT().headingAccuracyE5 == 18_000_000) == !isMoving)
      let vtg = sentences(in: NMEAOutput(solution, isHighPrecision: false).vtg())
      #expect(vtg.first?[1] == (isMoving ? "323.13" : ""))
    }
  }

  @Test("sentences have every value in its unit")
  func sentenceFields() {
    let solution = Self.solution()
    let fine = NMEAOutput(solution, isHighPrecision: true)
    let dilution = solution.dilution
    let horizontal = String(Int((dilution.horizontal * 100).rounded()))
    // 45.478129113° is 45°28.68774678', 9.22779069° is 9°13.6674414', and 1.5 m/s are 2.916 knots.
    #expect(
      fields(fine.gga()) == [
        "GNGGA", "123456.25", "4528.6877468", "S", "00913.6674414", "W", "4", "12",
        "0.\(horizontal)", "115.346", "M", "47.000", "M", "1.2", "0017",
      ])
    #expect(
      fields(fine.rmc()) == [
        "GNRMC", "123456.25", "A", "4528.6877468", "S", "00913.6674414", "W", "2.916", "323.13",
        "010626", "", "", "R", "V",
      ])
    let coarse = NMEAOutput(solution, isHighPrecision: false)
    #expect(
      Array(fields(coarse.gga())[2...5]) == ["4528.68775", "S", "00913.66744", "W"])
    #expect(Array(fields(coarse.gga())[9...11]) == ["115.3", "M", "47.0"])
    #expect(
      Array(fields(coarse.vtg()).dropLast())
        == ["GNVTG", "323.13", "T", "", "M", "2.916", "N", "5.400", "K"])
    #expect(
      Array(fields(coarse.gll()).dropLast())
        == ["GNGLL", "4528.68775", "S", "00913.66744", "W", "123456.25", "A"])
  }

  @Test(
    "GGA and RMC tell the state by a digit and a letter",
    arguments: [
      (GNSSFix.none, "0", "N"), (.threeD, "1", "A"), (.dgnss, "2", "D"),
      (.rtkFloat, "5", "F"), (.rtkFixed, "4", "R"),
    ])
  func quality(state: GNSSFix, digit: String, letter: String) {
    let output = NMEAOutput(Self.solution(state), isHighPrecision: false)
    #expect(fields(output.gga())[6] == digit)
    #expect(fields(output.rmc())[12] == letter)
    #expect(fields(output.rmc())[2] == (state == .none ? "V" : "A"))
    #expect(fields(output.gll())[6] == (state == .none ? "V" : "A"))
    let hasStation = state > .threeD
    #expect(Array(fields(output.gga()).suffix(2)) == (hasStation ? ["1.2", "0017"] : ["", ""]))
  }

  @Test("without a fix course, speed and place are empty fields")
  func emptyFields() {
    let output = NMEAOutput(Self.solution(.none), isHighPrecision: false)
    #expect(fields(output.vtg()) == ["GNVTG", "", "T", "", "M", "", "N", "", "K", "N"])
    #expect(fields(output.gll()) == ["GNGLL", "", "", "", "", "", "V", "N"])
  }

  @Test("GSA names the satellites used, a sentence a system")
  func satellitesUsed() throws {
    let solution = Self.solution()
    let gsa = sentences(in: NMEAOutput(solution, isHighPrecision: false).gsa())
    let systems: [(Constellation, String, Int)] = [
      (.gps, "1", 0), (.glonass, "2", 64), (.galileo, "3", 0), (.beidou, "4", 0), (.qzss, "5", 0),
    ]
    try #require(gsa.count == systems.count)
    for (sentence, (constellation, system, shift)) in zip(gsa, systems) {
      let used = solution.sky.satellites(of: constellation).filter(\.isUsable).prefix(12)
      #expect(Array(sentence[0...2]) == ["GNGSA", "A", "3"])
      #expect(sentence[3..<15].compactMap { Int($0) } == used.map { $0.id.number + shift })
      #expect(sentence.count == 19 && sentence[18] == system)
      #expect(
        sentence[15..<18].compactMap(Double.init)
          == [solution.dilution.position, solution.dilution.horizontal, solution.dilution.vertical]
          .map { ($0 * 100).rounded() / 100 })
    }
    let lost = NMEAOutput(Self.solution(.none), isHighPrecision: false)
    #expect(
      sentences(in: lost.gsa()).allSatisfy {
        $0[2] == "1" && $0[3...14] == [String](repeating: "", count: 12)[...]
      })
  }

  @Test("GSV has those in view with elevation, azimuth and strength, by system and signal")
  func satellitesInView() {
    let solution = Self.solution { solution in
      // Two satellites are being searched, one of them in an unknown direction.
      solution.sky.satellites[0].signals = .init()
      solution.sky.satellites[1].signals = .init()
      solution.sky.satellites[1].direction = nil
    }
    let gsv = sentences(in: NMEAOutput(solution, isHighPrecision: false).gsv())
    var told: [String: [[Int?]]] = [:]
    for sentence in gsv {
      told[sentence[0] + (sentence.last ?? ""), default: []] +=
        stride(from: 4, to: sentence.count - 1, by: 4).map { sentence[$0..<$0 + 4].map(Int.init) }
    }
    var expected: [String: [[Int?]]] = [:]
    for satellite in solution.sky.satellites {
      let (talker, shift, ids): (String, Int, [String]) =
        switch satellite.id.constellation {
        case .gps: ("GPGSV", 0, ["1", "6"])
        case .glonass: ("GLGSV", 64, ["1", "3"])
        case .galileo: ("GAGSV", 0, ["7", "2"])
        case .beidou: ("GBGSV", 0, ["1", "B"])
        default: ("GQGSV", 0, ["1", "6"])
        }
      let direction = satellite.direction
      let place = [
        satellite.id.number + shift, direction.map { Int($0.elevation) },
        direction.map { Int($0.azimuth) },
      ]
      if satellite.signals.isEmpty { expected[talker + "0", default: []].append(place + [nil]) }
      for (id, signal) in zip(ids, satellite.signals) {
        expected[talker + id, default: []].append(place + [Int(signal.carrierToNoise.rounded())])
      }
    }
    #expect(told == expected)
    #expect(expected["GPGSV0"]?.count == 2 && expected.count >= 9)
    for lines in Dictionary(grouping: gsv, by: { $0[0] + ($0.last ?? "") }).values {
      #expect(lines.map { $0[1] } == lines.map { _ in "\(lines.count)" })
      #expect(lines.map { $0[2] } == (1...lines.count).map { "\($0)" })
    }
  }

  @Test("GSA has room for twelve satellites of a constellation, and leaves out the others")
  func thirteenSatellites() throws {
    let solution = Self.solution { solution in
      solution.sky.satellites = (1...13).map {
        .followed(.gps, $0, elevation: $0 == 2 ? 9.9 : 10, azimuth: 25 * Double($0))
      }
    }
    for extra in [0, 1] {
      var solution = solution
      solution.sky.satellites += (0..<extra).map { _ in
        .followed(.gps, 14, elevation: 90, azimuth: 0)
      }
      let gsa = sentences(in: NMEAOutput(solution, isHighPrecision: false).gsa())
      try #require(gsa.first?.count == 19)
      #expect(gsa[0][3..<15].map { Int($0) } == [1] + Array(3...13))
    }
  }

  @Test("an empty sky has no sentence of satellites in view")
  func emptySky() {
    let output = NMEAOutput(Self.solution { $0.sky = SatellitesInView() }, isHighPrecision: false)
    #expect(output.gsv().isEmpty)
    #expect(sentences(in: output.gsa()).count == 5)
  }

  @Test("a minute that rounds to sixty is the next degree")
  func carriesMinutes() {
    let solution = Self.solution { $0.position.latitude = 9.999_999_999 }
    let output = NMEAOutput(solution, isHighPrecision: false)
    #expect(Array(fields(output.gga())[2...3]) == ["1000.00000", "N"])
  }

  private func fields(_ sentence: [UInt8]) -> [String] { sentences(in: sentence).first ?? [] }
}
