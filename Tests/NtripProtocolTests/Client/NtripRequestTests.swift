import GNSSBasics
import NtripProtocol
import Testing

@Suite("Requests")
struct NtripRequestTests {
  static let url = NtripURL(
    host: "example.org", mountpoint: "A B", credentials: .init(user: "u", password: "p"))
  static let position = GGASentence(
    position: GeodeticPosition(latitude: 45.5, longitude: 9, height: 100))

  private func text(_ request: NtripRequest) -> String {
    String(decoding: request.encode(), as: UTF8.self)
  }

  @Test("version 1 is short, has what some casters refuse without, and no place for a position")
  func versionOne() {
    let request = NtripRequest(url: Self.url, version: .one, position: Self.position)
    #expect(
      text(request)
        == """
        GET /A%20B HTTP/1.0\r
        Host: example.org:2101\r
        User-Agent: NTRIP boardsim\r
        Accept: */*\r
        Authorization: Basic dTpw\r
        \r

        """)
  }

  @Test("version 2 says so and carries the position")
  func versionTwo() {
    let request = NtripRequest(
      url: Self.url, version: .two, userAgent: "NTRIP other/2", position: Self.position)
    let gga = String(decoding: Self.position.encode(), as: UTF8.self)
    #expect(
      text(request) == """
        GET /A%20B HTTP/1.1\r
        Host: example.org:2101\r
        Ntrip-Version: Ntrip/2.0\r
        User-Agent: NTRIP other/2\r
        Accept: */*\r
        Authorization: Basic dTpw\r
        Ntrip-GGA: \(gga)\r
        Connection: close\r
        \r

        """)
  }

  @Test("nothing a caller gives can add a line")
  func noInjection() {
    let url = NtripURL(host: "h\r\nX: 1", mountpoint: "M\r\nX: 2", query: "\r\nX: 3")
    let request = NtripRequest(url: url, version: .two, userAgent: "a\r\nX: 4")
    #expect(text(request).split(separator: "\r\n").count == 6)
  }
}
