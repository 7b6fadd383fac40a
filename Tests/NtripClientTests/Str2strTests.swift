import Foundation
import NtripClient
import Testing
import TestSupport

@Suite(
  "RTKLIB's str2str as a caster",
  .compares(with: .captures, .str2str), .timeLimit(.minutes(5)))
struct Str2strTests {
  /// A feed that repeats a capture, and `str2str`, which casts the feed on another port.
  final class Caster {
    var port: Int { Int(held.port) }
    private let held: HeldPort
    private let feed: LocalListener
    private let program: RunningProgram
    /// The number of further blocks that the feed may send, so that no buffer overflows.
    private let blocks = DispatchSemaphore(value: 0)
    private var sent = 0
    private static let blockSize = 500

    /// Starts the caster, and returns when it listens.
    init(casting capture: [UInt8]) async throws {
      let (calls, call) = AsyncStream<Void>.makeStream()
      let blocks = blocks
      feed = try LocalListener { connection in
        call.yield()
        while true {
          for start in stride(from: 0, to: capture.count, by: Self.blockSize) {
            blocks.wait()
            let block = Array(capture[start..<min(start + Self.blockSize, capture.count)])
            guard connection.send(block) else { return connection.close() }
          }
        }
      }
      // Some blocks go unread, so that a reader joins in the middle.
      for _ in 0..<3 { blocks.signal() }
      held = try HeldPort()
      program = try Self.start(Int(held.port), feed.port)
      // `str2str` connects to the feed once all its streams are open.
      for await _ in calls { break }
    }

    private static func start(_ port: Int, _ feed: Int) throws -> RunningProgram {
      try RunningProgram(
        "str2str",
        [
          // No limit of 10 s for a silent feed: a feed that waits for a busy reader would be connected again,
          // and would start again.
          "-s", "0", "-in", "tcpcli://127.0.0.1:\(feed)", "-out",
          "ntripc://u:p@:\(port)/TEST:Here;RTCM 3.2;1077(1);2;GPS;NET;ITA;45.4;9.2;0;0;gen;none;B;N;9600;",
        ])
    }

    /// Lets the feed continue, up to four blocks beyond the data received.
    func goOn(_ got: Following) {
      guard !got.starts.isEmpty else { return }
      while sent < 4 + got.data.count / Self.blockSize {
        blocks.signal()
        sent += 1
      }
    }

    deinit {
      program.end()
      feed.close()
      blocks.signal()
    }
  }

  static let capture = Result { try SharedCaptures.bytes(of: "swift__trimble.rtcm") }

  /// Whether `bytes` are a contiguous piece of the capture, which continues from its end to its beginning.
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

  /// Returns a stream that retries temporary failures at once.
  static func stream(_ url: NtripURL, _ version: NtripVersionChoice) -> NtripStream {
    var options = NtripSessionOptions()
    options.version = version
    return NtripStream(from: url, options: options, retry: .atOnce)
  }

  @Test(
    "what arrives is one contiguous slice of the capture",
    arguments: [.automatic, .only(.one)] as [NtripVersionChoice])
  func contiguous(version: NtripVersionChoice) async throws {
    let caster = try await Caster(casting: Self.capture.get())
    let got = await Following(Self.stream(Self.url(caster), version)) { got in
      caster.goOn(got)
      return got.data.count > 20_000
    }
    #expect(got.data.count > 20_000)
    #expect(try Self.isSlice(got.data))
  }

  /// Returns the status after a failure that only a person can lift.
  private func refusal(_ url: NtripURL) async -> NtripLinkStatus? {
    await Following(Self.stream(url, .automatic)) { $0.statuses.last?.state == .refused }
      .statuses.last
  }

  @Test("a wrong password is refused in one clear line without it")
  func wrongPassword() async throws {
    let caster = try await Caster(casting: Self.capture.get())
    let status = await refusal(Self.url(caster, password: "hunter2"))
    #expect(
      status?.error
        == "caster 127.0.0.1:\(caster.port) refused user name and password for mountpoint \"TEST\"; check both in the URL"
    )
  }

  @Test("an unknown mountpoint is told from a stream")
  func unknownMountpoint() async throws {
    let caster = try await Caster(casting: Self.capture.get())
    let status = await refusal(Self.url(caster, "OTHER"))
    #expect(
      status?.error
        == "caster 127.0.0.1:\(caster.port) has no mountpoint \"OTHER\"; its sourcetable lists 1 other: \"TEST\""
    )
  }
}
