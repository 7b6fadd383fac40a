import Bytes
import NtripProtocol
import Testing

@Suite("A caster that sends the client elsewhere")
struct RedirectionTests {
  static let url = NtripURL(
    host: "example.org", mountpoint: "M", credentials: .init(user: "u", password: "pw"))

  /// Returns the connections, the requests and the failure of a link that is redirected to `location`.
  private static func follow(
    _ location: String, from url: NtripURL = url, attempts: Int = 12
  ) -> (connects: [String], requests: [String], failure: NtripFailure?) {
    var machine = NtripClientMachine(to: url, retry: nil, seed: 1)
    var (connects, requests) = ([String](), [String]())
    for _ in 0..<attempts {
      switch machine.nextAction(at: .zero) {
      case .connect(let target):
        connects.append(target.authority)
        machine.connected(at: .zero)
      case .send(let bytes):
        requests.append(String(decoding: bytes, as: UTF8.self))
        let answer = Array(
          "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        machine.received(answer.span, at: .zero) { _ in }
      case .close, .wait: break
      }
    }
    return (connects, requests, machine.failure)
  }

  @Test(
    "is followed on its own host, with the login",
    arguments: [
      ("/N", "GET /N "), ("http://example.org:2101/N", "GET /N "), ("N?x=y", "GET /N?x=y "),
      ("https://EXAMPLE.org/N", "GET /N "), ("ntrip://a:b@example.org/N", "GET /N "),
    ])
  func follows(location: String, line: String) {
    let got = Self.follow(location, attempts: 5)
    #expect(got.connects.count == 2 && got.requests.count == 2)
    #expect(got.requests.last?.hasPrefix(line) == true)
    #expect(got.requests.last?.contains("Authorization: Basic dTpwdw==") == true)
    #expect(
      got.connects.last == (location.hasPrefix("https") ? "EXAMPLE.org:443" : "example.org:2101"))
  }

  @Test(
    "is not followed to another host or port, nor out of TLS, and told",
    arguments: [
      "http://other.org:2101/N", "http://example.org/N", "http://example.org:80/N", "//other.org/N",
      "http://example.org.other.org:2101/N", "http://example.org:2101@other.org:2101/N",
      "ftp://example.org/N", "javascript:x", "http://[::1]:2101/N",
    ])
  func tells(location: String) {
    let got = Self.follow(location)
    #expect(got.connects == ["example.org:2101"])
    guard case .moved(status: 302, let place) = got.failure?.cause else {
      Issue.record("unexpected \(String(describing: got.failure))")
      return
    }
    #expect(!place.contains("@") && got.failure?.cause.urgency == .late)
  }

  @Test("is not followed out of TLS")
  func keepsTLS() {
    let url = NtripURL(host: "h", port: 2101, mountpoint: "M", usesTLS: true)
    #expect(Self.follow("http://h:2101/N", from: url).connects == ["h:2101"])
  }

  @Test("is followed five times, and not round in circles")
  func boundsCircles() {
    let got = Self.follow("/M", attempts: 100)
    #expect(got.connects.count == 6)
    #expect(got.failure?.cause == .moved(status: 302, to: "/M"))
  }
}
