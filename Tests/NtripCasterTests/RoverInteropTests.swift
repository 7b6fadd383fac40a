import Foundation
import NtripCaster
import RTCMStreams
import TestSupport
import Testing

/// Tests with rovers that accept only frames, observed while they run.
@Suite("Other people's rovers", .timeLimit(.minutes(5)))
struct RoverInteropTests {
  private static func server(password: String) throws -> NtripCasterServer {
    try serve(try MilanBase.capture, speed: 50, mode: .looping, password: password)
  }

  /// A stream of twenty passes of the capture, more than any test reads.
  private static let stream = Result {
    let player = CapturePlayer(try MilanBase.capture)
    let count = 20 * player.index.slices.count
    return Data((0..<count).flatMap { player.slice($0)?.bytes ?? [] })
  }

  @Test(
    "gnssntripclient reads either version", .compares(with: .gnssntripclient),
    arguments: ["1.0", "2.0"])
  func gnssntripclient(version: String) throws {
    let server = try Self.server(password: "p@ss:word")
    let client = try RunningProgram(
      "gnssntripclient",
      [
        "-S", "127.0.0.1", "-P", "\(server.port)", "-M", "M", "--ntripversion", version,
        "--ntripuser", "u", "--ntrippassword", "p@ss:word", "--clioutput", "1",
        "--output", "/dev/stdout", "--verbosity", "-1",
      ])
    let read = client.read(20_000)
    #expect(read.count == 20_000)
    #expect(try Self.stream.get().range(of: Data(read)) != nil)
  }

  @Test(
    "gpsd finds the mountpoint in the table, and hands its frames on", .compares(with: .gpsd))
  func gpsd() async throws {
    let server = try Self.server(password: "pass")
    let port = try HeldPort()
    let gpsd = try RunningProgram.gpsd("ntrip://u:pass@127.0.0.1:\(server.port)/M", port: port.port)
    defer { gpsd.terminate() }
    var client: TestSocket?
    while client == nil {
      client = try? TestSocket(port: port.port)
      try await rest()
    }
    // Decoded data come as lines until gpsd confirms the request for raw data.
    client?.say("?WATCH={\"enable\":true,\"raw\":2};\n")
    while let line = client?.nextLine(), !line.isEmpty, !line.contains("\"class\":\"WATCH\"") {}
    let read = client?.read(10_000) ?? []
    #expect(read.count == 10_000)
    #expect(try Self.stream.get().range(of: Data(read)) != nil)
  }
}
