import GNSSBasics
import NtripClient
import NtripMemory
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

@testable import CasterHost

/// Tests of the streams that one caster fetches from another; each test has both casters.
@Suite("What is relayed", .timeLimit(.minutes(5)))
final class RelayDeskTests {
  private typealias Mount = CasterConfiguration.Mount

  private let origin: CasterService
  private let caster: SharedCaster
  private var desk: RelayDesk

  init() throws {
    var playing = Mount.Playing()
    playing.speed = 10
    var configuration = CasterConfiguration()
    configuration.port = 0
    configuration.users = try CasterUsers(decoding: Array("*:*:*:read\ns:pw:*:write".utf8))
    configuration.mounts = ["A", "B", "C"].map { Mount($0, .capture(path: $0, playing)) }
    configuration.mounts.append(Mount("FIELD", .source))
    let capture = Capture(
      Array(try (0..<600).map { try ObservationFrames.frame(1077, time: 1000 * $0) }.joined()))
    origin = try CasterService(configuration, now: UnixTime(seconds: 0)) { _ in capture }
    let mountpoints = ["A", "B", "C"].map {
      Mountpoint(name: $0, pushedThrough: StreamMeter(), by: .ownerOnDemand)
    }
    caster = SharedCaster(Caster(mountpoints), isDriven: true)
    desk = RelayDesk(for: caster)
  }

  deinit {
    desk.stop()
    origin.stop()
  }

  /// Returns a mountpoint relayed from one of the other caster's.
  private func relay(_ name: String, from far: String? = nil, onDemand: Bool = false) -> Mount {
    let url = NtripURL(host: "127.0.0.1", port: Int(origin.port), mountpoint: far ?? name)
    return Mount(name, .relay(url, isOnDemand: onDemand))
  }

  private func link(_ name: String) -> NtripLinkStatus? { desk.statuses[name] ?? nil }

  private func isStreaming(_ name: String) -> Bool { link(name)?.state == .streaming }

  /// Returns the number of readers of a mountpoint at the other caster.
  private func readers(_ name: String) -> Int? {
    origin.snapshot.streams.first { $0.mountpoint == name }?.readerCount
  }

  /// Whether a condition becomes true within five minutes.
  private func comesTrue(_ condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(300)
    while try !condition() {
      if ContinuousClock.now > end { return false }
      try await rest()
    }
    return true
  }

  @Test("is fetched always, or not before somebody reads it, and later ones as well")
  func follows() async throws {
    desk.follow([relay("A"), relay("B", onDemand: true)])
    #expect(try await comesTrue { isStreaming("A") })
    #expect(desk.statuses["B"] == .some(nil))
    desk.follow([relay("A"), relay("B", onDemand: true), relay("C")])
    #expect(try await comesTrue { isStreaming("C") })
    #expect(link("B") == nil && readers("B") == 0)
  }

  @Test("goes on over the same link when it is followed again")
  func keeps() async throws {
    desk.follow([relay("A")])
    #expect(try await comesTrue { (link("A")?.bytes ?? 0) > 300 })
    desk.follow([relay("A"), relay("C")])
    #expect(isStreaming("A"))
    #expect(try await comesTrue { link("C") != nil })
    let bytes = link("A")?.bytes ?? 0
    #expect(bytes > 300)
    #expect(try await comesTrue { (link("A")?.bytes ?? 0) > bytes + 100 })
    #expect(readers("A") == 1)
  }

  @Test("is fetched from where it is now, and from nowhere else")
  func changes() async throws {
    desk.follow([relay("A")])
    #expect(try await comesTrue { isStreaming("A") })
    desk.follow([relay("A", from: "B")])
    #expect(try await comesTrue { isStreaming("A") && link("A")?.mountpoint == "B" })
    #expect(try await comesTrue { readers("A") == 0 && readers("B") == 1 })
    desk.follow([])
    #expect(desk.statuses.isEmpty)
    #expect(try await comesTrue { readers("B") == 0 })
  }

  private func read(_ name: String) -> Caster.ConnectionID {
    caster.connect(saying: Array("GET /\(name) HTTP/1.0\r\n\r\n".utf8), at: .zero)
  }

  @Test("goes on for a while when nobody reads it any more")
  func isPatient() async throws {
    desk.follow([relay("A", onDemand: true)])
    let reader = read("A")
    #expect(try await comesTrue { isStreaming("A") })
    _ = caster.disconnect(reader)
    desk.follow([relay("A", onDemand: true), relay("C")])
    #expect(try await comesTrue { isStreaming("C") })
    #expect(isStreaming("A") && readers("A") == 1)
  }

  @Test("and then ends")
  func ends() async throws {
    desk.stop()
    desk = RelayDesk(for: caster, patience: .milliseconds(50))
    desk.follow([relay("A", onDemand: true)])
    let reader = read("A")
    #expect(try await comesTrue { isStreaming("A") })
    _ = caster.disconnect(reader)
    #expect(try await comesTrue { link("A") == nil && readers("A") == 0 })
  }

  @Test("is asked for again when no frame comes")
  func awaitsFrames() async throws {
    desk.stop()
    desk = RelayDesk(for: caster, frameTimeout: .milliseconds(100))
    let source = try TCPConnection(port: origin.port)
    try source.send("SOURCE pw /FIELD\r\n\r\n")
    _ = try source.read(14)
    desk.follow([relay("A", from: "FIELD")])
    #expect(
      try await comesTrue {
        try source.send("no frame\r\n")
        return link("A")?.error?.contains("frame") == true
      })
  }
}
