import Foundation
import GNSSBasics
import NtripClient
import TestSupport
import Testing

@Suite(
  "A misbehaving caster", .compares(with: .quirkCaster),
  .quirkCaster, .timeLimit(.minutes(5)))
struct QuirkTests {
  static let frame = QuirkCaster.frame
  static let damaged = frame.dropLast() + [frame[34] ^ 1]

  /// The bytes that each streaming mountpoint sends before its usual four frames.
  static let streams: [(mountpoint: String, opening: [UInt8])] =
    [
      "icy", "icynb", "icyh", "icycl0", "lf", "ok", "h10", "v2", "v2raw", "v2nocrlf", "raw", "gga",
      "digest",
    ]
    .map { ($0, []) } + [
      ("icynb1", frame), ("icy1", frame), ("icymid", Array(frame[9...])),
      ("garbage", Array(0...255)), ("badcrc", Array(damaged)),
    ]

  static let refusals: [(mountpoint: String, cause: NtripFailure.Cause)] = [
    ("st", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    ("stnolen", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    ("stkeep", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    ("sthttp", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    ("nonesuch", .noSuchMountpoint(offered: 1, nearest: ["A"])), ("401", .wrongCredentials),
    ("401nb", .wrongCredentials), ("404", .noSuchMountpoint(offered: 1, nearest: ["A"])),
    ("409", .busy),
    ("503", .unavailable(status: 503, retryAfter: .seconds(30))), ("errpw", .wrongCredentials),
    ("err", .refused("ERROR - Mount Point Taken or Invalid")), ("icy401", .wrongCredentials),
    ("banned", .banned), ("html", .notACaster("a web page")),
    ("silent", .noAnswer(after: .milliseconds(300))),
    ("stall", .stalled(after: .milliseconds(300))), ("truncchunk", .cutOff),
    ("badchunk", .malformed("a chunk does not begin with its length in hexadecimal")),
  ]

  static func stream(of mountpoint: String, _ options: NtripSessionOptions) -> NtripStream {
    Oracle.quirkCaster.note()
    let url = NtripURL.local(
      QuirkCasterTrait.port, mountpoint, credentials: .init(user: "u", password: "p"))
    return NtripStream(from: url, options: options, retry: nil)
  }

  @Test("none of its ways is missing here")
  func completeness() throws {
    let covered = Set(Self.streams.map(\.mountpoint) + Self.refusals.map(\.mountpoint))
    #expect(try QuirkCaster.names().subtracting(covered).isEmpty)
  }

  @Test(
    "is understood where it streams", arguments: streams,
    [.automatic, .only(.one), .only(.two)] as [NtripVersionChoice])
  func grants(vector: (mountpoint: String, opening: [UInt8]), version: NtripVersionChoice)
    async throws
  {
    var options = NtripSessionOptions()
    options.version = version
    options.positionInterval = .seconds(10)
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45, longitude: 9, height: 100))
    // The second frame shows that reading continues; further frames would only take time.
    let expected = vector.opening + Self.frame + Self.frame
    let got = await Following(
      Self.stream(of: vector.mountpoint, options), reporting: position
    ) { $0.data.count >= expected.count }
    #expect(Array(got.data.prefix(expected.count)) == expected)
    #expect(got.failure == nil)
  }

  @Test("is understood where it refuses or fails", arguments: refusals)
  func refuses(mountpoint: String, cause: NtripFailure.Cause) async throws {
    var options = NtripSessionOptions()
    if mountpoint == "silent" { options.answerTimeout = .milliseconds(300) }
    if mountpoint == "stall" { options.stallTimeout = .milliseconds(300) }
    let got = await Following(Self.stream(of: mountpoint, options))
    #expect(got.failure?.cause == cause)
  }
}

@Suite(
  "TLS",
  .compares(with: .quirkCaster, .openssl), .timeLimit(.minutes(5))
)
struct TLSTests {
  /// Runs a caster with a self-signed certificate.
  static func withCaster(_ body: (QuirkCaster, URL) async throws -> Void) async throws {
    let made = try TestCertificate()
    let (certificate, key) = (URL(filePath: made.path), URL(filePath: made.keyPath))
    try await body(try QuirkCaster(certificate: certificate, key: key), certificate)
    withExtendedLifetime(made) {}
  }

  @Test("a trusted caster streams over TLS", arguments: ["v2", "icynb1"])
  func trusted(mountpoint: String) async throws {
    try await Self.withCaster { caster, certificate in
      let url = NtripURL.local(try #require(caster.tlsPort), mountpoint, usesTLS: true)
      let stream = NtripStream(
        from: url, retry: nil, over: NtripTransportOptions(trustedCertificates: certificate.path))
      let got = await Following(stream) { $0.data.count >= 70 }
      #expect(Array(got.data.prefix(70)) == QuirkCaster.frame + QuirkCaster.frame)
    }
  }

  @Test("a certificate that nobody vouches for is refused")
  func untrusted() async throws {
    try await Self.withCaster { caster, _ in
      let url = NtripURL.local(try #require(caster.tlsPort), "v2", usesTLS: true)
      let got = await Following(NtripStream(from: url, retry: nil))
      guard case .transport(.tls) = got.failure?.cause else {
        Issue.record("unexpected \(String(describing: got.failure))")
        return
      }
    }
  }
}
