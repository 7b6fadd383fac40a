@testable import BoardSimulation
import SensorDrivers
import Testing

/// Tests of parts without a bus, whose transfers take no time.
@Suite("Measurements that are due")
struct DueTimeTests {
  private static let (thin, dense) = (
    WorldState(
      temperature: 5, eco2: 450, particulates: ParticulateState(fineMass: 5, coarseMass: 5)),
    WorldState(
      temperature: 30, eco2: 5000, particulates: ParticulateState(fineMass: 90, coarseMass: 9))
  )

  /// Writes each command to a part at its time.
  private func command(_ part: some SimulatedI2CDevice, _ commands: [(Int, [UInt8])]) {
    for (milliseconds, bytes) in commands {
      part.advance(to: .milliseconds(milliseconds))
      _ = part.write(bytes.span)
      part.transferEnded()
    }
  }

  private func read(_ part: some SimulatedI2CDevice, _ count: Int, after bytes: [UInt8]) -> [UInt8]
  {
    _ = part.write(bytes.span)
    part.transferEnded()
    var reply = [UInt8](repeating: 0, count: count)
    var span = reply.mutableSpan
    part.read(into: &span)
    return reply
  }

  @Test("a BME280's conversion is of the air at its end, and done then", arguments: [0, 1])
  func bme280(nanosecondsEarly: Int) {
    let part = BME280Model(world: World(fixed: Self.thin), seed: 1, realism: .ideal)
    command(part, [(2, [0xF2, 0x01, 0xF4, 0x25])])
    part.advance(to: .milliseconds(2) + .microseconds(9300) - .nanoseconds(nanosecondsEarly))
    let first = read(part, 8, after: [0xF7])
    #expect((first[0] == 0x80) == (nanosecondsEarly > 0))
    part.world = World(fixed: Self.dense)
    part.advance(to: .seconds(1))
    #expect((read(part, 8, after: [0xF7]) == first) == (nanosecondsEarly == 0))
  }

  @Test("a CCS811's measurement is of the air a period after the mode was set", arguments: [0, 1])
  func ccs811(nanosecondsEarly: Int) {
    let part = CCS811Model(world: World(fixed: Self.thin), seed: 1, realism: .ideal)
    command(part, [(20, [0xF4]), (21, [0x01, 0x10])])
    part.advance(to: .milliseconds(1021) - .nanoseconds(nanosecondsEarly))
    let first = read(part, 2, after: [0x03])
    #expect((first == [0, 0]) == (nanosecondsEarly > 0))
    part.world = World(fixed: Self.dense)
    part.advance(to: .milliseconds(1500))
    #expect((read(part, 2, after: [0x03]) == first) == (nanosecondsEarly == 0))
  }

  @Test("an SPS30's sample is of the air a second after the start", arguments: [0, 1])
  func sps30(nanosecondsEarly: Int) {
    let part = SPS30Model(world: World(fixed: Self.thin), seed: 1, realism: .ideal)
    command(part, [(100, [0x00, 0x10, 0x05, 0x00, 0xF6])])
    part.advance(to: .milliseconds(1100) - .nanoseconds(nanosecondsEarly))
    let first = read(part, 12, after: [0x03, 0x00])
    #expect((first[10] == 0) == (nanosecondsEarly > 0))
    part.world = World(fixed: Self.dense)
    part.advance(to: .milliseconds(1500))
    #expect((read(part, 12, after: [0x03, 0x00]) == first) == (nanosecondsEarly == 0))
  }

  @Test("a receiver's messages can be read 60 ms after their epoch", arguments: [0, 1])
  func receiver(nanosecondsEarly: Int) {
    let part = UBloxReceiverModel(
      world: World(fixed: Self.thin), seed: 1, bootDate: UnixTime(seconds: 0))
    part.advance(to: .milliseconds(1060) - .nanoseconds(nanosecondsEarly))
    let first = read(part, 2, after: [0xFD])
    part.advance(to: .milliseconds(1060))
    let second = read(part, 2, after: [0xFD])
    #expect((first == second) == (nanosecondsEarly == 0))
  }

  @Test("times that do not go on change nothing")
  func backwards() {
    let part = CCS811Model(world: World(fixed: Self.thin), seed: 1, realism: .ideal)
    part.advance(to: .milliseconds(20))
    part.advance(to: .zero)
    #expect(part.acknowledgesAddress(for: .writing))
  }
}
