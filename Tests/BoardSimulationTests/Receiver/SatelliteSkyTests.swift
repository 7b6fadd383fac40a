import Mathematics
import Testing

@testable import BoardSimulation

@Suite("Satellites overhead")
struct SatelliteSkyTests {
  private static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
  /// 2020-06-10 in seconds of GPS time.
  private static let start = 1_275_782_400.0

  private static func sky(
    of constellation: SatelliteSky.Constellation, over place: GeodeticPosition = milan,
    after seconds: Double
  ) -> [SatelliteSky.Satellite] {
    SatelliteSky(over: place, at: start + seconds).satellites(of: constellation)
  }

  @Test(
    "the Earth turns eastwards below the orbits, so that the same sky later stands further west",
    arguments: [
      // As many slots in a plane as parts of a revolution after which its satellites have moved up.
      (SatelliteSky.Constellation.gps, 26_560_000.0, 4.0), (.galileo, 29_600_000, 8),
    ])
  func turns(constellation: SatelliteSky.Constellation, radius: Double, slots: Double) {
    let revolution = 2 * .pi * (radius * radius * radius / 3.986_005e14).squareRoot()
    let later = revolution / slots
    var west = Self.milan
    west.longitude -= 7.292_115_146_7e-5 * later * 180 / .pi
    let now = Self.sky(of: constellation, after: 0).sorted { $0.azimuth < $1.azimuth }
    let then = Self.sky(of: constellation, over: west, after: later)
      .sorted { $0.azimuth < $1.azimuth }
    #expect(now.count == then.count && now.count >= 6)
    for (a, b) in zip(now, then) {
      #expect(abs(a.azimuth - b.azimuth) < 0.01 && abs(a.elevation - b.elevation) < 0.01)
    }
  }

  @Test("satellites pass the south from west to east, as those of medium orbits do")
  func passesSouth() {
    var passages = 0
    for minute in 0..<1440 {
      let later = Self.sky(of: .gps, after: Double(minute + 1) * 60)
      for before in Self.sky(of: .gps, after: Double(minute) * 60) {
        guard let after = later.first(where: { $0.number == before.number }),
          abs(before.azimuth - 180) < 10, abs(after.azimuth - 180) < 10,
          (before.azimuth < 180) != (after.azimuth < 180)
        else { continue }
        passages += 1
        #expect(before.azimuth > after.azimuth)
      }
    }
    #expect(passages >= 5)
  }

  @Test("no satellite comes near the pole of the sky, as orbits of 55 degrees leave a hole there")
  func northernHole() {
    let all = (0..<144).flatMap { Self.sky(of: .gps, after: Double($0) * 600) }
    #expect(
      all.allSatisfy {
        !($0.azimuth < 20 || $0.azimuth > 340) || $0.elevation < 15 || $0.elevation > 60
      })
    #expect(all.contains { (160...200).contains($0.azimuth) && $0.elevation > 60 })
    #expect(all.contains { (45...135).contains($0.azimuth) })
    #expect(all.contains { (225...315).contains($0.azimuth) })
  }

  @Test("satellites from 5 degrees up are seen, those from 10 up are used")
  func masks() {
    let skies = (0..<288).map { SatelliteSky(over: Self.milan, at: Self.start + 300 * Double($0)) }
    let elevations = skies.flatMap(\.satellites).map(\.elevation)
    #expect((5.0..<5.2).contains(elevations.min() ?? 0))
    #expect(
      skies.allSatisfy { sky in
        sky.usableCount == sky.satellites.count { $0.elevation >= 10 }
      })
    #expect(skies.contains { $0.usableCount < $0.satellites.count })
    #expect(Self.satellite(at: 10).isUsable && !Self.satellite(at: 9.99).isUsable)
  }

  @Test("signals are the stronger the higher the satellite: 33 dB-Hz to 50")
  func strength() {
    let strengths = [0, 30, 90].map { Self.satellite(at: $0).carrierToNoise }
    #expect(strengths == [33, 41, 50])
  }

  @Test("a constellation has 24 satellites in planes of their own, each seen once")
  func numbers() {
    for constellation in SatelliteSky.Constellation.allCases {
      let skies = (0..<144).map { Self.sky(of: constellation, after: 600 * Double($0)) }
      #expect(Set(skies.flatMap { $0 }.map(\.number)) == Set(1...24))
      #expect(skies.allSatisfy { Set($0.map(\.number)).count == $0.count && $0.count >= 4 })
    }
  }

  @Test("dilution falls with the root of the number, and is unknown below four satellites")
  func dilution() {
    let none = SatelliteSky.Dilution(satellites: 3)
    #expect((none.position, none.horizontal, none.vertical) == (99.99, 99.99, 99.99))
    let four = SatelliteSky.Dilution(satellites: 4)
    #expect(four.position == 2.8)
    let sixteen = SatelliteSky.Dilution(satellites: 16)
    #expect(abs(sixteen.position - 1.4) < 1e-9)
    #expect(abs(sixteen.horizontal - 0.77) < 1e-9)
    #expect(abs(sixteen.vertical - 1.162) < 1e-9)
  }

  private static func satellite(at elevation: Double) -> SatelliteSky.Satellite {
    SatelliteSky.Satellite(constellation: .gps, number: 1, elevation: elevation, azimuth: 0)
  }
}
