import GNSSBasics
import GNSSSimulation
import SensorDrivers
import Testing

@testable import BoardSimulation

/// Two receivers under one sky, joined by their serial ports: base and rover.
@Suite struct ReceiverPairTests {
  /// A base that tells its position and observations to a rover, second by second.
  private struct Pair {
    let base: ReceiverBench
    let rover: ReceiverBench

    init(metres: Double, date: UnixTime = ReceiverBench.bootDate, isShifted: Bool = false) throws {
      let place = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
      func bench(_ place: GeodeticPosition, seed: UInt64, date: UnixTime) -> ReceiverBench {
        ReceiverBench(
          world: World(scenario: .standing, origin: place), seed: seed, bootDate: date,
          positions: .rtk)
      }
      base = bench(place, seed: 11, date: ReceiverBench.bootDate)
      rover = bench(place.moved(east: metres, north: 0), seed: 12, date: date)
      rover.receiver.hearsOwnBase = nil
      for one in [base, rover] { #expect(one.receiver.connectUART(baud: 115_200)) }
      let told = ECEFPosition(isShifted ? place.moved(east: 0, north: 0, up: 10) : place)
      let axes = [told.x, told.y, told.z]
      let position = (0..<3 as Range<UInt32>).flatMap { axis -> [UBXConfigurationItem] in
        let tenths = Int64((axes[Int(axis)] * 10_000).rounded())
        return [
          UBXConfigurationItem(.timeECEF(axis), UInt64(bitPattern: tenths / 100) & 0xFFFF_FFFF),
          UBXConfigurationItem(.timeECEFExtra(axis), UInt64(bitPattern: tenths % 100) & 0xFF),
        ]
      }
      let outputs = [UInt16(1005), 1077, 1087, 1097, 1127, 1230].compactMap { type in
        RTCMOutput.all.first { $0.messageType == type }
      }
      #expect(
        base.set(
          [UBXConfigurationItem(.timeMode, 2), UBXConfigurationItem(.timePositionType, 0)]
            + position + outputs.map { UBXConfigurationItem($0.rate.on(.uart1), 1) }
            + [UBXConfigurationItem(.i2cOutputNMEA.on(.uart1), 0)]))
    }

    func run(for seconds: Int) {
      let end = base.clock.now + .seconds(seconds)
      while base.clock.now < end {
        for one in [base, rover] {
          one.clock.advance(to: one.clock.now + .milliseconds(10))
          one.receiver.advance(to: one.clock.now)
        }
        rover.receiver.sendToUART(base.receiver.takeFromUART())
        _ = rover.receiver.takeFromUART()
      }
    }

    /// The distance of the rover's position from the truth, metres.
    var error: Double? {
      let truth = rover.receiver.world.motion(at: rover.clock.now).position
      return rover.receiver.measuredPosition.map {
        ECEFPosition(truth).distance(to: ECEFPosition($0))
      }
    }
  }

  @Test("the rover solves from what the base measures, to millimetres")
  func solves() throws {
    let pair = try Pair(metres: 400)
    pair.run(for: 75)
    #expect(pair.rover.receiver.fixState == .rtkFixed, "\(pair.rover.receiver.fixReason.sentence)")
    #expect(try #require(pair.error) < 0.03)
    let vector = try #require(pair.rover.receiver.solution?.reference)
    #expect((vector.length - 400).magnitude < 0.03)
  }

  @Test("a base that is told 10 m too high has its rover 10 m too high")
  func wrongHeight() throws {
    let pair = try Pair(metres: 400, isShifted: true)
    pair.run(for: 75)
    #expect(pair.rover.receiver.fixState == .rtkFixed, "\(pair.rover.receiver.fixReason.sentence)")
    #expect((try #require(pair.error) - 10).magnitude < 0.03)
  }

  @Test("a base under the sky of another day is not taken for one under this sky")
  func anotherDay() throws {
    let day = UnixTime(nanoseconds: ReceiverBench.bootDate.nanoseconds + 266_400_000_000_000)
    let pair = try Pair(metres: 400, date: day)
    pair.run(for: 100)
    #expect(pair.rover.receiver.fixState < .rtkFixed, "\(pair.rover.receiver.fixReason.sentence)")
  }
}
