import Foundation
import NtripClient
import Testing
import TestSupport

@Suite(
  "RTKLIB's str2str as a caster",
  .compares(with: .captures, .str2str), .timeLimit(.minutes(1)))
struct Str2strTests {
  /// A feed of a capture, again and again, and `str2str` which casts it on another port.
  final class Caster {
    let port: Int
    private let feed: LocalListener
    private let program: RunningProgram

    init(casting capture: [UInt8]) throws {
      feed = try LocalListener { connection in
        // Slowly enough that its buffers never run over, also on a machine with much else to do.
        while true {
          for start in stride(from: 0, to: capture.count, by: 500) {
            let block = Array(capture[start..<min(start + 500, capture.count)])
            guard connection.send(block) else { return connection.close() }
            usleep(20_000)
          }
        }
      }
      port = try LocalListener.freePort()
      program = try Self.start(port, feed.port)
    }

    private static func start(_ port: Int, _ feed: Int) throws -> RunningProgram {
      try RunningProgram(
        "str2str",
        [
          "-in", "tcpcli://127.0.0.1:\(feed)", "-out",
          "ntripc://u:p@:\(port)/TEST:Here;RTCM 3.2;1077(1);2;GPS;NET;ITA;45.4;9.2;0;0;gen;none;B;N;9600;",
        ])
    }

    deinit {
      program.end()
      feed.close()
    }
  }

  static let capture = Result { try SharedCaptures.bytes(of: "swift__trimble.rtcm") }

  /// Whether `bytes` are one piece of the capture, which goes on at its beginning after its end.
  static func isSlice(_ bytes: [UInt8]) throws -> Bool {
    let capture = try capture.get()
    let turns = bytes.count / capture.count + 2
    return Data((0..<turns).flatMap { _ in capture }).range(of: Data(bytes)) != nil
  }

  static func url(_ caster: Caster, _ mountpoint: String = "TEST", password: String = "p")
    -> NtripURL
  {
    .local(caster.port, mountpoint, credentials: .init(user: "u", password: password))
  }

  /// Retries at once what passes, which includes the moments before the caster listens.
  static func stream(_ url: NtripURL, _ version: NtripVersionChoice) -> NtripStream {
    var options = NtripSessionOptions()
    options.version = version
    return NtripStream(from: url, options: options, retry: .atOnce)
  }

  @Test(
    "what arrives is one contiguous slice of the capture",
    arguments: [.automatic, .only(.one)] as [NtripVersionChoice])
  func contiguous(version: NtripVersionChoice) async throws {
    let caster = try Caster(casting: Self.capture.get())
    let got = await Following(Self.stream(Self.url(caster), version)) { $0.data.count > 20_000 }
    #expect(got.data.count > 20_000)
    #expect(try Self.isSlice(got.data))
  }

  /// The failure that ends waiting: one that a person must lift.
  private func refusal(_ url: NtripURL) async -> NtripLinkStatus? {
    await Following(Self.stream(url, .automatic)) { $0.statuses.last?.state == .refused }
      .statuses.last
  }

  @Test("a wrong password is refused in one clear line without it")
  func wrongPassword() async throws {
    let caster = try Caster(casting: Self.capture.get())
    let status = await refusal(Self.url(caster, password: "hunter2"))
    #expect(
      status?.error
        == "caster 127.0.0.1:\(caster.port) refused user name and password for mountpoint \"TEST\"; check both in the URL"
    )
  }

  @Test("an unknown mountpoint is told from a stream")
  func unknownMountpoint() async throws {
    let caster = try Caster(casting: Self.capture.get())
    let status = await refusal(Self.url(caster, "OTHER"))
    #expect(
      status?.error
        == "caster 127.0.0.1:\(caster.port) has no mountpoint \"OTHER\"; its sourcetable lists 1 other"
    )
  }
}
