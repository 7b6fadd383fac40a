import NtripCaster
import NtripClient
import NtripProtocol
import RTCMStreams
import Testing

@Suite("A rover that tells a caster where it is", .timeLimit(.minutes(5)))
struct RoverPositionTests {
  private static func position(_ latitude: Double) -> GGASentence {
    GGASentence(position: GeodeticPosition(latitude: latitude, longitude: 9.25, height: 100))
  }

  @Test(
    "its first position is there with the first bytes, the next one while it goes on reading",
    arguments: [NtripVersion.one, .two])
  func moves(version: NtripVersion) async throws {
    // Twenty epochs a second serve as the clock.
    let server = try serve(try capture(epochs: 100, payloadSize: 20), speed: 20, mode: .looping)
    defer { server.stop() }
    var options = NtripSessionOptions()
    (options.version, options.positionInterval) = (.only(version), .seconds(1))
    let stream = NtripStream(
      from: NtripURL(host: "127.0.0.1", port: Int(server.port), mountpoint: "M"),
      options: options, position: Self.position(45))
    var told: [Double] = []
    for try await element in stream {
      guard case .data = element,
        let latitude = server.snapshot.connections.first?.position?.position.latitude,
        latitude != told.last
      else { continue }
      told.append(latitude)
      if told.count == 2 { break }
      stream.report(Self.position(46))
    }
    #expect(told == [45, 46])
  }
}
