import BoardFirmware
import BoardSimulation
import NtripProtocol
import TestSupport
import Testing
@testable import VirtualBoard

/// A link to the built-in base over a radio, which loses all bytes while it is off.
private final class RadioLink: CorrectionLink {
  var isOn = true
  private let link: MemoryLink

  init() throws {
    let capture = try MilanBase.capture
    link = MemoryLink(to: Mountpoint(name: "BASE", capture: capture), seed: 1)
  }

  func receive(into buffer: inout [UInt8], at now: Duration) {
    var arrived: [UInt8] = []
    link.receive(into: &arrived, at: now)
    if isOn { buffer += arrived }
  }

  func report(position: GGASentence, at now: Duration) { link.report(position: position, at: now) }
  func status(at now: Duration) -> NtripLinkStatus { link.status(at: now) }
}

@Suite("Corrections over the air")
struct RadioSilenceTests {
  @Test("a minute without them takes the fix down, and it is back soon after them")
  func radioSilence() throws {
    let world = World(scenario: .standing)
    let board = SimulatedBoard(world: world, seed: 1)
    let radio = try RadioLink()
    var firmware = Firmware(
      bus: board.bus, clock: board.clock, link: radio, card: NoCard(),
      configuration: FirmwareConfiguration(bootDate: World.defaultBootDate))
    _ = firmware.run(until: .seconds(100))
    #expect(firmware.snapshot.gnss.fix == .rtkFixed)
    radio.isOn = false
    _ = firmware.run(until: .seconds(155))
    #expect(firmware.snapshot.gnss.fix > .threeD)
    _ = firmware.run(until: .seconds(165))
    #expect(firmware.snapshot.gnss.fix == .threeD)
    #expect(firmware.snapshot.gnss.reason?.contains("stopped") == true)
    radio.isOn = true
    _ = firmware.run(until: .seconds(225))
    #expect(firmware.snapshot.gnss.fix == .rtkFixed)
  }
}
