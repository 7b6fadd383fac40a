import Foundation
import GNSSBasics
import Mathematics
import TestSupport
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

/// A base and a rover up to five kilometres apart, with all effects on, solved by RTKLIB.
@Suite("A synthetic pair, solved by RTKLIB", .compares(with: .convbin, .rnx2rtkp))
struct SyntheticPairTests {
  static let base = BaseStationConfiguration()

  /// The share of fixed epochs, the first of them, and their errors.
  struct Verdict {
    var fixed = 0.0
    var first: Int?
    /// The horizontal and vertical errors, metres, root mean square.
    var level = 0.0, up = 0.0
    var worst = 0.0
  }

  static func verdict(
    _ systems: Set<Constellation>, effects: SkyEffects = .all, epochs: Int = 300, seed: UInt64 = 1,
    glonassBias: Double = 0,
    base place: GeodeticPosition = Self.base.position,
    rover path: AntennaPath = .standing(
      GeodeticPosition(latitude: 45.5, longitude: 9.2572, height: 150))
  ) throws -> Verdict {
    var base = Self.base
    (base.position, base.glonassBias) = (place, glonassBias)
    (base.systems, base.effects, base.seed) = (systems, effects, seed)
    var receiver = ReceiverConfiguration(
      antenna: path, under: Sky(systems: systems, seed: seed))
    (receiver.effects, receiver.equipment) = (effects, .zedF9P)
    receiver.seed = seed + 1
    let station = try BaseStationSynthesizer(base)
    let rover = RoverSynthesizer(
      RoverConfiguration(
        receiver: receiver, start: try #require(station.nextEpochTime), interval: 1_000_000_000))
    let roverEpochs = Array(rover.prefix(epochs))
    let folder = try TemporaryFolder()
    try RTKLIB.convert(OutsideDecoderTests.stream(base, epochs: epochs), to: "base", in: folder.url)
    try RTKLIB.convert(
      roverEpochs.flatMap { try $0.encode(stationID: 0) }, to: "rover", in: folder.url)
    return judge(
      try RTKLIB.solve(
        ["rover.obs", "base.obs", "base.nav"], options: options(for: place), in: folder.url),
      roverEpochs.map(\.position))
  }

  /// Returns the options of the shared pair's `rtk.conf`.
  private static func options(for base: GeodeticPosition) -> [String] {
    [
      "pos1-posmode=kinematic", "pos1-frequency=l1+2", "pos1-elmask=15", "pos1-ionoopt=brdc",
      "pos1-tropopt=saas", "pos2-armode=continuous", "pos2-gloarmode=on", "pos2-bdsarmode=on",
      "pos2-arthres=3", "pos2-arlockcnt=0", "pos2-arelmask=15", "pos2-arminfix=10",
      "pos2-aroutcnt=5", "pos2-maxage=30", "pos2-rejionno=30", "stats-eratio1=100",
      "stats-eratio2=100", "stats-errphase=0.003", "stats-errphaseel=0.003", "ant2-postype=llh",
      "ant2-pos1=\(base.latitude)", "ant2-pos2=\(base.longitude)", "ant2-pos3=\(base.height)",
    ]
  }

  private static func judge(
    _ solutions: [RTKLIB.Solution], _ truth: [GeodeticPosition]
  ) -> Verdict {
    var verdict = Verdict()
    var (level, up, count) = (0.0, 0.0, 0)
    // Epochs without a solution are missing from the output, and count as not fixed.
    for (index, solution) in solutions.enumerated() where solution.quality == 1 {
      verdict.first = verdict.first ?? index
      let place = truth[min(index, truth.count - 1)]
      let difference = SIMD3(solution.position) - SIMD3(ECEFPosition(place))
      let height = difference.dot(Antenna(place).up)
      up += height * height
      level += difference.dot(difference) - height * height
      verdict.worst = max(verdict.worst, difference.length)
      count += 1
    }
    verdict.fixed = Double(count) / Double(truth.count)
    verdict.level = (level / Double(max(count, 1))).squareRoot()
    verdict.up = (up / Double(max(count, 1))).squareRoot()
    return verdict
  }

  static let all: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]

  @Test("with all systems at least 99 % of the epochs are fixed, to centimetres", arguments: 1...2)
  func isFixed(seed: UInt64) throws {
    let verdict = try Self.verdict(Self.all, epochs: 600, seed: seed)
    #expect(verdict.fixed >= 0.99)
    #expect(try #require(verdict.first) < 3)
    #expect(verdict.level <= 0.02 && verdict.up <= 0.03 && verdict.worst < 0.1)
  }

  @Test(
    "with each system alone at least 97 %",
    arguments: [.gps, .glonass, .galileo, .beidou] as [Constellation])
  func isFixedAlone(system: Constellation) throws {
    let verdict = try Self.verdict([system])
    #expect(verdict.fixed >= 0.97)
    #expect(verdict.level <= 0.02 && verdict.up <= 0.03 && verdict.worst < 0.1)
  }

  @Test("walking for half an hour, while satellites rise and set, at least 97 %")
  func isFixedWalking() throws {
    let start = GeodeticPosition(latitude: 45.49, longitude: 9.24, height: 160)
    let path = AntennaPath.moving { time in
      // The rover goes round a circle of 300 m, one turn in 20 min.
      let angle = 2 * Double.pi * Double(time.millisecondsOfWeek) / 1_200_000
      return start.moved(east: 300 * Math.sine(angle), north: 300 * Math.cosine(angle))
    }
    let verdict = try Self.verdict(Self.all, epochs: 1800, rover: path)
    #expect(verdict.fixed >= 0.97)
    #expect(verdict.level <= 0.02 && verdict.up <= 0.03 && verdict.worst < 0.1)
  }

  /// Pairs up to 1.9 km apart: half a degree of longitude at each latitude, and across the pole.
  @Test(
    "so are they near the poles, to millimetres",
    arguments: [(88, 0.5, 88), (89.9, 0.5, 89.9), (89.99, 170, 89.995), (-89.99, 170, -89.995)]
      as [(Double, Double, Double)])
  func isFixedAtPoles(latitude: Double, longitude: Double, other: Double) throws {
    let verdict = try Self.verdict(
      Self.all, base: GeodeticPosition(latitude: latitude, longitude: 0, height: 10),
      rover: .standing(GeodeticPosition(latitude: other, longitude: longitude, height: 12)))
    #expect(verdict.fixed >= 0.9)
    #expect(verdict.level <= 0.006 && verdict.up <= 0.006 && verdict.worst < 0.03, "\(verdict)")
  }

  /// A bias of 100 m is 0.19 cycles from channel to channel, and RTKLIB corrects no bias.
  @Test("with a base whose phases of GLONASS are not aligned with its codes, hardly any of it is")
  func needsAlignment() throws {
    let verdict = try Self.verdict([.glonass], glonassBias: 100)
    #expect(verdict.fixed < 0.5, "\(verdict)")
  }

  @Test("on an Earth that does not turn while signals are under way, nothing is fixed")
  func needsEarthRotation() throws {
    let verdict = try Self.verdict(Self.all, effects: SkyEffects.all.subtracting(.earthRotation))
    #expect(verdict.fixed == 0)
  }
}
