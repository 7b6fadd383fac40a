import GNSSBasics
import GNSSSimulation
import Testing

@testable import BoardSimulation

@Suite("What hides the sky")
struct SkyMaskTests {
  private static func mask(_ corners: (Double, Double)...) -> SkyMask? {
    SkyMask(corners.map { SkyMask.Corner(azimuth: $0.0, elevation: $0.1) })
  }

  @Test("its edge is straight from corner to corner, all around")
  func edge() throws {
    let mask = try #require(Self.mask((90, 60), (0, 10), (270, 20)))
    let expected: [(Double, Double)] = [
      (0, 10), (45, 35), (90, 60), (180, 40), (270, 20), (315, 15), (359.999, 10),
    ]
    for (azimuth, elevation) in expected {
      #expect(abs(mask.elevation(at: azimuth) - elevation) < 0.01, "at \(azimuth)")
    }
  }

  @Test("hides by the solid angle: half of the sky is below 30 degrees")
  func share() throws {
    #expect(abs(try #require(Self.mask((0, 30))).hiddenShare - 0.5) < 1e-9)
    #expect(try #require(Self.mask((7, 0))).hiddenShare == 0)
    #expect(try #require(Self.mask((7, 90))).hiddenShare == 1)
  }

  @Test("without a corner, or with one beyond the sky, there is none")
  func none() {
    #expect(SkyMask([]) == nil && Self.mask((360, 10)) == nil && Self.mask((0, 91)) == nil)
    #expect(Self.mask((0, .nan)) == nil)
  }

  /// Returns a receiver behind a mask, three minutes after its start.
  private func receiver(behind mask: SkyMask?) throws -> ReceiverBench {
    let script = WorldScript(skyMask: mask)
    let bench = ReceiverBench(world: World(scenario: script), seed: 3)
    bench.run(until: .seconds(180))
    return bench
  }

  @Test("takes satellites, and makes position and its estimate worse")
  func satellites() throws {
    let open = try receiver(behind: nil).receiver
    let hidden = try receiver(behind: Self.mask((0, 25))).receiver
    let (seen, left) = (try #require(open.solution).sky, try #require(hidden.solution).sky)
    #expect(left.usableCount < seen.usableCount)
    // A satellite that has just set behind the mask may still be received around a house.
    let low = left.satellites.filter { $0.isFollowed && ($0.direction?.elevation ?? 0) < 25 }
    #expect(low.count <= 1)
    #expect(seen.satellites.count { $0.isFollowed && ($0.direction?.elevation ?? 0) < 25 } > 5)
    let ratio = try #require(hidden.accuracy).horizontal / (try #require(open.accuracy)).horizontal
    #expect(abs(ratio - 1 / (1 - 0.42262)) < 0.01)
    #expect(try receiver(behind: Self.mask((0, 90))).receiver.fixState == .none)
  }

  @Test(
    "much of it keeps the fix at float, most of it without corrections",
    arguments: [
      (20.0, GNSSFix.rtkFixed), (46.0, .rtkFixed), (46.1, .rtkFloat), (53.1, .rtkFloat),
      (53.2, .threeD),
    ])
  func states(elevation: Double, best: GNSSFix) throws {
    let mask = try #require(Self.mask((0, elevation)))
    #expect(mask.hindrance?.highest ?? .rtkFixed == best)
  }

  @Test("each hindrance tells what it is, with the state that it leaves first")
  func sentences() {
    for hindrance in [FixHindrance.hiddenSky, .narrowSky] {
      let reason = FixReason.hindered(station: 17, by: hindrance)
      #expect(reason.sentence.hasPrefix("\(hindrance.highest.name): "))
      #expect(reason.sentence.contains("sky") && reason.sentence.contains("17"))
      #expect(reason.isSameKind(as: .hindered(station: 3, by: hindrance)))
      #expect(!reason.isSameKind(as: .hindered(station: 17, by: .jamming)))
    }
  }
}
