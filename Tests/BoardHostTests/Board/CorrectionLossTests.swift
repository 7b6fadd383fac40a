import BoardFirmware
@testable import BoardHost
import BoardSimulation
import NtripCaster
import NtripProtocol
import RTCMParser
import Testing

/// Corrections of the built-in base, over the air: while the radio is off, they are lost.
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

@Suite("Corrections that stop and return")
struct CorrectionLossTests {
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

  @Test("a caster that is killed takes the fix down, and the client finds the next one")
  func casterRestarts() async throws {
    let speed = 40.0
    let capture = try MilanBase.capture
    func caster(port: UInt16) throws -> NtripCasterServer {
      try NtripCasterServer(
        port: port, caster: Caster([Mountpoint(name: "BASE", capture: capture)], speed: speed))
    }
    let first = try caster(port: 0)
    var configuration = BoardService.Configuration()
    configuration.board.origin = .base
    configuration.corrections = .caster(
      NtripURL(host: "127.0.0.1", port: Int(first.port), mountpoint: "BASE"))
    configuration.pace = .times(speed)
    configuration.port = 0
    let service = try BoardService(configuration)
    defer { service.stop() }
    #expect(await service.shows { $0.gnss.fix == .rtkFixed })
    first.stop()
    #expect(await service.shows { $0.gnss.fix == .threeD })
    #expect(service.snapshot.corrections.link.state != .streaming)
    #expect(service.snapshot.corrections.link.error != nil)
    let second = try caster(port: first.port)
    defer { second.stop() }
    #expect(await service.shows { $0.gnss.fix == .rtkFixed })
    #expect(service.snapshot.corrections.link.reconnects == 1)
    #expect(service.snapshot.corrections.frames[1077] > 0)
  }
}
