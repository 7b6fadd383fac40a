import GNSSBasics
import NtripProtocol
import Testing

@Suite("Requests to a caster")
struct CasterRequestTests {
  private static func request(_ head: String) -> CasterRequest? {
    CasterRequest(head: Array(head.utf8)[...])
  }

  @Test(
    "the mountpoint is found in every form that clients send",
    arguments: [
      ("GET /MNT HTTP/1.1", "MNT"), ("GET MNT HTTP/1.0", "MNT"), ("GET /MNT", "MNT"),
      ("GET /RTK_MAC/MAX_RTCM3 HTTP/1.1", "RTK_MAC/MAX_RTCM3"),
      ("GET /A%2fB%20C HTTP/1.1", "A/B C"),
      ("GET /My Mount HTTP/1.1", "My Mount"), ("GET http://host:2101/MNT HTTP/1.1", "MNT"),
      ("GET / HTTP/1.1", ""), ("GET /?STR;;;RTCM HTTP/1.1", ""), ("GET http://host HTTP/1.1", ""),
      ("GET /MNT?x=1 HTTP/1.1", "MNT"), ("GET http:///MNT HTTP/1.1", "MNT"),
    ])
  func findsMountpoint(line: String, mountpoint: String) {
    #expect(Self.request(line)?.mountpoint == mountpoint)
    #expect(Self.request(line)?.method == .get)
  }

  @Test(
    "only the Ntrip-Version header asks for version 2",
    arguments: [
      ("Ntrip-Version: Ntrip/2.0", NtripVersion.two), ("ntrip-version:NTRIP/2.0", .two),
      ("Ntrip-Version: Ntrip/1.0", .one), ("User-Agent: NTRIP Ntrip/2.0", .one), ("Host: h", .one),
    ])
  func findsVersion(header: String, version: NtripVersion) {
    #expect(Self.request("GET /M HTTP/1.1\r\n\(header)\r\n")?.version == version)
  }

  @Test(
    "what pushes a stream is told from what reads one",
    arguments: [
      ("SOURCE pw /MNT", CasterRequest.Method.source, "MNT"),
      ("SOURCE pw MNT", .source, "MNT"), ("SOURCE pw /MNT HTTP/1.1", .source, "MNT"),
      ("SOURCE /MNT", .source, "MNT"),
      ("POST /MNT HTTP/1.1", .post, "MNT"), ("DELETE /MNT HTTP/1.1", .other, "MNT"),
    ])
  func tellsMethods(line: String, method: CasterRequest.Method, mountpoint: String) {
    #expect(Self.request(line)?.method == method)
    #expect(Self.request(line)?.mountpoint == mountpoint)
  }

  @Test(
    "what is no request is refused",
    arguments: [
      "", "GET", "GET HTTP/1.1", "GET /%4", "GET /%zz HTTP/1.1", "GET /M HTTP/1.1\nnothing",
      "GET /M HTTP/1.1\n: x", "GET /M HTTP/1.1\nA b: x", "GET /M\u{1} HTTP/1.1",
    ])
  func refusesNonsense(head: String) {
    #expect(Self.request(head) == nil)
  }

  @Test(
    "credentials are read from the Basic scheme, blanks inside the token or not",
    arguments: ["Basic dTpwYXNz", "basic  dTpwYXNz", "Basic dTpwYX Nz", "Basic dTpwYXNz ="])
  func readsCredentials(value: String) {
    let request = Self.request("GET /M HTTP/1.0\r\nAuthorization: \(value)")
    #expect(request?.credentials == NtripCredentials(user: "u", password: "pass"))
  }

  @Test(
    "other schemes and broken tokens are no credentials", arguments: ["Digest x", "Basic %", "u"])
  func readsNoCredentials(value: String) throws {
    let request = try #require(Self.request("GET /M HTTP/1.0\r\nAuthorization: \(value)"))
    #expect(request.credentials == nil)
  }

  @Test("the position in the Ntrip-GGA header is read")
  func readsPosition() {
    let gga = "$GPGGA,120000.00,4528.5000,N,00913.4000,E,1,12,1.0,100.0,M,48.0,M,,"
    let sum = gga.utf8.dropFirst().reduce(0, ^)
    let request = Self.request("GET /M HTTP/1.1\r\nNtrip-GGA: \(gga)*\(String(sum, radix: 16))")
    #expect(request?.position?.position.latitude == 45.475)
  }
}
