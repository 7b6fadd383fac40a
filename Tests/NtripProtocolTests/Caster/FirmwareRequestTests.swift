import GNSSBasics
import NtripProtocol
import TestSupport
import Testing

@Suite("The original firmware's request")
struct FirmwareRequestTests {
  /// The firmware's request, except for the token.
  ///
  /// The request is version 1 with HTTP/1.1, a blank in the token, and a constant position after
  /// the blank line.
  private static func request(_ token: String) -> String {
    "GET /RTK_MAC/MAX_RTCM3 HTTP/1.1\r\nAccept: rtk/rtcm, dgps/rtcm\r\n"
      + "User-Agent: NTRIP Client python v.1.0\r\nAuthorization: Basic \(token)\r\n\r\n"
      + "$GPGGA,164043.901,4528.544,N,00913.444,E,1,12,1.0,0.0,M,0.0,M,,*63\r\n\r\n"
  }

  private static func harness() throws -> CasterHarness {
    CasterHarness(
      [Mountpoint(name: "RTK_MAC/MAX_RTCM3", capture: try capture(epochs: 3))],
      users: "user:pass1:*:read")
  }

  @Test("is served as version 1, and its position heard", arguments: [Int.max, 1, 100])
  func isServed(pieceSize: Int) throws {
    var harness = try Self.harness()
    // The token encodes user:pass1; a blank separates its padding.
    let id = harness.connect(saying: Self.request("dXNlcjpwYXNzMQ= ="), pieceSize: pieceSize)
    harness.advance(to: .seconds(2))
    let frames = try (0..<3).flatMap { try ObservationFrames.frame(1077, time: 1000 * $0) }
    #expect(harness.bytes(for: id) == Array("ICY 200 OK\r\n\r\n".utf8) + frames)
    #expect(!harness.isClosed(id))
    let position = try #require(harness.caster.snapshot.connections.first?.position).position
    #expect(abs(position.latitude - 45.475733) < 1e-6 && abs(position.longitude - 9.224067) < 1e-6)
  }

  @Test("with a token that nobody filled in is refused by 401")
  func isRefused() throws {
    var harness = try Self.harness()
    let id = harness.connect(saying: Self.request("<TOKEN to fill> ="))
    #expect(harness.text(for: id).contains(" 401 "))
    #expect(harness.isClosed(id))
  }
}
