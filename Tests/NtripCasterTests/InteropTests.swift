import RTCMStreams
import Foundation
import NtripCaster
import NtripProtocol
import TestSupport
import Testing

@Suite("Other people's clients", .compares(with: .captures), .timeLimit(.minutes(5)))
struct InteropTests {
  /// A capture with 153 epochs and 122 stray bytes between the frames.
  private static let name = "swift__trimble.rtcm"

  @Test("curl reads version 1, head and all", .compares(with: .curl))
  func curlVersion1() throws {
    let bytes = try SharedCaptures.bytes(of: Self.name)
    let server = try serve(bytes, speed: 500)
    let url = "http://127.0.0.1:\(server.port)/M"
    let curl = try RunningProgram(
      "curl", ["-s", "--http0.9", "--http1.0", "-A", "NTRIP curl/1", url])
    #expect(curl.readToEnd() == headVersion1 + bytes)
    #expect(server.snapshot.byteCount == bytes.count)
  }

  @Test("curl reads version 2 and logs in", .compares(with: .curl))
  func curlVersion2() throws {
    let bytes = try SharedCaptures.bytes(of: Self.name)
    let server = try serve(bytes, speed: 500, password: "p@ss:word")
    let url = "http://127.0.0.1:\(server.port)/M"
    let arguments = ["-sS", "-u", "u:p@ss:word", "-H", "Ntrip-Version: Ntrip/2.0", url]
    #expect(try RunningProgram("curl", arguments).readToEnd() == bytes)
    #expect(server.snapshot.byteCount == bytes.count)
  }

  @Test(
    "a client who joins late gets a part that begins with a frame",
    .compares(with: .curl))
  func curlJoinsLate() throws {
    let bytes = try SharedCaptures.bytes(of: Self.name)
    let server = try serve(bytes, speed: 40, mode: .looping)
    let first = try TestSocket(port: server.port, saying: requestVersion1)
    #expect(first.read(2_000).count == 2_000)
    let url = "http://127.0.0.1:\(server.port)/M"
    let curl = try RunningProgram("curl", ["-sSN", "-H", "Ntrip-Version: Ntrip/2.0", url])
    let late = curl.read(5_000)
    #expect(late.count == 5_000 && late.first == 0xD3)
    // Each pass has its times moved on.
    let player = CapturePlayer(bytes)
    let turns = (0..<20 * player.index.slices.count).flatMap { player.slice($0)?.bytes ?? [] }
    #expect(Data(turns).range(of: Data(late)) != nil)
  }

  @Test(
    "str2str reads the stream, in front of it the head's blank line",
    .compares(with: .str2str))
  func str2str() throws {
    let bytes = try SharedCaptures.bytes(of: Self.name)
    let server = try serve(bytes, speed: 200, password: "p")
    let client = try RunningProgram("str2str", ["-in", "ntrip://u:p@127.0.0.1:\(server.port)/M"])
    #expect(client.read(bytes.count + 2) == [13, 10] + bytes)
  }

  @Test(
    "curl reads the sourcetable in version 2 without a login",
    .compares(with: .curl))
  func curlSourcetable() throws {
    let server = try serve(try SharedCaptures.bytes(of: Self.name), password: "p")
    let url = "http://127.0.0.1:\(server.port)/"
    let table = try RunningProgram("curl", ["-sS", "-H", "Ntrip-Version: Ntrip/2.0", url])
      .readToEnd()
    let text = String(decoding: table, as: UTF8.self)
    #expect(text.hasPrefix("STR;M;M;RTCM 3.2;1006(10),1008(10),1013(10),1033(10),1074(1),1084(1)"))
    #expect(text.hasSuffix(";boardsim;none;B;N;3692;capture, played once\r\nENDSOURCETABLE\r\n"))
  }
}
